import { expect, test } from 'vitest';
import { decodeUser, encodeUser } from '#shared/kernel/user-answer.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';

const factory = { factoryId: 2, factoryCode: 'B', factoryName: 'B', isHome: false, isHere: true };
const user = {
  accountId: 1,
  permissions: ['WORK_ORDER', 'TASK_REPORT'],
  factoryPermissions: [{ ...factory, permissions: ['WORK_ORDER'] }],
} as unknown as CurrentUser;

test('both lists of permissions are strings on the wire, and arrays of an upstream are read too', () => {
  const written = encodeUser(user);
  expect(written.permissions).toBe('WORK_ORDER,TASK_REPORT');
  expect(typeof written.factoryPermissions).toBe('string');
  expect(decodeUser(written)).toEqual(user);
  expect(decodeUser(user)).toEqual(user);
  expect(decodeUser({ ...written, permissions: '' }).permissions).toEqual([]);
});
