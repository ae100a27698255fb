import { entities } from '#shared/entities/index.ts';
import { ref } from '#shared/kernel/fields.ts';
import { getActionPermission } from '#shared/kernel/permissions.ts';
import { defineCommand, type Route } from '../../call/route.ts';
import { assignFirstPassword } from './first-password.ts';
import { resetPassword, type AccountOwnerColumn } from './reset-password.ts';

const makePasswordRoutes = (
  name: 'employee' | 'customerUser' | 'supplierUser',
  owner: AccountOwnerColumn,
): Route[] => {
  const { path, permission } = entities[name];
  const input = { id: ref(name, { required: true, label: name }) };
  return [
    defineCommand({
      path: `${path}/firstPassword`,
      permission: getActionPermission(permission, 'ADD'),
      secret: true,
      input,
      run: (call) => assignFirstPassword(call.tx, call.installation, name, owner, call.input.id),
    }),
    defineCommand({
      path: `${path}/resetPassword`,
      permission: getActionPermission(permission, 'MODIFY'),
      secret: true,
      input,
      run: (call) => resetPassword(call.tx, call.installation, owner, call.input.id),
    }),
  ];
};

/** Routes that give another account its first password, and that reset its password. */
export const accountRoutes: Route[] = [
  ...makePasswordRoutes('employee', 'employee_id'),
  ...makePasswordRoutes('customerUser', 'customer_user_id'),
  ...makePasswordRoutes('supplierUser', 'supplier_user_id'),
];
