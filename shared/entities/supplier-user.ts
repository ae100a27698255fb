import { defineEntity } from '#shared/kernel/entity.ts';
import { ref } from '#shared/kernel/fields.ts';
import { outsideUserFields } from './outside-user-fields.ts';

/** A user of a supplier: they log in with the supplier's code and see only the supplier's work. */
export const supplierUser = defineEntity({
  name: 'supplierUser',
  path: '/mes/system/basic/supplierUser',
  permission: 'SYSTEM_BASIC_SUPPLIER_USER',
  shownAs: 'name',
  sort: 'code',
  filters: ['supplierId', 'enabled'],
  fields: { supplierId: ref('supplier', { required: true }), ...outsideUserFields },
});
