import { defineEntity } from '#shared/kernel/entity.ts';
import { ref, text } from '#shared/kernel/fields.ts';

/** Who sells to the factory, or does some of its work outside. */
export const supplier = defineEntity({
  name: 'supplier',
  path: '/mes/system/basic/supplier',
  permission: 'SYSTEM_BASIC_SUPPLIER',
  shownAs: 'shortName',
  sort: 'code',
  fields: {
    code: text({ required: true, unique: true, max: 40 }),
    shortName: text({ required: true, max: 60 }),
    fullName: text(),
    contact: text({ max: 60 }),
    address: text({ max: 400 }),
    regionId: ref('classification', { label: 'region' }),
    telephone: text({ max: 40 }),
    fax: text({ max: 40 }),
    mail: text({ max: 100 }),
  },
});
