import { defineEntity } from '#shared/kernel/entity.ts';
import { flag, moment, refs, text } from '#shared/kernel/fields.ts';

/**
 * A user of another factory who may enter this one, identified by their login at home. The server does not reveal
 * whether that login exists; it is checked when the guest first enters.
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
    /** When the guest first entered; from then on the entry is bound to that person, even if their login changes. */
    acceptedAt: moment(),
    remark: text({ max: 500 }),
  },
});
