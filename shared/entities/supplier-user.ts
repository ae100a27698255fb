import { defineEntity } from '#shared/kernel/entity.ts';
import { ref } from '#shared/kernel/fields.ts';
import { outsideUserFields } from './outside-user-fields.ts';

/**
 * A user who works for a supplier. The user logs in with the supplier's code and sees no processes except those that
 * are outsourced to the supplier.
 */
export const supplierUser = defineEntity({
  name: 'supplierUser',
  path: '/mes/system/basic/supplierUser',
  permission: 'SYSTEM_BASIC_SUPPLIER_USER',
  shownAs: 'name',
  sort: 'code',
  filters: ['supplierId', 'enabled'],
  fields: { supplierId: ref('supplier', { required: true }), ...outsideUserFields },
});
