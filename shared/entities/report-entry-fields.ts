import { flag, lines, number, quantity, ref, text } from '#shared/kernel/fields.ts';

/** The maximum number of piece barcodes in one report. */
const MAX_PIECE_BARCODES = 2000;
export const MAX_PIECE_BARCODE_LENGTH = 100;

/**
 * The fields of the entries that a person makes when work ends, by the kind of the entries
 * (`report-ways.ts`).
 */
export const REPORT_ENTRY_FIELDS = {
  parameters: lines(
    {
      code: text({ required: true, max: 40 }),
      value: number({ required: true, min: -9_999_999_999, label: 'measuredValue' }),
    },
    { max: 40, label: 'productionParameters' },
  ),
  barcodes: lines(
    { barcode: text({ required: true, max: MAX_PIECE_BARCODE_LENGTH }) },
    { max: MAX_PIECE_BARCODES, label: 'pieceBarcodes' },
  ),
  materials: lines(
    {
      barcode: text({ required: true, max: 200, label: 'materialBarcode' }),
      quantity: quantity({ required: true, min: 0.0001 }),
    },
    { max: 100, label: 'issuedMaterials' },
  ),
} as const;

/**
 * The stored fields of the entries of a report. They include copies of the names, the limits and the plan at the end of
 * the work.
 */
export const STORED_ENTRY_FIELDS = {
  parameters: lines(
    {
      code: text({ required: true, max: 40 }),
      name: text({ required: true, max: 60 }),
      unit: text({ max: 20 }),
      lowerLimit: number({ min: -9_999_999_999 }),
      upperLimit: number({ min: -9_999_999_999 }),
      value: number({ required: true, min: -9_999_999_999, label: 'measuredValue' }),
      outsideLimits: flag(),
    },
    { label: 'productionParameters' },
  ),
  barcodes: REPORT_ENTRY_FIELDS.barcodes,
  materials: lines(
    {
      materialId: ref('material', { required: true }),
      quantity: quantity({ required: true, min: 0.0001 }),
      beyondPlan: flag(),
    },
    { label: 'issuedMaterials' },
  ),
} as const;
