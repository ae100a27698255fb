import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, lines, number, ref, text } from '#shared/kernel/fields.ts';

/** Maps the column headings of an external material list to the fields of a material. */
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
        /**
         * The factor for the numbers in this column of the external list, e.g. 0.001 for prices per thousand pieces.
         */
        factor: number({ min: 0.0001 }),
      },
      { min: 1, max: 6, label: 'mappedColumns' },
    ),
  },
});
