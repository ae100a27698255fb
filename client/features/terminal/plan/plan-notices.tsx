import { useT } from '#client/kit/words/t.ts';
import { describePlanNotice, usePlanNotices } from '#client/production/plan/use-plan-notices.ts';
import type { IdentifiedPerson } from '../people/identified-people.ts';

/**
 * Tells the person at the terminal what changed in a released plan of the person's groups, until it was read, and then
 * what changed in the next one. Several plans at once would leave no room for the work.
 */
export function PlanNotices({ worker }: { worker: IdentifiedPerson }) {
  const t = useT();
  const { notices, markAsRead } = usePlanNotices(true, worker.token);
  const [first] = notices;
  if (!first) return null;
  const shownNotices = notices.filter(({ planId }) => planId === first.planId);
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
      <button type="button" className="floor-button" onClick={() => void markAsRead(first.planId)}>
        {t('haveRead')}
      </button>
    </div>
  );
}
