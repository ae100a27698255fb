import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, date, moment, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import { ORDER_STATES } from '#shared/machines/work-order.ts';
import { classificationRef } from './classification-ref.ts';

/** An order to make products: what to make, how many, by when and for whom. */
export const workOrder = defineEntity({
  name: 'workOrder',
  path: '/mes/order',
  permission: 'WORK_ORDER',
  shownAs: 'code',
  sort: '-id',
  topic: 'progress',
  filters: ['state', 'customerId', 'dueDate', 'priority'],
  customColumns: 'order',
  derived: [
    'state',
    'progress',
    'completedQuantity',
    'startedAt',
    'endedAt',
    'projectedEnd',
    'splitFromId',
    'mergedIntoId',
    'planImportId',
  ],
  fields: {
    code: text({ required: true, unique: true, max: 60, label: 'orderCode' }),
    name: text({ required: true }),
    state: choice(ORDER_STATES, { initial: 'draft', label: 'orderState' }),
    customerId: ref('customer'),
    projectId: ref('project'),
    orderGroupId: ref('orderGroup'),
    purchasingOrder: text({ max: 60 }),
    orderTypeId: classificationRef('orderType'),
    deadlineClassId: classificationRef('deadlineClass'),
    quantity: quantity({ required: true, min: 0.0001 }),
    completedQuantity: quantity({ initial: 0, label: 'completed' }),
    progress: number({ unit: 'percent', min: 0, max: 100, initial: 0 }),
    priority: number({ min: 1, max: 9, decimals: 0, initial: 5 }),
    plannedStart: date(),
    dueDate: date(),
    promisedDate: date(),
    startedAt: moment(),
    endedAt: moment(),
    /**
     * When the order will be ready by the applied plan. The server updates this time with what has happened
     * since.
     */
    projectedEnd: moment(),
    /** The order that this order was split off from. */
    splitFromId: ref('workOrder', { label: 'splitFrom' }),
    /** The order that this order was merged into. */
    mergedIntoId: ref('workOrder', { label: 'mergedInto' }),
    /** The import that created the order. */
    planImportId: ref('planImport'),
    remark: text({ max: 500 }),
  },
});
