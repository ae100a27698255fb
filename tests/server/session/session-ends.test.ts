import { expect, it } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { startSuiteServer } from '#tests/support/suite-server.ts';
import {
  makeUnusedIpAddress,
  getErrorCode,
  DEFAULT_PASSWORD,
  hireEmployee,
} from '#tests/support/wire-people.ts';
import type { Caller } from '#tests/support/wire-server.ts';

const EMPLOYEE_PATH = '/mes/system/basic/employee';

describeForEachDatabase('a session ends', (database) => {
  const suite = startSuiteServer(database);
  const { sql } = suite;
  const isSignedIn = async (caller: Caller) =>
    getErrorCode((await caller.ask('/mes/login/current')).body) === null;

  it('on log-out, in that browser only', async () => {
    const [firstCaller, otherCaller] = [
      await suite.server.caller(makeUnusedIpAddress()).logIn(),
      await suite.server.caller(makeUnusedIpAddress()).logIn(),
    ];
    await firstCaller.send('/mes/login/logout');
    expect([await isSignedIn(firstCaller), await isSignedIn(otherCaller)]).toEqual([false, true]);
  });

  it('everywhere else when the password is changed', async () => {
    const person = await hireEmployee(suite.admin);
    const credentials = { employeeCode: person.code, password: DEFAULT_PASSWORD };
    const [callerHere, callerThere] = [
      await suite.server.caller(makeUnusedIpAddress()).logIn(credentials),
      await suite.server.caller(makeUnusedIpAddress()).logIn(credentials),
    ];
    await callerHere.send('/mes/user/password/modify', {
      oldPassword: DEFAULT_PASSWORD,
      newPassword: 'Better123',
      newPasswordAgain: 'Better123',
    });
    expect([await isSignedIn(callerHere), await isSignedIn(callerThere)]).toEqual([true, false]);
  });

  it('when the person leaves the factory, and the person cannot log in again', async () => {
    const person = await hireEmployee(suite.admin);
    const caller = await suite.server
      .caller(makeUnusedIpAddress())
      .logIn({ employeeCode: person.code, password: DEFAULT_PASSWORD });
    await suite.admin.send(`${EMPLOYEE_PATH}/save`, {
      id: person.id,
      version: person.version,
      workingStatus: 'quit',
    });
    expect(await isSignedIn(caller)).toBe(false);
    expect(
      getErrorCode(
        (
          await suite.server
            .caller(makeUnusedIpAddress())
            .tryLogIn({ employeeCode: person.code, password: DEFAULT_PASSWORD })
        ).body,
      ),
    ).toBe('loginFailed');
  });

  it('after twelve hours without a call; a call within this time prolongs it', async () => {
    const caller = await suite.server.caller(makeUnusedIpAddress()).logIn();
    const moveSessionBack = (interval: string) =>
      sql(
        `update session set seen_at = seen_at - interval '${interval}', expires_at = expires_at - interval '${interval}', created_at = created_at - interval '${interval}' where expires_at = (select max(expires_at) from session where not remembered and revoked_at is null)`,
      );
    await moveSessionBack('11 hours');
    expect(await isSignedIn(caller)).toBe(true);
    await moveSessionBack('11 hours');
    expect(await isSignedIn(caller)).toBe(true);
    await moveSessionBack('12 hours 1 minute');
    expect(await isSignedIn(caller)).toBe(false);
  });

  it('after thirty days if it is remembered, however often it is used', async () => {
    const caller = await suite.server.caller(makeUnusedIpAddress()).logIn({ remember: true });
    const moveSessionBack = (interval: string) =>
      sql(
        `update session set seen_at = seen_at - interval '${interval}', expires_at = expires_at - interval '${interval}', created_at = created_at - interval '${interval}' where remembered`,
      );
    await moveSessionBack('29 days 23 hours');
    expect(await isSignedIn(caller)).toBe(true);
    await moveSessionBack('2 hours');
    expect(await isSignedIn(caller)).toBe(false);
  });
  it('not when a permission is taken away; calls that need it are refused at once', async () => {
    const role = await suite.admin.send<{ id: number; version: number }>('/mes/system/basic/role/save', {
      name: 'Clerk',
      permissions: [{ permission: 'SYSTEM_BASIC_DEPARTMENT' }],
    });
    const person = await hireEmployee(suite.admin);
    await suite.admin.send(`${EMPLOYEE_PATH}/save`, {
      id: person.id,
      version: person.version,
      roleIds: [role.id],
    });
    const caller = await suite.server
      .caller(makeUnusedIpAddress())
      .logIn({ employeeCode: person.code, password: DEFAULT_PASSWORD });
    await caller.send('/mes/user/password/modify', {
      oldPassword: DEFAULT_PASSWORD,
      newPassword: 'Better123',
      newPasswordAgain: 'Better123',
    });
    const readRefusal = async () =>
      getErrorCode((await caller.ask('/mes/system/basic/department/page')).body);
    expect(await readRefusal()).toBeNull();
    expect(
      getErrorCode((await caller.ask('/mes/system/basic/department/save', { code: 'X', name: 'X' })).body),
    ).toBe('noPermission');
    await suite.admin.send('/mes/system/basic/role/save', {
      id: role.id,
      version: role.version,
      permissions: [],
    });
    expect(await readRefusal()).toBe('noPermission');
  });
});
