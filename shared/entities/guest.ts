import { defineEntity } from '#shared/kernel/entity.ts';
import { flag, moment, refs, text } from '#shared/kernel/fields.ts';

/**
 * A user of another factory who may enter this factory. When `homeFactoryCode` and `code` are first saved or
 * changed, the server binds the guest to the account that has these codes at that moment. Later changes of the
 * account's codes have no effect. The server does not reveal whether such an account exists.
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
    /** The time when the guest first entered. From then on the codes cannot be changed. */
    acceptedAt: moment(),
    remark: text({ max: 500 }),
  },
});
