import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { QUALITY_STATES } from '#shared/machines/quality-exception.ts';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useWaitingCorrectives } from './corrective/use-corrective.ts';
import { ALL_PATH, LIST_PATH } from './quality-paths.ts';
import { useQualityOverview } from '#client/production/quality/use-quality.ts';
import '#client/kit/look/tabs.css';
import './quality-inbox.css';

/**
 * The tabs of quality, each with a count: what waits for the user, the exceptions of each state, and all exceptions.
 */
export function QualityTabs() {
  const t = useT();
  const { pathname } = useLocation();
  const [address] = useSearchParams();
  const { data } = useQualityOverview();
  const correctives = useWaitingCorrectives().data?.rows;
  const state = address.get('state');
  const isInbox = pathname === LIST_PATH;
  const total = data && Object.values(data.counts).reduce((sum, count) => sum + count, 0);
  const tabs = [
    {
      to: LIST_PATH,
      words: t('waitingForMe'),
      count: data && correctives && data.waitingForMe.length + correctives.length,
      isActive: isInbox,
      tone: undefined,
    },
    ...QUALITY_STATES.map((qualityState) => ({
      to: `${ALL_PATH}?state=${qualityState}`,
      words: t(qualityState),
      count: data?.counts[qualityState],
      isActive: !isInbox && state === qualityState,
      tone: getStateStyle(qualityState),
    })),
    {
      to: ALL_PATH,
      words: t('allExceptions'),
      count: total,
      isActive: !isInbox && state === null,
      tone: undefined,
    },
  ];
  return (
    <nav className="tabs" aria-label={t('exceptionState')}>
      {tabs.map(({ to, words, count, isActive, tone }) => (
        <Link
          key={to}
          to={to}
          className={isActive ? 'active' : ''}
          aria-current={isActive ? 'page' : undefined}
        >
          {tone && (
            <span className={`state-${tone.tone} quality-tab-shape`} aria-hidden="true">
              {tone.shape}
            </span>
          )}
          {words}
          <span className="quality-count">{count === undefined ? '' : formatNumber(count, 0)}</span>
        </Link>
      ))}
    </nav>
  );
}
