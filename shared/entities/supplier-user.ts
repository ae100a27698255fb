import { defineEntity } from '#shared/kernel/entity.ts';
import { ref } from '#shared/kernel/fields.ts';
import { outsideUserFields } from './outside-user-fields.ts';

/** Somebody of a supplier who logs in with the supplier's code and sees the work that the supplier does. */
export const supplierUser = defineEntity({
  name: 'supplierUser',
  path: '/mes/system/basic/supplierUser',
  permission: 'SYSTEM_BASIC_SUPPLIER_USER',
  shownAs: 'name',
  sort: 'code',
  filters: ['supplierId', 'enabled'],
  fields: { supplierId: ref('supplier', { required: true }), ...outsideUserFields },
});
