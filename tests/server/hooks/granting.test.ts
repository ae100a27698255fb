import { decodeUser, type AnyUserAnswer } from '#shared/kernel/user-answer.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  makeUnusedIpAddress,
  getErrorCode,
  DEFAULT_PASSWORD,
  hireEmployee,
  type HiredEmployee,
} from '#tests/support/wire-people.ts';
import { startTestServer, type Caller, type TestServer } from '#tests/support/wire-server.ts';

const EMPLOYEE_PATH = '/mes/system/basic/employee';
const ROLE_PATH = '/mes/system/basic/role';

interface RowIdAndVersion {
  id: number;
  version: number;
}
const makePermissionLines = (codes: readonly string[]) => codes.map((permission) => ({ permission }));

describeForEachDatabase('nobody raises their own permissions', (database) => {
  let server: TestServer;
  let admin: Caller;
  let adminId: number;
  let adminRoleId: number;
  let roleCount = 0;
  beforeAll(async () => {
    server = await startTestServer(database, { MES_DEFAULT_PASSWORD: DEFAULT_PASSWORD });
    admin = await server.caller(makeUnusedIpAddress()).logIn();
    adminId = decodeUser(await admin.call<AnyUserAnswer>('/mes/login/current')).employeeId!;
    adminRoleId = (await admin.call<{ roleIds: number[] }>(`${EMPLOYEE_PATH}/get`, { id: adminId }))
      .roleIds[0]!;
  });
  afterAll(() => server.close());

  const makeRole = (codes: readonly string[]) =>
    admin.send<RowIdAndVersion>(`${ROLE_PATH}/save`, {
      name: `Role ${++roleCount}`,
      permissions: makePermissionLines(codes),
    });
  /** Adds an employee with exactly these permissions, and logs the employee in. */
  async function addPerson(
    ...codes: string[]
  ): Promise<{ caller: Caller; person: HiredEmployee; role: RowIdAndVersion }> {
    const role = await makeRole(codes);
    const hiredEmployee = await hireEmployee(admin);
    const person = { ...hiredEmployee, ...(await giveRoles(admin, hiredEmployee, [role.id])) };
    const caller = await server
      .caller(makeUnusedIpAddress())
      .logIn({ employeeCode: person.code, password: DEFAULT_PASSWORD });
    const [oldPassword, newPassword] = [DEFAULT_PASSWORD, 'Better123'];
    await caller.send('/mes/user/password/modify', {
      oldPassword,
      newPassword,
      newPasswordAgain: newPassword,
    });
    return { caller, person, role };
  }
  const giveRoles = (caller: Caller, { id, version }: RowIdAndVersion, roleIds: number[]) =>
    caller.send<RowIdAndVersion>(`${EMPLOYEE_PATH}/save`, { id, version, roleIds });
  const readRefusalCode = async (caller: Caller, path: string, fields: Record<string, unknown>) =>
    getErrorCode((await caller.ask(path, fields)).body);
  const readVersion = async (id: number) =>
    (await admin.call<RowIdAndVersion>(`${EMPLOYEE_PATH}/get`, { id })).version;

  it('by a role that holds more than they do; they may give and take any other role', async () => {
    const { caller, person, role } = await addPerson('SYSTEM_BASIC_EMPLOYEE', 'SYSTEM_BASIC_EMPLOYEE_MODIFY');
    const { id } = person;
    const refusedReply = await caller.ask(`${EMPLOYEE_PATH}/save`, {
      id,
      version: person.version,
      roleIds: [role.id, adminRoleId],
    });
    expect(refusedReply.body).toMatchObject({
      success: false,
      code: 'noPermission',
      fields: { roleIds: expect.any(String) as string },
    });
    expect(decodeUser(await caller.call<AnyUserAnswer>('/mes/login/current')).permissions).toHaveLength(2);
    const otherPerson = await hireEmployee(admin);
    const savedPerson = await giveRoles(caller, otherPerson, [role.id]);
    await giveRoles(caller, { ...otherPerson, ...savedPerson }, []);
  });

  it('by taking away a role that holds more than they do', async () => {
    const { caller } = await addPerson('SYSTEM_BASIC_EMPLOYEE', 'SYSTEM_BASIC_EMPLOYEE_MODIFY');
    const fields = { id: adminId, version: await readVersion(adminId), roleIds: [] };
    expect(await readRefusalCode(caller, `${EMPLOYEE_PATH}/save`, fields)).toBe('noPermission');
    // The caller may change other fields of that person, such as the phone number.
    const phoneFields = { id: adminId, version: fields.version, phone: '100', roleIds: [adminRoleId] };
    expect(await readRefusalCode(caller, `${EMPLOYEE_PATH}/save`, phoneFields)).toBeNull();
  });

  it('by permissions that they put into a role', async () => {
    const ownPermissions = ['SYSTEM_BASIC_ROLE', 'SYSTEM_BASIC_ROLE_ADD', 'SYSTEM_BASIC_ROLE_MODIFY'];
    const { caller, role } = await addPerson(...ownPermissions);
    const widerRole = {
      id: role.id,
      version: role.version,
      permissions: makePermissionLines([...ownPermissions, 'WORK_ORDER_REOPEN']),
    };
    expect((await caller.ask(`${ROLE_PATH}/save`, widerRole)).body).toMatchObject({
      code: 'noPermission',
      fields: { 'permissions[3].permission': expect.any(String) as string },
    });
    expect(
      await readRefusalCode(caller, `${ROLE_PATH}/save`, {
        name: 'New',
        permissions: makePermissionLines(['WORK_ORDER_REOPEN']),
      }),
    ).toBe('noPermission');
    // A role may keep its permissions even if the editor does not hold them.
    const planner = await makeRole(['WORK_ORDER_REOPEN', 'SYSTEM_BASIC_ROLE']);
    const { id, version: seenVersion } = planner;
    const plannerFields = {
      id,
      version: seenVersion,
      name: 'Planner',
      permissions: makePermissionLines(['WORK_ORDER_REOPEN']),
    };
    expect(await readRefusalCode(caller, `${ROLE_PATH}/save`, plannerFields)).toBeNull();
  });

  it('by a permission that nothing uses yet; a role that already has one keeps it', async () => {
    const roleFields = { name: 'Boards', permissions: makePermissionLines(['WORKSHOP_PROCESS_TRANSFER']) };
    expect((await admin.ask(`${ROLE_PATH}/save`, roleFields)).body).toMatchObject({
      code: 'fieldsInvalid',
      fields: { 'permissions[0].permission': expect.any(String) as string },
    });
    const { id } = await makeRole(['TASK_REPORT']);
    await server.connection.pool.query(
      "update role_permissions set permission = 'WORKSHOP_PROCESS_TRANSFER' where owner_id = $1",
      [id],
    );
    const { version: seenVersion } = await admin.call<RowIdAndVersion>(`${ROLE_PATH}/get`, { id });
    expect(
      await readRefusalCode(admin, `${ROLE_PATH}/save`, { id, version: seenVersion, ...roleFields }),
    ).toBeNull();
  });

  it('by filtering people whom they may only choose by hidden fields', async () => {
    const { id } = await admin.send<RowIdAndVersion>(`${EMPLOYEE_PATH}/save`, {
      code: 'P-1',
      name: 'Somebody',
      idNumber: '110101199003071234',
    });
    const { caller } = await addPerson('TASK_REPORT');
    const listEmployees = async (client: Caller, filter: Record<string, unknown>) =>
      (await client.ask(`${EMPLOYEE_PATH}/list`, { filter })).body as unknown;
    const expectedRows = [expect.objectContaining({ id }) as object];
    expect(await listEmployees(caller, { idNumber: '110101' })).toMatchObject({ code: 'noPermission' });
    expect(await listEmployees(caller, { code: 'P-1', workingStatus: 'onJob' })).toMatchObject({
      code: 'noPermission',
    });
    expect(await listEmployees(caller, { code: 'P-1' })).toEqual(expectedRows);
    expect(await listEmployees(admin, { idNumber: '110101' })).toEqual(expectedRows);
  });

  it('and the last administrator stays one', async () => {
    const seenVersion = await readVersion(adminId);
    const refusalCode = 'lastAdministrator';
    expect(await readRefusalCode(admin, `${EMPLOYEE_PATH}/delete`, { ids: [adminId] })).toBe(refusalCode);
    expect(
      await readRefusalCode(admin, `${EMPLOYEE_PATH}/save`, {
        id: adminId,
        version: seenVersion,
        roleIds: [],
      }),
    ).toBe(refusalCode);
    expect(
      await readRefusalCode(admin, `${EMPLOYEE_PATH}/save`, {
        id: adminId,
        version: seenVersion,
        workingStatus: 'quit',
      }),
    ).toBe(refusalCode);
    const secondAdmin = await hireEmployee(admin);
    await giveRoles(admin, secondAdmin, [adminRoleId]);
    // Two calls remove the last two administrators at the same time, so one call is refused.
    const codes = await Promise.all([
      readRefusalCode(admin, `${EMPLOYEE_PATH}/save`, { id: adminId, version: seenVersion, roleIds: [] }),
      readRefusalCode(admin, `${EMPLOYEE_PATH}/delete`, { ids: [secondAdmin.id] }),
    ]);
    expect(codes.filter((code) => code === null)).toHaveLength(1);
  });
});
