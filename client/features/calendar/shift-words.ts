interface TimeSpanRow {
  readonly startsAt: string;
  readonly endsAt: string;
}

const formatTimeSpan = ({ startsAt, endsAt }: TimeSpanRow): string => `${startsAt}–${endsAt}`;

/** Formats the times of a class table's breaks: '10:00–10:15, 12:00–12:30'. */
export const formatTimeSpans = (rows: unknown): string =>
  (rows as readonly TimeSpanRow[]).map(formatTimeSpan).join(', ') || '—';

/** Formats a class table's shifts with their times, without duplicates: 'Day 08:00–20:00, Night 20:00–08:00'. */
export const formatShifts = (rows: unknown): string =>
  [
    ...new Set(
      (rows as readonly (TimeSpanRow & { name: string })[]).map(
        (shift) => `${shift.name} ${formatTimeSpan(shift)}`,
      ),
    ),
  ].join(', ') || '—';
