import { randomUUID } from 'node:crypto';
import type { PermissionCode } from '#shared/kernel/permissions.ts';
import { decodeUser, type AnyUserAnswer } from '#shared/kernel/user-answer.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { TEST_ADMIN, type Caller, type TestServer } from './wire-server.ts';

/** An administrator who calls the server over HTTP. */
interface AdminCaller {
  call: <T>(path: string, fields: Record<string, unknown>, requestId?: string) => Promise<T>;
}

/** A worker of a test server, with a badge. */
export interface TestWorker {
  id: number;
  code: string;
  name: string;
  badge: string;
}

let suffixCount = 0;
const makeUniqueSuffix = (): string => (++suffixCount).toString(36).toUpperCase().padStart(3, '0');

/** Adds a worker with these permissions. */
export async function hireWorker(
  admin: AdminCaller,
  name: string,
  permissions: readonly PermissionCode[] = ['TASK_REPORT'],
  extraFields: Record<string, unknown> = {},
): Promise<TestWorker> {
  const code = `W${makeUniqueSuffix()}`;
  const role = await admin.call<{ id: number }>(
    '/mes/system/basic/role/save',
    {
      name: `${name} ${code}`,
      permissions: permissions.map((permission) => ({ permission })),
    },
    randomUUID(),
  );
  const person = await admin.call<{ id: number }>(
    '/mes/system/basic/employee/save',
    {
      code,
      name,
      badgeCode: `B-${code}`,
      roleIds: [role.id],
      ...extraFields,
    },
    randomUUID(),
  );
  return { id: person.id, code, name, badge: `B-${code}` };
}

/** Adds a terminal and logs in on it as the administrator. */
export async function addTerminal(
  server: TestServer,
  admin: Caller,
  extraFields: Record<string, unknown> = {},
): Promise<{ terminal: Caller; code: string; id: number; user: CurrentUser }> {
  const code = `T-${makeUniqueSuffix()}`;
  const { id } = await admin.send<{ id: number }>('/mes/system/basic/terminal/save', {
    code,
    name: `Terminal ${code}`,
    ...extraFields,
  });
  const terminal = await server.caller('10.9.0.1').logIn({ ...TEST_ADMIN, deviceCode: code });
  return { terminal, code, id, user: decodeUser(await terminal.call<AnyUserAnswer>('/mes/login/current')) };
}

/** Identifies a person at a terminal, for example by badge. */
export async function identifyAtTerminal(
  server: TestServer,
  terminal: Caller,
  identity: Record<string, unknown>,
): Promise<Caller> {
  const { validateKey } = await terminal.call<{ validateKey: string }>('/mes/terminal/identify', identity);
  const person = server.caller('10.9.0.1');
  person.token = validateKey;
  return person;
}
