import { ref } from '#shared/kernel/fields.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import type { EntityName } from '#shared/entities/index.ts';
import { entities } from '#shared/entities/index.ts';
import { defineCommand, type Route } from '../../call/route.ts';
import { resetPassword, type AccountOwnerColumn } from './reset-password.ts';

const makeResetPasswordRoute = (
  entity: EntityName,
  permission: Permission,
  owner: AccountOwnerColumn,
): Route =>
  defineCommand({
    path: `${entities[entity].path}/resetPassword`,
    permission,
    secret: true,
    input: { id: ref(entity, { required: true, label: entity }) },
    run: ({ work, installation, input }) => resetPassword(work, installation, owner, input.id),
  });

/** Routes that reset the password of another account. */
export const accountRoutes: Route[] = [
  makeResetPasswordRoute('employee', 'SYSTEM_BASIC_EMPLOYEE_MODIFY', 'employee_id'),
  makeResetPasswordRoute('customerUser', 'SYSTEM_BASIC_CUSTOMER_USER_MODIFY', 'customer_user_id'),
  makeResetPasswordRoute('supplierUser', 'SYSTEM_BASIC_SUPPLIER_USER_MODIFY', 'supplier_user_id'),
];
