import { defineEntity } from '#shared/kernel/entity.ts';
import { text } from '#shared/kernel/fields.ts';

/** A production line, which consists of work groups (ISA-95: production line). */
export const productionLine = defineEntity({
  name: 'productionLine',
  path: '/mes/system/basic/productionLine',
  permission: 'SYSTEM_BASIC_PRODUCTION_LINE',
  shownAs: 'name',
  sort: 'code',
  fields: {
    code: text({ required: true, unique: true, max: 40 }),
    name: text({ required: true, max: 100 }),
  },
});
