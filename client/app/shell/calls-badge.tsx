import { NotificationsIcon } from '@blueprintjs/icons';
import { Link } from 'react-router-dom';
import { useOpenCalls } from '#client/production/calls/use-open-calls.ts';
import { useT } from '#client/kit/words/t.ts';
import './calls-badge.css';

const SHAPES_BY_TONE = { stop: '■', call: '▲' } as const;

/**
 * Links to the calls for help and shows the number of open calls. Colour and shape tell whether a call stops
 * the work.
 */
export function CallsBadge() {
  const t = useT();
  const { data: calls = [] } = useOpenCalls();
  const tone = calls.some((call) => call.stops) ? 'stop' : 'call';
  const label = t('callsBadge', { count: calls.length });
  return (
    <Link to="/andon" className="calls-badge" aria-label={label} title={label}>
      <NotificationsIcon />
      {calls.length > 0 && (
        <span className={`calls-count calls-${tone}`}>
          <span aria-hidden="true">{SHAPES_BY_TONE[tone]}</span>
          {calls.length}
        </span>
      )}
    </Link>
  );
}
