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
const hasValidTimes = <T extends Partial<DailyTimeSpan>>(times: T): times is T & DailyTimeSpan =>
  TIME_OF_DAY_PATTERN.test(times.startsAt ?? '') && TIME_OF_DAY_PATTERN.test(times.endsAt ?? '');

/**
 * Splits a time span at midnight.
 * @returns one piece, or two pieces if the span crosses midnight; a fraction of 1 is a whole day
 */
function splitAtMidnight(times: DailyTimeSpan): { startFraction: number; lengthFraction: number }[] {
  const start = toMinuteOfDay(times.startsAt);
  const durationMinutes = getDurationMinutes(times);
  const minutesToMidnight = Math.min(durationMinutes, MINUTES_PER_DAY - start);
  const pieces = [
    { startFraction: start / MINUTES_PER_DAY, lengthFraction: minutesToMidnight / MINUTES_PER_DAY },
  ];
  return durationMinutes > minutesToMidnight
    ? [
        ...pieces,
        { startFraction: 0, lengthFraction: (durationMinutes - minutesToMidnight) / MINUTES_PER_DAY },
      ]
    : pieces;
}

const formatPercent = (fraction: number): string => `${(fraction * 100).toFixed(3)}%`;

/**
 * Draws the shifts of a class table on an axis of 24 hours. Each shift with valid times has its own
 * row, which also shows the breaks within the shift.
 */
export function DayBar({ shifts, breaks }: Props) {
  const t = useT();
  const validShifts = shifts.filter(hasValidTimes);
  if (validShifts.length === 0) return null;
  const validBreaks = breaks.filter(hasValidTimes);
  const formatWorkingTime = (shift: DailyTimeSpan) => {
    const breakMinutes = validBreaks
      .filter((breakTimes) => isBreakWithinShift(breakTimes, shift))
      .reduce((sum, breakTimes) => sum + getDurationMinutes(breakTimes), 0);
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
      {validShifts.map((shift) => (
        <div key={`${shift.startsAt}-${shift.endsAt}-${shift.name}`} className="day-bar-row">
          {splitAtMidnight(shift).map(({ startFraction, lengthFraction }, index) => (
            <span
              key={startFraction}
              className="day-bar-shift"
              style={{
                insetInlineStart: formatPercent(startFraction),
                inlineSize: formatPercent(lengthFraction),
              }}
            >
              {index === 0 && `${shift.name ?? ''} ${formatWorkingTime(shift)}`}
            </span>
          ))}
          {validBreaks
            .filter((breakTimes) => isBreakWithinShift(breakTimes, shift))
            .flatMap(splitAtMidnight)
            .map(({ startFraction, lengthFraction }) => (
              <span
                key={startFraction}
                className="day-bar-break"
                style={{
                  insetInlineStart: formatPercent(startFraction),
                  inlineSize: formatPercent(lengthFraction),
                }}
              />
            ))}
        </div>
      ))}
    </div>
  );
}
