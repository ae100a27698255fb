import { defineEntity } from '#shared/kernel/entity.ts';
import { number, quantity, ref, text } from '#shared/kernel/fields.ts';

/** A raw material or purchased part, with its standard price. */
export const material = defineEntity({
  name: 'material',
  path: '/mes/system/basic/material',
  permission: 'SYSTEM_BASIC_MATERIAL',
  shownAs: 'name',
  sort: 'code',
  filters: ['unitId'],
  fields: {
    code: text({ required: true, unique: true, max: 60 }),
    name: text({ required: true, max: 100 }),
    defaultSpec: text(),
    unitId: ref('unit'),
    defaultQuantity: quantity(),
    standardPrice: number({ unit: 'perUnit', min: 0 }),
  },
});
