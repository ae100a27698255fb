import { useT } from '#client/kit/words/t.ts';
import { describePlanNotice, usePlanNotices } from '#client/production/plan/use-plan-notices.ts';
import type { IdentifiedPerson } from '../people/identified-people.ts';

/** Tells the person at the terminal what changed in the released plan of the group, until it was read. */
export function PlanNotices({ worker }: { worker: IdentifiedPerson }) {
  const t = useT();
  const { notices, markAsRead } = usePlanNotices(true, worker.token);
  return notices.map((notice) => (
    <p key={`${notice.planId} ${notice.workGroupId}`} className="floor-stuck floor-plan-notice" role="status">
      <span>
        <span aria-hidden="true">{'▲'}</span> {describePlanNotice(notice, t)}
      </span>
      <button type="button" className="floor-button" onClick={() => void markAsRead(notice.planId)}>
        {t('haveRead')}
      </button>
    </p>
  ));
}
