interface Times {
  readonly startsAt: string;
  readonly endsAt: string;
}

const spanOf = ({ startsAt, endsAt }: Times): string => `${startsAt}–${endsAt}`;

/** Names the times of the rows of a shift pattern: '10:00–10:15, 12:00–12:30'. */
export const timesWords = (rows: unknown): string => (rows as readonly Times[]).map(spanOf).join(', ') || '—';

/** Names the shifts of a shift pattern with their times, each once: 'Day 08:00–20:00, Night 20:00–08:00'. */
export const shiftWords = (rows: unknown): string =>
  [
    ...new Set(
      (rows as readonly (Times & { name: string })[]).map((shift) => `${shift.name} ${spanOf(shift)}`),
    ),
  ].join(', ') || '—';
