import { Link } from 'react-router-dom';
import { useT } from '#client/kit/words/t.ts';
import { usePlanNotices } from '#client/production/plan/use-plan-notices.ts';

/**
 * Links to the first daily plan with an unread change for the user's groups. Shows nothing if there is none.
 */
export function PlanNoticeMark() {
  const t = useT();
  const { notices } = usePlanNotices(true);
  const [firstNotice] = notices;
  if (!firstNotice) return null;
  const label = t('planNoticeBadge', { count: notices.length });
  return (
    <Link to={`/plan?day=${firstNotice.day}`} className="bell" title={label}>
      <span className="bell-words">{t('dailyPlan')}</span>
      <span className="visually-hidden">{label}</span>
      <span className="bell-count bell-call">
        <span aria-hidden="true">{'▲'}</span>
        {notices.length}
      </span>
    </Link>
  );
}
