interface Times {
  readonly startsAt: string;
  readonly endsAt: string;
}

const spanOf = ({ startsAt, endsAt }: Times): string => `${startsAt}–${endsAt}`;

/** Formats the times of a class table's breaks: '10:00–10:15, 12:00–12:30'. */
export const timesWords = (rows: unknown): string => (rows as readonly Times[]).map(spanOf).join(', ') || '—';

/** Formats a class table's shifts with their times, without duplicates: 'Day 08:00–20:00, Night 20:00–08:00'. */
export const shiftWords = (rows: unknown): string =>
  [
    ...new Set(
      (rows as readonly (Times & { name: string })[]).map((shift) => `${shift.name} ${spanOf(shift)}`),
    ),
  ].join(', ') || '—';
