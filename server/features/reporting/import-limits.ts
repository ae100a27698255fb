import type { ErrorCode } from '#shared/kernel/errors.ts';
import type { FieldProblems } from '#shared/kernel/validate.ts';
import { sum } from '#shared/ledger/quantity.ts';
import type { RoutingProcess } from '../../ledger/routing.ts';
import { wallSeconds, type ImportRow } from './import-row.ts';

/** The largest quantity the database column numeric(14,4) can hold. */
const MAX_QUANTITY = 9_999_999_999;
/** The longest duration the database column can hold, in seconds. */
const MAX_SECONDS = 2_147_483_647;
/** How far the clock of the imported log may be ahead of the server's, in milliseconds. */
const CLOCK_TOLERANCE_MS = 5000;

/** The latest local time that a row may have in the factory's time zone: 'YYYY-MM-DDTHH:mm:ss'. */
export const latestWallClock = (now: string, zone: string): string =>
  new Date(Date.parse(now) + CLOCK_TOLERANCE_MS)
    .toLocaleString('sv-SE', { timeZone: zone })
    .replace(' ', 'T');

/**
 * Finds why a well-formed row cannot be imported: it lies in the future, or its quantities are too large. Only this row
 * is refused; the others are imported.
 * @param now the result of `latestWallClock`
 */
export function findRowProblem(
  row: ImportRow,
  process: RoutingProcess,
  now: string,
): { code: ErrorCode; fields: FieldProblems } | null {
  if (row.endedAt > now) return { code: 'timeAhead', fields: { endedAt: { reason: 'notADate' } } };
  const tooLarge = (name: string, max: number) => ({
    code: 'fieldsInvalid' as const,
    fields: { [name]: { reason: 'tooLarge' as const, params: { max } } },
  });
  if (wallSeconds(row) > MAX_SECONDS) return tooLarge('endedAt', MAX_SECONDS);
  const made = sum(row.good, row.scrap, row.hold, row.rework);
  // The total that a process has ever taken in is an upper bound of each of its buckets.
  const total = sum(process.received, process.excess, made);
  return total > MAX_QUANTITY ? tooLarge('good', MAX_QUANTITY) : null;
}
