import {
  isBreakWithinShift,
  getDurationMinutes,
  TIME_OF_DAY_PATTERN,
  type DailyTimeSpan,
} from '#shared/rules/shift-times.ts';
import { formatDuration } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import './day-bar.css';

interface Props {
  shifts: readonly (Partial<DailyTimeSpan> & { name?: string | null })[];
  breaks: readonly Partial<DailyTimeSpan>[];
}

const MINUTES_PER_DAY = 24 * 60;
const LABELLED_HOURS = [0, 6, 12, 18, 24];
const toMinuteOfDay = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const hasValidTimes = <T extends Partial<DailyTimeSpan>>(one: T): one is T & DailyTimeSpan =>
  TIME_OF_DAY_PATTERN.test(one.startsAt ?? '') && TIME_OF_DAY_PATTERN.test(one.endsAt ?? '');

/**
 * Splits a time span at midnight.
 * @returns one piece, or two if the span crosses midnight; `at` (the start) and `long` (the length)
 *   are fractions of a day
 */
function splitAtMidnight(times: DailyTimeSpan): { at: number; long: number }[] {
  const start = toMinuteOfDay(times.startsAt);
  const durationMinutes = getDurationMinutes(times);
  const minutesToMidnight = Math.min(durationMinutes, MINUTES_PER_DAY - start);
  const all = [{ at: start / MINUTES_PER_DAY, long: minutesToMidnight / MINUTES_PER_DAY }];
  return durationMinutes > minutesToMidnight
    ? [...all, { at: 0, long: (durationMinutes - minutesToMidnight) / MINUTES_PER_DAY }]
    : all;
}

const formatPercent = (part: number): string => `${(part * 100).toFixed(3)}%`;

/**
 * Draws the shifts of a class table on an axis of 24 hours. Each shift with valid times has its own
 * row, which also shows the breaks within the shift.
 */
export function DayBar({ shifts, breaks }: Props) {
  const t = useT();
  const timed = shifts.filter(hasValidTimes);
  if (timed.length === 0) return null;
  const rests = breaks.filter(hasValidTimes);
  const working = (shift: DailyTimeSpan) => {
    const breakMinutes = rests
      .filter((one) => isBreakWithinShift(one, shift))
      .reduce((sum, one) => sum + getDurationMinutes(one), 0);
    return formatDuration((getDurationMinutes(shift) - breakMinutes) * 60);
  };
  return (
    <div className="day-bar" role="img" aria-label={t('dayBar')}>
      <div className="day-bar-hours">
        {LABELLED_HOURS.map((hour) => (
          <span key={hour} style={{ insetInlineStart: formatPercent(hour / 24) }}>
            {String(hour).padStart(2, '0')}
          </span>
        ))}
      </div>
      {timed.map((shift) => (
        <div key={`${shift.startsAt}-${shift.endsAt}-${shift.name}`} className="day-bar-row">
          {splitAtMidnight(shift).map(({ at, long }, index) => (
            <span
              key={at}
              className="day-bar-shift"
              style={{ insetInlineStart: formatPercent(at), inlineSize: formatPercent(long) }}
            >
              {index === 0 && `${shift.name ?? ''} ${working(shift)}`}
            </span>
          ))}
          {rests
            .filter((one) => isBreakWithinShift(one, shift))
            .flatMap(splitAtMidnight)
            .map(({ at, long }) => (
              <span
                key={at}
                className="day-bar-break"
                style={{ insetInlineStart: formatPercent(at), inlineSize: formatPercent(long) }}
              />
            ))}
        </div>
      ))}
    </div>
  );
}
