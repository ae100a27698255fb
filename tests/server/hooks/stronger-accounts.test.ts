import { expect, it } from 'vitest';
import type { PermissionCode } from '#shared/kernel/permissions.ts';
import { createAccessFixture, type SavedRow } from '#tests/support/access-fixture.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { makeUnusedIpAddress } from '#tests/support/wire-people.ts';
import type { Caller } from '#tests/support/wire-server.ts';

const EMPLOYEE_PATH = '/mes/system/basic/employee';
const ROLE_PATH = '/mes/system/basic/role';
const CLERK_PERMISSIONS: PermissionCode[] = [
  'SYSTEM_BASIC_EMPLOYEE',
  'SYSTEM_BASIC_EMPLOYEE_MODIFY',
  'SYSTEM_BASIC_EMPLOYEE_DELETE',
];

describeForEachDatabase('somebody with a modify permission', (database) => {
  const access = createAccessFixture(database);
  const getRow = (path: string, id: number) =>
    access.admin.call<SavedRow & { roleIds: number[] }>(`${path}/get`, { id });
  /** Tries to change a row. Returns the error code and the names of the refused fields; null if the row is changed. */
  async function tryToChangeRow(caller: Caller, path: string, id: number, fields: Record<string, unknown>) {
    const { version } = await getRow(path, id);
    const { body } = await caller.ask(`${path}/save`, { id, version, ...fields });
    return Array.isArray(body) || body.success ? null : [body.code, Object.keys(body.fields ?? {})];
  }

  it('changes no code, badge, state or roles of somebody who holds more, and does not delete them', async () => {
    const clerk = await access.createPerson(...CLERK_PERMISSIONS);
    const strongerPerson = await access.createPerson(...CLERK_PERMISSIONS, 'WORK_ORDER_REOPEN');
    for (const [name, value] of [
      ['code', makeUniqueText('TAKEN')],
      ['badgeCode', makeUniqueText('B')],
      ['weLinkCode', makeUniqueText('L')],
      ['workingStatus', 'quit'],
      ['workingStatus', 'vacation'],
      ['roleIds', []],
      ['roleIds', [strongerPerson.role.id, clerk.role.id]],
    ] as const)
      expect([
        name,
        await tryToChangeRow(clerk.caller, EMPLOYEE_PATH, strongerPerson.id, { [name]: value }),
      ]).toEqual([name, ['noPermission', [name]]]);
    expect(
      await access.refusalOf(clerk.caller, `${EMPLOYEE_PATH}/delete`, { ids: [strongerPerson.id] }),
    ).toBe('noPermission');
    expect(await getRow(EMPLOYEE_PATH, strongerPerson.id)).toMatchObject({
      code: strongerPerson.code,
      workingStatus: 'onJob',
      badgeCode: null,
    });
  });

  it('changes everything of somebody who holds no more, and the other fields of everybody', async () => {
    const clerk = await access.createPerson(...CLERK_PERMISSIONS);
    const strongerPerson = await access.createPerson(...CLERK_PERMISSIONS, 'WORK_ORDER_REOPEN');
    const equalPerson = await access.createPerson(...CLERK_PERMISSIONS);
    expect(await tryToChangeRow(clerk.caller, EMPLOYEE_PATH, strongerPerson.id, { phone: '100' })).toBeNull();
    const fields = { code: makeUniqueText('C'), badgeCode: makeUniqueText('B'), workingStatus: 'quit' };
    expect(await tryToChangeRow(clerk.caller, EMPLOYEE_PATH, equalPerson.id, fields)).toBeNull();
    expect(
      await access.refusalOf(clerk.caller, `${EMPLOYEE_PATH}/delete`, { ids: [equalPerson.id] }),
    ).toBeNull();
  });

  it('changes no state or roles of a guest who holds more', async () => {
    const clerk = await access.createPerson('SYSTEM_BASIC_GUEST', 'SYSTEM_BASIC_GUEST_MODIFY');
    const role = await access.makeRole(['WORK_ORDER_REOPEN']);
    const path = '/mes/system/basic/guest';
    const guestFields = { homeFactoryCode: 'ELSEWHERE', code: makeUniqueText('G'), name: 'Guest' };
    const guest = await access.admin.send<SavedRow>(`${path}/save`, { ...guestFields, roleIds: [role.id] });
    for (const [name, value] of [
      ['enabled', false],
      ['code', 'other'],
      ['roleIds', []],
    ] as const)
      expect(await tryToChangeRow(clerk.caller, path, guest.id, { [name]: value })).toEqual([
        'noPermission',
        [name],
      ]);
    expect(await tryToChangeRow(clerk.caller, path, guest.id, { remark: 'Comes on Monday' })).toBeNull();
  });

  it('empties no role that is stronger than their own, and does not delete it', async () => {
    const ownPermissions: PermissionCode[] = [
      'SYSTEM_BASIC_ROLE',
      'SYSTEM_BASIC_ROLE_MODIFY',
      'SYSTEM_BASIC_ROLE_DELETE',
    ];
    const { caller } = await access.createPerson(...ownPermissions);
    const strongerRole = await access.makeRole([...ownPermissions, 'WORK_ORDER_REOPEN']);
    const ownLines = ownPermissions.map((permission) => ({ permission }));
    for (const permissions of [[], ownLines])
      expect(await tryToChangeRow(caller, ROLE_PATH, strongerRole.id, { permissions })).toEqual([
        'noPermission',
        ['permissions'],
      ]);
    expect(await access.refusalOf(caller, `${ROLE_PATH}/delete`, { ids: [strongerRole.id] })).toBe(
      'noPermission',
    );
    const equalRole = await access.makeRole(ownPermissions);
    expect(await tryToChangeRow(caller, ROLE_PATH, equalRole.id, { permissions: [] })).toBeNull();
    expect(await access.refusalOf(caller, `${ROLE_PATH}/delete`, { ids: [equalRole.id] })).toBeNull();
  });

  it('gets no jobs of the installation by adding a factory', async () => {
    const { caller } = await access.createPerson('SYSTEM_BASIC_FACTORY', 'SYSTEM_BASIC_FACTORY_ADD');
    const code = makeUniqueText('F');
    const { id } = await caller.send<{ id: number }>('/mes/system/basic/factory/add', { code, name: code });
    const callerInNewFactory = access.server.caller(makeUnusedIpAddress());
    callerInNewFactory.token = (
      await caller.call<{ validateKey: string }>('/mes/login/enter', { factoryId: id })
    ).validateKey;
    expect(await access.refusalOf(callerInNewFactory, '/mes/system/job/status')).toBe('noPermission');
    const job = { job: 'forgetSessions' };
    expect(await access.refusalOf(callerInNewFactory, '/mes/system/job/history', job)).toBe('noPermission');
    expect(await access.refusalOf(callerInNewFactory, '/mes/system/job/run', job)).toBe('noPermission');
    const { permissions, factoryPermissions } = await access.readCurrentUser(callerInNewFactory);
    expect(permissions).toContain('WORK_ORDER');
    expect(permissions.filter((permission) => permission.startsWith('SYSTEM_JOB'))).toEqual([]);
    const newFactoryEntry = factoryPermissions!.find((entry) => entry.factoryId === id)!;
    expect(newFactoryEntry.permissions.filter((permission) => permission.startsWith('SYSTEM_JOB'))).toEqual(
      [],
    );
    // In the first factory of the installation, the same permission allows the call.
    expect(await access.refusalOf(access.admin, '/mes/system/job/status')).toBeNull();
  });
});
