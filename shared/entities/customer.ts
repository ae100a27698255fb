import { defineEntity } from '#shared/kernel/entity.ts';
import { ref, text } from '#shared/kernel/fields.ts';

/** Who orders the factory's work. */
export const customer = defineEntity({
  name: 'customer',
  path: '/mes/system/basic/customer',
  permission: 'SYSTEM_BASIC_CUSTOMER',
  shownAs: 'shortName',
  sort: 'code',
  fields: {
    code: text({ required: true, unique: true, max: 40 }),
    shortName: text({ required: true, max: 60 }),
    fullName: text(),
    address: text({ max: 400 }),
    regionId: ref('classification', { label: 'region' }),
    telephone: text({ max: 40 }),
    fax: text({ max: 40 }),
    mail: text({ max: 100 }),
  },
});
