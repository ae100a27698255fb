import { defineEntity } from '#shared/kernel/entity.ts';
import { companyNameFields, companyContactFields } from './company-fields.ts';

/** A company that orders from the factory. */
export const customer = defineEntity({
  name: 'customer',
  path: '/mes/system/basic/customer',
  permission: 'SYSTEM_BASIC_CUSTOMER',
  shownAs: 'shortName',
  sort: 'code',
  fields: { ...companyNameFields, ...companyContactFields },
});
