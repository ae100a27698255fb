import { defineEntity } from '#shared/kernel/entity.ts';
import { flag, moment, refs, text } from '#shared/kernel/fields.ts';

/**
 * A user of another factory who may enter this factory. The guest is identified by the login of
 * their home factory. The server does not reveal whether this login exists. It checks the login
 * when the guest first enters.
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
    /**
     * The time when the guest first entered. From then on only this person can enter, even if their
     * login changes.
     */
    acceptedAt: moment(),
    remark: text({ max: 500 }),
  },
});
