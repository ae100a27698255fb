import { formatTime } from '../words/formats.ts';
import { useLiveState } from './live.ts';
import { useT } from '../words/t.ts';
import { useTimeZone } from '../words/use-time-zone.ts';
import './live-indicator.css';

const SHAPES_BY_STATE = { live: '●', connecting: '○', down: '■' } as const;

/** Shows the state of the live connection; for a lost connection, also since when it has been lost. */
export function LiveIndicator() {
  const t = useT();
  const zone = useTimeZone();
  const { state, since } = useLiveState();
  const stateText =
    state === 'live'
      ? t('liveNow')
      : state === 'connecting'
        ? t('liveConnecting')
        : since
          ? t('liveDownSince', { time: formatTime(since, zone) })
          : t('liveDown');
  return (
    <span className={`live-indicator live-${state}`} role="status">
      <span aria-hidden="true">{SHAPES_BY_STATE[state]}</span>
      <span className="live-words">{stateText}</span>
    </span>
  );
}
