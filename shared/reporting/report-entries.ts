import { addQuantities } from '../ledger/quantity.ts';
import { matchesBarcodePattern } from './barcode-pattern.ts';

/** A value that people measure when they report the work of a craft, with its limits. */
export interface ProductionParameter {
  code: string;
  name: string;
  unit: string | null;
  lowerLimit: number | null;
  upperLimit: number | null;
  required: boolean;
  /** The number of digits after the point. */
  decimals: number;
}

/** A planned material of a part, with its issued quantity. */
export interface PlannedMaterial {
  materialId: number;
  code: string;
  name: string;
  unit: string | null;
  planned: number;
  issued: number;
  /** The planned quantity for one piece of the part. */
  perPiece: number;
}

/** The additional entries that a person makes when work on a process ends. */
export type ReportEntryRequest =
  | { kind: 'parameters'; parameters: readonly ProductionParameter[] }
  | { kind: 'barcodes'; pattern: string | null; required: boolean }
  | { kind: 'materials'; materials: readonly PlannedMaterial[] };

/** The limit that a value violates. */
type ViolatedLimit = { limit: 'lowerLimit' | 'upperLimit'; value: number };

/** Finds the limit that a value violates; null if the value is within the limits. */
export function findViolatedLimit(
  { lowerLimit, upperLimit }: Pick<ProductionParameter, 'lowerLimit' | 'upperLimit'>,
  value: number,
): ViolatedLimit | null {
  if (lowerLimit !== null && value < lowerLimit) return { limit: 'lowerLimit', value: lowerLimit };
  if (upperLimit !== null && value > upperLimit) return { limit: 'upperLimit', value: upperLimit };
  return null;
}

/** The problems that the barcode of a piece can have. */
type PieceBarcodeProblem = 'empty' | 'format' | 'repeated';

/** Finds the problem of the next barcode of a report; null if the barcode is correct. */
export function findPieceBarcodeProblem(
  barcode: string,
  pattern: string | null,
  earlierBarcodes: ReadonlySet<string>,
): PieceBarcodeProblem | null {
  if (barcode.trim() === '') return 'empty';
  if (!matchesBarcodePattern(barcode, pattern)) return 'format';
  return earlierBarcodes.has(barcode) ? 'repeated' : null;
}

/**
 * Whether a report has as many barcodes as its craft demands. A craft that requires barcodes demands one for each
 * piece; other reports may have fewer. A quantity that is not a whole number needs at least one barcode.
 */
export function isBarcodeCountRight(required: boolean, barcodeCount: number, pieces: number): boolean {
  if (!Number.isInteger(pieces)) return !required || barcodeCount > 0;
  return required ? barcodeCount === pieces : barcodeCount <= pieces;
}

/** Whether more of a material is issued to a part than planned. */
export const isBeyondPlan = ({ planned, issued }: PlannedMaterial, quantity: number): boolean =>
  addQuantities(issued, quantity) > planned;
