import { formatTime } from '../words/formats.ts';
import { useLiveState } from './live.ts';
import { useT } from '../words/t.ts';
import { useZone } from '../words/use-zone.ts';
import './live-indicator.css';

const SHAPES = { live: '●', connecting: '○', down: '■' } as const;

/** Shows whether the page has a live connection, or since when it has none. */
export function LiveIndicator() {
  const t = useT();
  const zone = useZone();
  const { state, since } = useLiveState();
  const words =
    state === 'live'
      ? t('liveNow')
      : state === 'connecting'
        ? t('liveConnecting')
        : since
          ? t('liveDownSince', { time: formatTime(since, zone) })
          : t('liveDown');
  return (
    <span className={`live-indicator live-${state}`} role="status">
      <span aria-hidden="true">{SHAPES[state]}</span>
      <span className="live-words">{words}</span>
    </span>
  );
}
