import { NotificationsIcon } from '@blueprintjs/icons';
import { Link } from 'react-router-dom';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useOpenAlarms } from '#client/production/alarms/use-open-alarms.ts';
import { useOpenCalls } from '#client/production/calls/use-open-calls.ts';
import './bell.css';

const SHAPES_BY_TONE = { stop: '■', call: '▲' } as const;

/**
 * Links to the list of alarms and calls for help, and shows how many are open. Its colour and shape change if a call
 * stops the work, or if a critical alarm is not acknowledged. A second mark counts the alarms that were escalated to
 * the user.
 */
export function Bell() {
  const t = useT();
  const { data: calls = [] } = useOpenCalls();
  const { data: alarms = [] } = useOpenAlarms();
  const isUrgent =
    calls.some((call) => call.stops) ||
    alarms.some((alarm) => alarm.state === 'firing' && alarm.severity === 'critical');
  const tone = isUrgent ? 'stop' : 'call';
  const count = calls.length + alarms.length;
  const escalatedCount = alarms.filter((alarm) => alarm.isEscalatedToUser).length;
  const label = joinWords([
    t('callsBadge', { count: calls.length }),
    t('alarmsBadge', { count: alarms.length }),
    ...(escalatedCount > 0 ? [t('bellEscalated', { count: escalatedCount })] : []),
  ]);
  return (
    <Link to="/andon" className="bell" title={label}>
      <NotificationsIcon />
      {/* The label contains the visible numbers, because a user of speech input says what the link shows. */}
      <span className="visually-hidden">{label}</span>
      {count > 0 && (
        <span className={`bell-count bell-${tone}`}>
          <span aria-hidden="true">{SHAPES_BY_TONE[tone]}</span>
          {count}
        </span>
      )}
      {escalatedCount > 0 && (
        <span className="bell-count bell-escalated">
          <span aria-hidden="true">{getStateStyle('suspended').shape}</span>
          {escalatedCount}
        </span>
      )}
    </Link>
  );
}
