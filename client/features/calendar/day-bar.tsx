import { isWithin, minutesLong, TIME_OF_DAY, type DayTimes } from '#shared/rules/shift-times.ts';
import { formatDuration } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import './day-bar.css';

interface Props {
  shifts: readonly (Partial<DayTimes> & { name?: string | null })[];
  breaks: readonly Partial<DayTimes>[];
}

const DAY = 24 * 60;
const HOURS = [0, 6, 12, 18, 24];
const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const isTimed = <T extends Partial<DayTimes>>(one: T): one is T & DayTimes =>
  TIME_OF_DAY.test(one.startsAt ?? '') && TIME_OF_DAY.test(one.endsAt ?? '');

/**
 * Splits a time span at midnight.
 * @returns one piece, or two if the span crosses midnight; `at` (the start) and `long` (the length)
 *   are fractions of a day
 */
function pieces(times: DayTimes): { at: number; long: number }[] {
  const start = minuteOf(times.startsAt);
  const long = minutesLong(times);
  const first = Math.min(long, DAY - start);
  const all = [{ at: start / DAY, long: first / DAY }];
  return long > first ? [...all, { at: 0, long: (long - first) / DAY }] : all;
}

const percent = (part: number): string => `${(part * 100).toFixed(3)}%`;

/**
 * Draws the shifts of a class table on an axis of 24 hours. Each shift has its own row with its
 * breaks.
 */
export function DayBar({ shifts, breaks }: Props) {
  const t = useT();
  const timed = shifts.filter(isTimed);
  if (timed.length === 0) return null;
  const rests = breaks.filter(isTimed);
  const working = (shift: DayTimes) => {
    const rest = rests.filter((one) => isWithin(one, shift)).reduce((sum, one) => sum + minutesLong(one), 0);
    return formatDuration((minutesLong(shift) - rest) * 60);
  };
  return (
    <div className="day-bar" role="img" aria-label={t('dayBar')}>
      <div className="day-bar-hours">
        {HOURS.map((hour) => (
          <span key={hour} style={{ insetInlineStart: percent(hour / 24) }}>
            {String(hour).padStart(2, '0')}
          </span>
        ))}
      </div>
      {timed.map((shift) => (
        <div key={`${shift.startsAt}-${shift.endsAt}-${shift.name}`} className="day-bar-row">
          {pieces(shift).map(({ at, long }, index) => (
            <span
              key={at}
              className="day-bar-shift"
              style={{ insetInlineStart: percent(at), inlineSize: percent(long) }}
            >
              {index === 0 && `${shift.name ?? ''} ${working(shift)}`}
            </span>
          ))}
          {rests
            .filter((one) => isWithin(one, shift))
            .flatMap(pieces)
            .map(({ at, long }) => (
              <span
                key={at}
                className="day-bar-break"
                style={{ insetInlineStart: percent(at), inlineSize: percent(long) }}
              />
            ))}
        </div>
      ))}
    </div>
  );
}
