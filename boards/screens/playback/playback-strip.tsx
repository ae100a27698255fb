import type { RecordedActivityAnswer } from '#shared/answers/boards/recording.ts';
import { formatLocalTime } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { HOUR_MS, type PlaybackState } from './playback-state.ts';

const MINUTE_MS = 60_000;
/** The size of the drawing in units of its `viewBox`. */
const WIDTH = 1000;
const HEIGHT = 40;
/** The height of the smallest bar, so that a single change can be seen. */
const MIN_BAR_HEIGHT = 5;

/** The possible intervals between the times below the strip. The first one with at most `MAX_TICKS` times is used. */
const TICK_INTERVALS_MS = [10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS];
const MAX_TICKS = 8;

/** Returns the round times to write below a strip from `fromMs` to `untilMs`, in milliseconds since 1970. */
export function listTicks(fromMs: number, untilMs: number, zone: string): number[] {
  const intervalMs =
    TICK_INTERVALS_MS.find((interval) => (untilMs - fromMs) / interval <= MAX_TICKS) ?? 4 * HOUR_MS;
  const offsetMs = Date.parse(`${formatLocalTime(fromMs, zone)}Z`) - Math.floor(fromMs / 1000) * 1000;
  const first = Math.ceil((fromMs + offsetMs) / intervalMs) * intervalMs - offsetMs;
  const ticks: number[] = [];
  for (let tick = first; tick <= untilMs; tick += intervalMs) ticks.push(tick);
  return ticks;
}

/** Draws bars at the times of changes, and hatches the times without a recording. */
function ActivityDrawing({
  activity,
  fromMs,
  untilMs,
}: {
  activity: RecordedActivityAnswer | undefined;
  fromMs: number;
  untilMs: number;
}) {
  const toX = (ms: number) => Math.max(0, Math.min(1, (ms - fromMs) / (untilMs - fromMs))) * WIDTH;
  const maxCount = Math.max(1, ...(activity?.changeCounts ?? []));
  const partWidth = activity ? WIDTH / activity.changeCounts.length : 0;
  return (
    <svg
      className="playback-activity"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <defs>
        <pattern
          id="playback-hatch"
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <line className="playback-hatch" x1="0" y1="0" x2="0" y2="6" />
        </pattern>
      </defs>
      <rect width={WIDTH} height={HEIGHT} fill="url(#playback-hatch)" />
      {activity?.recorded.map(({ from, until }) => (
        <rect
          key={from}
          className="playback-recorded"
          x={toX(Date.parse(from))}
          width={Math.max(1, toX(Date.parse(until)) - toX(Date.parse(from)))}
          height={HEIGHT}
        />
      ))}
      {activity?.changeCounts.map((count, partIndex) => {
        if (count === 0) return null;
        // The square root keeps a single change visible beside a bar of many changes.
        const height = MIN_BAR_HEIGHT + (HEIGHT - MIN_BAR_HEIGHT) * Math.sqrt(count / maxCount);
        return (
          <rect
            key={partIndex}
            className="playback-change"
            x={partIndex * partWidth}
            y={HEIGHT - height}
            width={partWidth * 0.8}
            height={height}
          />
        );
      })}
    </svg>
  );
}

interface Props {
  state: PlaybackState;
  activity: RecordedActivityAnswer | undefined;
  onSeek: (ms: number) => void;
}

/** Shows a strip of time with the recorded changes, on which a person can move the position. */
export function PlaybackStrip({ state: { positionMs, spanFromMs, spanUntilMs }, activity, onSeek }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const toPercent = (ms: number) => `${((ms - spanFromMs) / (spanUntilMs - spanFromMs)) * 100}%`;
  return (
    <div className="playback-strip">
      <ActivityDrawing activity={activity} fromMs={spanFromMs} untilMs={spanUntilMs} />
      <span
        className="playback-needle"
        style={{ insetInlineStart: toPercent(positionMs) }}
        aria-hidden="true"
      />
      <input
        type="range"
        aria-label={t('playbackPosition')}
        aria-valuetext={formatLocalTime(positionMs, zone).replace('T', ' ')}
        min={spanFromMs}
        max={spanUntilMs}
        step={1000}
        value={positionMs}
        onChange={(event) => onSeek(Number(event.target.value))}
      />
      <div className="playback-ticks" aria-hidden="true">
        {listTicks(spanFromMs, spanUntilMs, zone).map((tick) => (
          <span key={tick} style={{ insetInlineStart: toPercent(tick) }}>
            {formatLocalTime(tick, zone).slice(11, 16)}
          </span>
        ))}
      </div>
    </div>
  );
}
