import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, date, lines, moment, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import { OUTSOURCING_STATES } from '#shared/machines/outsourcing-order.ts';

/**
 * An order to a supplier to do processes of one or several work orders. Its movements record the sent and the returned
 * pieces.
 */
export const outsourcingOrder = defineEntity({
  name: 'outsourcingOrder',
  path: '/mes/outsourcing',
  permission: 'OUTSOURCING',
  shownAs: 'code',
  sort: '-code',
  topic: 'progress',
  verbs: ['page', 'get', 'delete', 'list'],
  filters: ['supplierId', 'state', 'expectedDate'],
  derived: ['state', 'confirmedDate', 'endedAt'],
  fields: {
    code: text({ required: true, unique: true, max: 60, label: 'outsourcingCode' }),
    supplierId: ref('supplier', { required: true }),
    expectedDate: date({ label: 'expectedReturn' }),
    /** The day that the supplier has confirmed. */
    confirmedDate: date({ label: 'confirmedReturn' }),
    state: choice(OUTSOURCING_STATES, { initial: 'draft', label: 'outsourcingState' }),
    endedAt: moment({ label: 'outsourcingEndedAt' }),
    remark: text({ max: 500 }),
    items: lines(
      {
        processId: ref('process', { required: true }),
        quantity: quantity({ required: true, min: 0.0001 }),
        /** The price per piece, or the price of the whole line. Only one of them is given. */
        unitPrice: number({ min: 0, decimals: 4 }),
        lumpSum: number({ min: 0, decimals: 2 }),
        remark: text({ max: 200 }),
      },
      { label: 'outsourcedProcesses' },
    ),
  },
});
