import { moment, number, quantity, ref, text } from '#shared/kernel/fields.ts';

/** The input fields of receipts into the warehouse. */
export const RECEIPT_FIELDS = {
  partId: ref('part', { required: true }),
  quantity: quantity({ required: true, min: 0.0001 }),
  shelfId: ref('shelf'),
  at: moment(),
  remark: text({ max: 500 }),
  receiptId: number({
    required: true,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    decimals: 0,
    label: 'warehouseReceipt',
  }),
  reason: text({ required: true, max: 500 }),
} as const;
