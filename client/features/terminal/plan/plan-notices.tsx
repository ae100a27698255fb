import { useT } from '#client/kit/words/t.ts';
import { describePlanNotice, usePlanNotices } from '#client/production/plan/use-plan-notices.ts';
import type { IdentifiedPerson } from '../people/identified-people.ts';

/**
 * Shows the person at the terminal the changes in a released plan of the person's groups, until the person confirms
 * them. Shows only one plan at a time, because several plans would need too much space.
 */
export function PlanNotices({ worker }: { worker: IdentifiedPerson }) {
  const t = useT();
  const { notices, markAsRead } = usePlanNotices(true, worker.token);
  const [firstNotice] = notices;
  if (!firstNotice) return null;
  const shownNotices = notices.filter(({ planId }) => planId === firstNotice.planId);
  const hiddenCount = notices.length - shownNotices.length;
  return (
    <div className="floor-stuck floor-plan-notice" role="status">
      <ul>
        {shownNotices.map((notice) => (
          <li key={notice.workGroupId}>
            <span aria-hidden="true">{'▲'}</span> {describePlanNotice(notice, t)}
          </li>
        ))}
        {hiddenCount > 0 && <li>{t('morePlanNotices', { count: hiddenCount })}</li>}
      </ul>
      <button type="button" className="floor-button" onClick={() => void markAsRead(firstNotice.planId)}>
        {t('haveRead')}
      </button>
    </div>
  );
}
