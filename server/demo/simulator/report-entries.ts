import { roundQuantity, subtractQuantities } from '#shared/ledger/quantity.ts';
import type { ReportEntryRequest } from '#shared/reporting/report-entries.ts';
import { chooseValue } from './choose-value.ts';
import type { RandomGenerator } from './random.ts';

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
      const remainingQuantity = subtractQuantities(planned, issued);
      const quantity = Math.min(remainingQuantity, roundQuantity(perPiece * pieces));
      return quantity > 0 ? [{ barcode: code, quantity }] : [];
    }),
  };
}
