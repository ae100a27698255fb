import { defineEntity } from '#shared/kernel/entity.ts';
import { text } from '#shared/kernel/fields.ts';
import { companyCodeAndNameFields, companyContactFields } from './company-fields.ts';

/** A company that sells to the factory or does outsourced work for it. */
export const supplier = defineEntity({
  name: 'supplier',
  path: '/mes/system/basic/supplier',
  permission: 'SYSTEM_BASIC_SUPPLIER',
  shownAs: 'shortName',
  sort: 'code',
  fields: { ...companyCodeAndNameFields, contact: text({ max: 60 }), ...companyContactFields },
});
