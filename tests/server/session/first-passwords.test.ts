import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isValidPassword } from '#shared/rules/password.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  DEFAULT_PASSWORD,
  getErrorCode,
  hireEmployee,
  makeUnusedIpAddress,
} from '#tests/support/wire-people.ts';
import { startTestServer, type Caller, type TestServer } from '#tests/support/wire-server.ts';

const EMPLOYEE_PATH = '/mes/system/basic/employee';
const FIRST_PASSWORD_PATH = `${EMPLOYEE_PATH}/firstPassword`;
type PasswordAnswer = { password: string | null };

describeForEachDatabase('the first password', (database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer(database);
    admin = await server.caller(makeUnusedIpAddress()).logIn();
  });
  afterAll(() => server?.close());

  /** Adds an employee with these permissions, logs the employee in and changes the first password. */
  async function logInNewEmployee(permissions: readonly string[]): Promise<Caller> {
    const role = await admin.send<{ id: number }>('/mes/system/basic/role/save', {
      name: permissions.join(),
      permissions: permissions.map((permission) => ({ permission })),
    });
    const { id, code, version } = await hireEmployee(admin);
    await admin.send(`${EMPLOYEE_PATH}/save`, { id, version, roleIds: [role.id] });
    const { password } = await admin.send<PasswordAnswer>(FIRST_PASSWORD_PATH, { id });
    const caller = await server
      .caller(makeUnusedIpAddress())
      .logIn({ employeeCode: code, password: password! });
    await caller.send('/mes/user/password/modify', {
      oldPassword: password,
      newPassword: 'Chosen1234',
      newPasswordAgain: 'Chosen1234',
    });
    return caller;
  }

  test('is generated, told once to the user who added the person, and must be changed', async () => {
    const { id, code } = await hireEmployee(admin);
    const requestId = randomUUID();
    const { password } = await admin.call<PasswordAnswer>(FIRST_PASSWORD_PATH, { id }, requestId);
    expect(isValidPassword(password!)).toBe(true);
    expect(await admin.call(FIRST_PASSWORD_PATH, { id }, requestId)).toBeNull();
    expect(await admin.send<PasswordAnswer>(FIRST_PASSWORD_PATH, { id })).toEqual({ password: null });
    const caller = await server
      .caller(makeUnusedIpAddress())
      .logIn({ employeeCode: code, password: password! });
    expect(getErrorCode((await caller.ask('/mes/order/page')).body)).toBe('mustChangePassword');
  });

  test('is nowhere stored as plain text: not in the log, the feed, the stored answers or the accounts', async () => {
    const { id } = await hireEmployee(admin);
    const { password } = await admin.send<PasswordAnswer>(FIRST_PASSWORD_PATH, { id });
    for (const table of ['log', 'feed', 'request_once', 'account']) {
      const { rows } = await server.connection.pool.query(`select * from ${table}`);
      expect([table, rows.length > 0, JSON.stringify(rows).includes(password!)]).toEqual([
        table,
        true,
        false,
      ]);
    }
  });

  test('is told to nobody else', async () => {
    const adder = await logInNewEmployee([
      'SYSTEM_BASIC',
      'SYSTEM_BASIC_EMPLOYEE',
      'SYSTEM_BASIC_EMPLOYEE_ADD',
    ]);
    const reader = await logInNewEmployee(['SYSTEM_BASIC', 'SYSTEM_BASIC_EMPLOYEE']);
    const { id } = await hireEmployee(admin);
    for (const otherCaller of [adder, reader])
      expect(getErrorCode((await otherCaller.ask(FIRST_PASSWORD_PATH, { id }, randomUUID())).body)).toBe(
        'noPermission',
      );
    const newEmployee = await hireEmployee(adder);
    expect(
      (await adder.send<PasswordAnswer>(FIRST_PASSWORD_PATH, { id: newEmployee.id })).password,
    ).not.toBeNull();
  });

  test('is also generated for the user of a customer', async () => {
    const customer = await admin.send<{ id: number }>('/mes/system/basic/customer/save', {
      code: 'ACME',
      shortName: 'Acme',
    });
    const user = await admin.send<{ id: number }>('/mes/system/basic/customerUser/save', {
      customerId: customer.id,
      code: 'ann',
      name: 'Ann',
    });
    const { password } = await admin.send<PasswordAnswer>('/mes/system/basic/customerUser/firstPassword', {
      id: user.id,
    });
    const ann = server.caller(makeUnusedIpAddress());
    const { body } = await ann.tryLogIn({ customerCode: 'ACME', employeeCode: 'ann', password: password! });
    expect(body).toMatchObject({ success: true, data: { mustChangePassword: true } });
  });
});

describeForEachDatabase('the default password of an installation', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database, { MES_DEFAULT_PASSWORD: DEFAULT_PASSWORD });
  });
  afterAll(() => server?.close());

  test('is the first password, and no other is generated', async () => {
    const admin = await server.caller(makeUnusedIpAddress()).logIn();
    const { id, code } = await hireEmployee(admin);
    expect(await admin.send<PasswordAnswer>(FIRST_PASSWORD_PATH, { id })).toEqual({ password: null });
    await server.caller(makeUnusedIpAddress()).logIn({ employeeCode: code, password: DEFAULT_PASSWORD });
  });
});
