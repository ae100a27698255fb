/** Days of a factory, both included: 'YYYY-MM-DD'. */
export interface Days {
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;
const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** The day some days after another; before it with a negative number. */
export const dayAfter = (day: string, days: number): string =>
  new Date((numberOf(day) + days) * DAY_MS).toISOString().slice(0, 10);

/** How many days lie between two, both included. */
export const daysIn = ({ from, to }: Days): number => numberOf(to) - numberOf(from) + 1;
