import { defineEntity } from '#shared/kernel/entity.ts';
import { flag, moment, refs, text } from '#shared/kernel/fields.ts';

/**
 * Somebody of another factory who may come in here. They are named by what they log in with at home; whether there is
 * such a person is not told: it shows when they first come.
 */
export const guest = defineEntity({
  name: 'guest',
  path: '/mes/system/basic/guest',
  permission: 'SYSTEM_BASIC_GUEST',
  shownAs: 'name',
  sort: 'name',
  derived: ['acceptedAt'],
  filters: ['enabled'],
  fields: {
    homeFactoryCode: text({ required: true, max: 40 }),
    code: text({ required: true, max: 40, label: 'employeeCode' }),
    name: text({ required: true, max: 100 }),
    roleIds: refs('role'),
    enabled: flag({ initial: true }),
    /** When they first came in; from then on it is this person, whatever happens to the code at home. */
    acceptedAt: moment(),
    remark: text({ max: 500 }),
  },
});
