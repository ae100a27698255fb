import { Link } from 'react-router-dom';
import { useT } from '#client/kit/words/t.ts';
import { usePlanNotices } from '#client/production/plan/use-plan-notices.ts';

/** Links to the plan of a day that has changed for the user's groups, as long as the change is unread. */
export function PlanNoticeMark() {
  const t = useT();
  const { notices } = usePlanNotices(true);
  const [first] = notices;
  if (!first) return null;
  const label = t('planNoticeBadge', { count: notices.length });
  return (
    <Link to={`/plan?day=${first.day}`} className="bell" title={label}>
      <span className="bell-words">{t('dailyPlan')}</span>
      <span className="visually-hidden">{label}</span>
      <span className="bell-count bell-call">
        <span aria-hidden="true">{'▲'}</span>
        {notices.length}
      </span>
    </Link>
  );
}
