import { defineEntity } from '#shared/kernel/entity.ts';
import { ref } from '#shared/kernel/fields.ts';
import { outsideUserFields } from './outside-user-fields.ts';

/**
 * A user who works for a customer. The user logs in with the customer's code and sees no orders except those of the
 * customer.
 */
export const customerUser = defineEntity({
  name: 'customerUser',
  path: '/mes/system/basic/customerUser',
  permission: 'SYSTEM_BASIC_CUSTOMER_USER',
  shownAs: 'name',
  sort: 'code',
  filters: ['customerId', 'enabled'],
  fields: { customerId: ref('customer', { required: true }), ...outsideUserFields },
});
