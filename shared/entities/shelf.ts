import { defineEntity } from '#shared/kernel/entity.ts';
import { ref, text } from '#shared/kernel/fields.ts';

/** A storage place for parts and material, which may belong to a work group. */
export const shelf = defineEntity({
  name: 'shelf',
  path: '/mes/system/basic/shelf',
  permission: 'SYSTEM_BASIC_SHELF',
  shownAs: 'name',
  sort: 'code',
  filters: ['workGroupId'],
  terminalVerbs: ['list'],
  pickedBy: ['workGroupId'],
  fields: {
    code: text({ required: true, unique: true, max: 40 }),
    name: text({ required: true, max: 100 }),
    workGroupId: ref('workGroup'),
    remark: text({ max: 500 }),
  },
});
