import { expect, test } from 'vitest';
import { decodeUser, encodeUser } from '#shared/kernel/user-answer.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';

const factory = { factoryId: 2, factoryCode: 'B', factoryName: 'B', isHome: false, isHere: true };
const user = {
  accountId: 1,
  permissions: ['WORK_ORDER', 'TASK_REPORT'],
  factoryPermissions: [{ ...factory, permissions: ['WORK_ORDER'] }],
} as unknown as CurrentUser;

test('permission lists are strings on the wire; arrays from an upstream server are also decoded', () => {
  const encodedUser = encodeUser(user);
  expect(encodedUser.permissions).toBe('WORK_ORDER,TASK_REPORT');
  expect(typeof encodedUser.factoryPermissions).toBe('string');
  expect(decodeUser(encodedUser)).toEqual(user);
  expect(decodeUser(user)).toEqual(user);
  expect(decodeUser({ ...encodedUser, permissions: '' }).permissions).toEqual([]);
});
