import { ref } from '#shared/kernel/fields.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import type { EntityName } from '#shared/entities/index.ts';
import { entities } from '#shared/entities/index.ts';
import { command, type Route } from '../../call/route.ts';
import { resetPassword, type AccountOwner } from './reset-password.ts';

const resetRoute = (entity: EntityName, permission: Permission, owner: AccountOwner): Route =>
  command({
    path: `${entities[entity].path}/resetPassword`,
    permission,
    secret: true,
    input: { id: ref(entity, { required: true, label: entity }) },
    run: ({ work, installation, input }) => resetPassword(work, installation, owner, input.id),
  });

/** Routes that reset the password of another account. */
export const accountRoutes: Route[] = [
  resetRoute('employee', 'SYSTEM_BASIC_EMPLOYEE_MODIFY', 'employee_id'),
  resetRoute('customerUser', 'SYSTEM_BASIC_CUSTOMER_USER_MODIFY', 'customer_user_id'),
  resetRoute('supplierUser', 'SYSTEM_BASIC_SUPPLIER_USER_MODIFY', 'supplier_user_id'),
];
