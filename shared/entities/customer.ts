import { defineEntity } from '#shared/kernel/entity.ts';
import { companyCodeAndNameFields, companyContactFields } from './company-fields.ts';

/** A company that orders from the factory. */
export const customer = defineEntity({
  name: 'customer',
  path: '/mes/system/basic/customer',
  permission: 'SYSTEM_BASIC_CUSTOMER',
  shownAs: 'shortName',
  sort: 'code',
  fields: { ...companyCodeAndNameFields, ...companyContactFields },
});
