import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, date, file, lines, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import { WAREHOUSE_STATES } from '#shared/ledger/warehouse.ts';

/** A component of a work order. An assembly is the parent of its parts. */
export const part = defineEntity({
  name: 'part',
  path: '/mes/order/part',
  permission: 'WORK_ORDER',
  shownAs: 'name',
  sort: 'id',
  parentField: 'parentId',
  topic: 'progress',
  filters: ['orderId', 'source'],
  derived: ['scrapAllowance', 'warehoused', 'warehouseStatus', 'combinedIntoId'],
  customColumns: 'part',
  fields: {
    orderId: ref('workOrder', { required: true, label: 'workOrder' }),
    parentId: ref('part'),
    code: text({ required: true, max: 60 }),
    name: text({ required: true }),
    quantity: quantity({ required: true, min: 0.0001 }),
    quantityPer: quantity({ min: 0.0001, initial: 1 }),
    /** How many pieces are made in addition to the quantity, to replace scrapped pieces. */
    scrapAllowance: quantity({ initial: 0 }),
    materialName: text({ max: 100 }),
    spec: text(),
    size: text({ max: 100 }),
    weight: number({ unit: 'kilograms', min: 0 }),
    source: choice(['make', 'buy', 'outsource'], { initial: 'make' }),
    dueDate: date(),
    drawing: file(),
    /** The materials that the part needs. An empty quantity becomes the default of the material for each piece. */
    materials: lines(
      {
        materialId: ref('material', { required: true }),
        plannedQuantity: quantity({ min: 0.0001 }),
      },
      { max: 100 },
    ),
    /** How many pieces are in the warehouse. */
    warehoused: quantity({ initial: 0 }),
    warehouseStatus: choice(WAREHOUSE_STATES, { initial: 'notIn' }),
    /** The part into which this part was combined, and which makes its pieces. Combining deletes this part. */
    combinedIntoId: ref('part', { label: 'combinedInto' }),
  },
});
