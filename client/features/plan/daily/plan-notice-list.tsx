import { Button } from '@blueprintjs/core';
import { useT } from '#client/kit/words/t.ts';
import { describePlanNotice, usePlanNotices } from '#client/production/plan/use-plan-notices.ts';

/** Lists the changes in the released plans of the user's groups that the user has not confirmed as read. */
export function PlanNoticeList() {
  const t = useT();
  const { notices, markAsRead } = usePlanNotices(true);
  if (notices.length === 0) return null;
  return (
    <ul className="plan-notices">
      {notices.map((notice) => (
        <li key={`${notice.planId} ${notice.workGroupId}`}>
          <span className="plan-tone state-call">
            <span aria-hidden="true">{'▲'}</span> {describePlanNotice(notice, t)}
          </span>
          <Button size="small" text={t('haveRead')} onClick={() => void markAsRead(notice.planId)} />
        </li>
      ))}
    </ul>
  );
}
