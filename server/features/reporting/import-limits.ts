import type { ErrorCode } from '#shared/kernel/errors.ts';
import type { FieldProblems } from '#shared/kernel/validate.ts';
import { sum } from '#shared/ledger/quantity.ts';
import type { RoutingProcess } from '../../ledger/routing.ts';
import { wallSeconds, type ImportRow } from './import-row.ts';

/** The largest quantity that is kept: numeric(14,4), less what a sum of it may still need. */
const MAX_PIECES = 9_999_999_999;
/** The longest duration that is kept, in seconds. */
const MAX_SECONDS = 2_147_483_647;
/** How far ahead of this one the clock that wrote the log may be, in milliseconds. */
const AHEAD_MS = 5000;

/** What the clock on the factory's wall says, a little ahead: 'YYYY-MM-DDTHH:mm:ss'. */
export const wallClockOf = (now: string, zone: string): string =>
  new Date(Date.parse(now) + AHEAD_MS).toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T');

/**
 * Why a row of the past cannot be filed although everything in it is well formed: it lies in the future, or it makes
 * more than can be counted. Refused alone, so that the others stand.
 * @param now as `wallClockOf` says it
 */
export function refuseRow(
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
  // Everything that one process has ever taken in bounds each of its buckets.
  const taken = sum(process.received, process.excess, made);
  return taken > MAX_PIECES ? tooLarge('good', MAX_PIECES) : null;
}
