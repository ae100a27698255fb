import { defineEntity } from '#shared/kernel/entity.ts';
import { number, text } from '#shared/kernel/fields.ts';

/** People and devices that are planned and led together (ISA-95: work centre). */
export const workGroup = defineEntity({
  name: 'workGroup',
  path: '/mes/system/basic/group',
  permission: 'SYSTEM_BASIC_GROUP',
  shownAs: 'name',
  sort: 'code',
  fields: {
    code: text({ required: true, unique: true, max: 40 }),
    name: text({ required: true, max: 100 }),
    efficiency: number({ unit: 'percent', min: 1, max: 300, initial: 100 }),
    remark: text({ max: 500 }),
  },
});
