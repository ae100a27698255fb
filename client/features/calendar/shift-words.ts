interface TimesOfRow {
  readonly startsAt: string;
  readonly endsAt: string;
}

const formatTimeSpan = ({ startsAt, endsAt }: TimesOfRow): string => `${startsAt}–${endsAt}`;

/** Formats the times of a class table's breaks: '10:00–10:15, 12:00–12:30'. */
export const formatTimeSpans = (rows: unknown): string =>
  (rows as readonly TimesOfRow[]).map(formatTimeSpan).join(', ') || '—';

/** Formats a class table's shifts with their times, without duplicates: 'Day 08:00–20:00, Night 20:00–08:00'. */
export const formatShifts = (rows: unknown): string =>
  [
    ...new Set(
      (rows as readonly (TimesOfRow & { name: string })[]).map(
        (shift) => `${shift.name} ${formatTimeSpan(shift)}`,
      ),
    ),
  ].join(', ') || '—';
