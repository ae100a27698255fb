import { INSPECTION_KINDS } from '#shared/entities/inspection-plan-fields.ts';
import { choice, file, flag, lines, number, quantity, ref, text } from '#shared/kernel/fields.ts';

/** The maximum number of values in one call. A larger sample is entered in several calls. */
const MAX_VALUES_PER_CALL = 500;

/** The input fields of the routes of inspections. Each route uses some of them. */
export const INSPECTION_FIELDS = {
  id: ref('inspection', { required: true, label: 'inspection' }),
  version: number({ required: true, min: 1, max: 2_000_000_000, decimals: 0 }),
  processId: ref('process', { required: true }),
  sipId: ref('sip', { required: true }),
  inspectionKind: choice(INSPECTION_KINDS, { required: true }),
  batchQuantity: quantity({ required: true, min: 1, label: 'sampleBatch' }),
  /** If this field is empty, the procedure determines the number. */
  sampleCount: number({ unit: 'pieces', min: 1, max: 100_000, decimals: 0 }),
  deviceId: ref('device'),
  cardId: ref('card'),
  supplierId: ref('supplier'),
  lot: text({ max: 60, label: 'supplierLot' }),
  resubmitsId: ref('inspection', { label: 'resubmitsInspection' }),
  values: lines(
    {
      seq: number({ required: true, min: 1, max: 9999, decimals: 0 }),
      sampleNumber: number({ required: true, min: 1, max: 100_000, decimals: 0 }),
      /** The measured value; only for a measured characteristic. */
      value: number({ min: -9_999_999_999, label: 'measuredValue' }),
      /** The judgement; only for a judged characteristic. */
      judgement: choice(['judgedOk', 'judgedNotOk']),
      /** The gauge; only for a characteristic that requires a gauge. */
      gaugeId: ref('gauge'),
      /** Whether the call may replace a value that was entered before. */
      replaces: flag({ label: 'replacesValue' }),
    },
    { max: MAX_VALUES_PER_CALL, label: 'inspectionValues' },
  ),
  remark: text({ max: 500 }),
  picture: file({ label: 'inspectionPicture' }),
  reason: text({ required: true, max: 500 }),
} as const;
