import { afterAll, beforeAll } from 'vitest';
import { decodeUser, type AnyUserAnswer } from '#shared/kernel/user-answer.ts';
import { TIMESTAMP_HEADER, TOKEN_HEADER } from '#shared/kernel/wire.ts';
import type { PermissionCode } from '#shared/kernel/permissions.ts';
import type { TestDatabase } from './databases.ts';
import { openScreen, type Screen } from './live-node.ts';
import { makeUniqueText } from './makers.ts';
import { makeUnusedIpAddress, getErrorCode, DEFAULT_PASSWORD, hireEmployee } from './wire-people.ts';
import { startTestServer, type Caller, type TestServer } from './wire-server.ts';

export interface SavedRow {
  id: number;
  version: number;
}

/** The password that people of a permission suite choose when they first log in. */
export const OWN_PASSWORD = 'Better123';

/**
 * Starts a server before the tests of a permission suite, and closes the server after the tests. Returns functions
 * that create people and call the server.
 */
export function createAccessFixture(database: TestDatabase) {
  let server: TestServer;
  let admin: Caller;
  const screens: Screen[] = [];
  beforeAll(async () => {
    server = await startTestServer(database, {
      MES_DEFAULT_PASSWORD: DEFAULT_PASSWORD,
      MES_CAPTCHA: 'off',
      MES_RATE_LIMIT: '0',
    });
    admin = await server.caller(makeUnusedIpAddress()).logIn();
  });
  afterAll(async () => {
    for (const screen of screens) screen.close();
    await server.close();
  });

  /** Returns the error code of a refused call, or null if the call succeeds. */
  const readRefusalCode = async (caller: Caller, path: string, fields: Record<string, unknown> = {}) => {
    const { body } = await caller.ask(path, fields);
    return Array.isArray(body) ? null : getErrorCode(body);
  };
  const makeRole = (codes: readonly PermissionCode[], forAccounts = 'employee') =>
    admin.send<SavedRow>('/mes/system/basic/role/save', {
      name: makeUniqueText('Role'),
      forAccounts,
      permissions: codes.map((permission) => ({ permission })),
    });
  /** Logs a person in for the first time and replaces the initial password by OWN_PASSWORD. */
  async function logInFirstTime(credentials: Record<string, unknown>): Promise<Caller> {
    const caller = await server
      .caller(makeUnusedIpAddress())
      .logIn({ ...credentials, password: DEFAULT_PASSWORD });
    const [oldPassword, newPassword] = [DEFAULT_PASSWORD, OWN_PASSWORD];
    await caller.send('/mes/user/password/modify', {
      oldPassword,
      newPassword,
      newPasswordAgain: newPassword,
    });
    return caller;
  }
  /** Creates a person who has only these permissions, and logs the person in. */
  async function createPerson(...codes: PermissionCode[]) {
    const [role, person] = [await makeRole(codes), await hireEmployee(admin)];
    await admin.send('/mes/system/basic/employee/save', {
      id: person.id,
      version: person.version,
      roleIds: [role.id],
    });
    return { ...person, role, caller: await logInFirstTime({ employeeCode: person.code }) };
  }
  async function openScreenFor(caller: Caller): Promise<Screen> {
    const screen = await openScreen(server.url, caller.token!);
    screens.push(screen);
    return screen;
  }
  /** Sends a raw call, such as a file upload. */
  const postRaw = async (caller: Caller, path: string, body: BodyInit = new URLSearchParams()) => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { [TIMESTAMP_HEADER]: String(Date.now()), [TOKEN_HEADER]: caller.token! },
      body,
    });
    return { status: response.status, text: await response.text() };
  };
  return {
    get server() {
      return server;
    },
    get admin() {
      return admin;
    },
    refusalOf: readRefusalCode,
    makeRole,
    logInFirstTime,
    createPerson,
    openScreen: openScreenFor,
    postRaw,
    readCurrentUser: (caller: Caller) => caller.call<AnyUserAnswer>('/mes/login/current').then(decodeUser),
  };
}
