import { defineEntity } from '#shared/kernel/entity.ts';
import { text } from '#shared/kernel/fields.ts';
import { companyNames, companyPlace } from './company-fields.ts';

/** Who sells to the factory, or does some of its work outside. */
export const supplier = defineEntity({
  name: 'supplier',
  path: '/mes/system/basic/supplier',
  permission: 'SYSTEM_BASIC_SUPPLIER',
  shownAs: 'shortName',
  sort: 'code',
  fields: { ...companyNames, contact: text({ max: 60 }), ...companyPlace },
});
