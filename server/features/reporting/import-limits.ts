import type { ErrorCode } from '#shared/kernel/error-catalogue.ts';
import type { FieldProblems } from '#shared/kernel/validate.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import type { RoutingProcess } from '../../ledger/routing.ts';
import { computeRowSeconds, type ImportRow } from './import-row.ts';

/** The largest whole quantity that the database column, numeric(14,4), can hold. */
const MAX_QUANTITY = 9_999_999_999;
/** The longest duration that the database column can hold, in seconds. */
const MAX_DURATION_SECONDS = 2_147_483_647;
/** How far the clock of the imported log may be ahead of the server's clock, in milliseconds. */
const CLOCK_TOLERANCE_MS = 5000;

/** Returns the latest end that a row may have, as a local time of the factory: 'YYYY-MM-DDTHH:mm:ss'. */
export const computeLatestAllowedEnd = (now: string, zone: string): string =>
  new Date(Date.parse(now) + CLOCK_TOLERANCE_MS)
    .toLocaleString('sv-SE', { timeZone: zone })
    .replace(' ', 'T');

/**
 * Finds the reason to refuse a row whose single values are valid: the end is in the future, or the duration
 * or a quantity of the process would be too large for the database.
 * @param latestEnd the latest allowed local time, from `computeLatestAllowedEnd`
 * @returns the reason; null if the row can be imported
 */
export function findRowProblem(
  row: ImportRow,
  process: RoutingProcess,
  latestEnd: string,
): { code: ErrorCode; fields: FieldProblems } | null {
  if (row.endedAt > latestEnd) return { code: 'timeAhead', fields: { endedAt: { reason: 'notADate' } } };
  const makeTooLargeProblem = (name: string, max: number) => ({
    code: 'fieldsInvalid' as const,
    fields: { [name]: { reason: 'tooLarge' as const, params: { max } } },
  });
  if (computeRowSeconds(row) > MAX_DURATION_SECONDS)
    return makeTooLargeProblem('endedAt', MAX_DURATION_SECONDS);
  const madeQuantity = addQuantities(row.good, row.scrap, row.hold, row.rework);
  // No quantity in the ledger of a process can be larger than what the process has received, plus its excess pieces and
  // the pieces of this row.
  const total = addQuantities(process.received, process.excess, madeQuantity);
  return total > MAX_QUANTITY ? makeTooLargeProblem('good', MAX_QUANTITY) : null;
}
