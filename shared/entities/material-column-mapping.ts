import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, lines, number, ref, text } from '#shared/kernel/fields.ts';

/** Which column of somebody's material list, known by its heading, fills which field of a material. */
export const materialColumnMapping = defineEntity({
  name: 'materialColumnMapping',
  path: '/mes/system/basic/materialColumnMapping',
  permission: 'MAT_COLUMN_MAPPING',
  shownAs: 'name',
  sort: 'name',
  filters: ['customerId', 'supplierId'],
  fields: {
    name: text({ required: true, unique: true, max: 100 }),
    customerId: ref('customer'),
    supplierId: ref('supplier'),
    remark: text({ max: 500 }),
    columns: lines(
      {
        materialField: choice(['code', 'name', 'defaultSpec', 'unit', 'defaultQuantity', 'standardPrice'], {
          required: true,
        }),
        columnHeader: text({ max: 100 }),
        defaultValue: text({ max: 200 }),
        /** Numbers are multiplied by it: a price per thousand by 0.001. */
        factor: number({ min: 0.0001 }),
      },
      { min: 1, max: 6, label: 'mappedColumns' },
    ),
  },
});
