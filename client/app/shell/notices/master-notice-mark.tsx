import { Link } from 'react-router-dom';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { useT } from '#client/kit/words/t.ts';
import { WAITING_PLANS_PATH } from '#client/production/plans/plan-paths.ts';
import { useWaitingPlans } from '#client/production/plans/use-plans.ts';
import './bell.css';

/** Links to the notices about confirmations in master plans, with the number of notices that the user has not seen. */
export function MasterNoticeMark() {
  const t = useT();
  const { data } = useWaitingPlans();
  const count = data?.notices.length ?? 0;
  if (count === 0) return null;
  const label = t('masterNoticeBadge', { count });
  return (
    <Link to={WAITING_PLANS_PATH} className="bell" title={label}>
      <span className="bell-words">{t('masterPlans')}</span>
      <span className="visually-hidden">{label}</span>
      <span className="bell-count">
        <span aria-hidden="true">{getStateStyle('running').shape}</span>
        {count}
      </span>
    </Link>
  );
}
