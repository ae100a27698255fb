import { roundQuantity, subtractQuantities } from '#shared/ledger/quantity.ts';
import type { ProductionParameter, ReportEntryRequest } from '#shared/reporting/report-entries.ts';
import type { RandomGenerator } from './random.ts';

/** The probability that a measured value is out of its limits. */
const OUTSIDE_PROBABILITY = 0.04;
/** If a parameter has only one limit, the width of its range of values as a share of this limit. */
const OPEN_RANGE_SHARE = 0.2;

/** Chooses a measured value: mostly near the middle of the limits, sometimes a little outside. */
function chooseValue(
  { lowerLimit, upperLimit, decimals }: ProductionParameter,
  random: RandomGenerator,
): number {
  const lower = lowerLimit ?? (upperLimit ?? 10) * (1 - OPEN_RANGE_SHARE);
  const upper = upperLimit ?? lower + Math.max(1, Math.abs(lower) * OPEN_RANGE_SHARE);
  const range = upper - lower;
  const isOutside = random.chance(OUTSIDE_PROBABILITY);
  const place = isOutside
    ? random.pickOne([-0.1, 1.1])
    : (random.pickBetween(0.1, 0.9) + random.pickBetween(0.1, 0.9)) / 2;
  return Number((lower + place * range).toFixed(decimals));
}

/**
 * Makes the barcode of a piece from the pattern of the craft. It contains the id of the report and the number of the
 * piece.
 */
function makeBarcode(pattern: string | null, reportId: number, number: number): string {
  const digitCount = [...(pattern ?? '')].filter((symbol) => symbol === '#').length;
  const digits = [...String(number).padStart(digitCount, '0').slice(-digitCount)];
  return [...(pattern ?? `*-${number}`)]
    .map((symbol) => (symbol === '#' ? (digits.shift() ?? '0') : symbol === '*' ? String(reportId) : symbol))
    .join('');
}

/** Chooses the additional values that a worker enters when a job ends. A report without pieces has no such values. */
export function chooseReportEntries(
  request: ReportEntryRequest | null,
  { reportId, pieces }: { reportId: number; pieces: number },
  random: RandomGenerator,
): Record<string, unknown> {
  if (!request || pieces === 0) return {};
  if (request.kind === 'parameters')
    return {
      parameters: request.parameters.map((parameter) => ({
        code: parameter.code,
        value: chooseValue(parameter, random),
      })),
    };
  if (request.kind === 'barcodes')
    return {
      barcodes: Array.from({ length: pieces }, (_, index) => ({
        barcode: makeBarcode(request.pattern, reportId, index + 1),
      })),
    };
  return {
    materials: request.materials.flatMap(({ code, perPiece, planned, issued }) => {
      const open = subtractQuantities(planned, issued);
      const quantity = Math.min(open, roundQuantity(perPiece * pieces));
      return quantity > 0 ? [{ barcode: code, quantity }] : [];
    }),
  };
}
