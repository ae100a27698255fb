/** The times of a shift, and its planned time per piece. */
export interface ShiftWithTakt {
  /** The start of the shift, ISO 8601. `endsAt` has the same form. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly hasBegun: boolean;
  /** The planned time per piece in seconds; null without a plan. */
  readonly taktSeconds: number | null;
}

const padTwoDigits = (value: number): string => String(value).padStart(2, '0');

/**
 * Formats the time until the next piece is due by the planned takt, such as '0:23'.
 * @param nowSeconds the current time in seconds since 1970
 * @returns null without a takt, or while the shift is not being worked
 */
export function formatTaktCountdown(
  { startsAt, endsAt, hasBegun, taktSeconds }: ShiftWithTakt,
  nowSeconds: number,
): string | null {
  const passedSeconds = nowSeconds - Date.parse(startsAt) / 1000;
  if (!hasBegun || taktSeconds === null || taktSeconds <= 0) return null;
  if (passedSeconds < 0 || nowSeconds >= Date.parse(endsAt) / 1000) return null;
  const leftSeconds = Math.ceil(taktSeconds - (passedSeconds % taktSeconds));
  const minutes = Math.floor(leftSeconds / 60);
  return `${minutes}:${padTwoDigits(leftSeconds % 60)}`;
}
