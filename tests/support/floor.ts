import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import type { ErrorCode } from '#shared/kernel/error-catalogue.ts';
import type { RowLink } from '#shared/kernel/errors.ts';
import { GRANTABLE_PERMISSION_CODES } from '#server/reports/permission-codes.ts';
import { type PermissionCode } from '#shared/kernel/permissions.ts';
import type { Connection } from '#server/db/connect.ts';
import { EmbeddedBackend } from '#server/mes/embedded-backend.ts';
import { hashToken } from '#server/db/token-hash.ts';

/** The error of a refused call. */
export class RefusedCallError extends Error {
  readonly code: ErrorCode;
  readonly params: Record<string, unknown>;
  readonly fields: Record<string, string>;
  readonly rows: readonly RowLink[];

  constructor(
    path: string,
    body: {
      code: ErrorCode;
      params?: Record<string, unknown>;
      fields?: Record<string, string>;
      rows?: readonly RowLink[];
      message: string;
    },
  ) {
    super(`${path}: ${body.code} ${body.message} ${JSON.stringify(body.fields ?? {})}`);
    this.code = body.code;
    this.params = body.params ?? {};
    this.fields = body.fields ?? {};
    this.rows = body.rows ?? [];
  }
}

/** Calls the MES as one user. @throws RefusedCallError if the MES refuses the call */
export type CallFunction = <T = never>(
  path: string,
  fields: Record<string, unknown>,
  requestId?: string,
) => Promise<T>;

/** A factory for one test, and functions that call the MES in this factory. */
export interface TestFactory {
  factoryId: number;
  connection: Connection;
  /** Calls as the administrator, who has all permissions that a role can have. */
  call: CallFunction;
  /** Returns a caller for the administrator on another node that uses the same database. */
  createCaller: (connection: Connection) => CallFunction;
  /** Adds a person with these permissions, and logs the person in. */
  createPerson: (
    name: string,
    permissions: readonly PermissionCode[],
  ) => Promise<{ call: CallFunction; employeeId: number; token: string }>;
  /** Creates and releases an order with one part and its routing. */
  createOrder: (quantity: number, steps: readonly (string | CraftOptions)[]) => Promise<CreatedOrder>;
}

export interface CraftOptions {
  name: string;
  [field: string]: unknown;
}

export interface CreatedOrder {
  id: number;
  version: number;
  partId: number;
  processIds: number[];
}

let codeCount = 0;
const makeUniqueCode = () => `${Date.now().toString(36)}${(codeCount++).toString(36)}`;

async function createTestSession(
  connection: Connection,
  factoryId: number,
  employeeId: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const account = await connection.db
    .updateTable('account')
    .set({ mustChange: false })
    .where('factoryId', '=', factoryId)
    .where('employeeId', '=', employeeId)
    .returning('id')
    .executeTakeFirstOrThrow();
  await connection.db
    .insertInto('session')
    .values({
      tokenHash: hashToken(token),
      factoryId,
      accountId: account.id,
      remembered: false,
      ip: '127.0.0.1',
      agent: 'test',
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      revokedAt: null,
    })
    .execute();
  return token;
}

const createCallFunction =
  (backend: EmbeddedBackend, token: string): CallFunction =>
  async <T>(path: string, fields: Record<string, unknown>, requestId?: string) => {
    const { body } = await backend.call({
      path,
      fields,
      lang: 'en_US',
      requestId,
      sender: { ip: '127.0.0.1', agent: 'test', token },
    });
    if (Array.isArray(body)) return body as T;
    const answer = body as { success: boolean; data: T };
    if (!answer.success) throw new RefusedCallError(path, body as never);
    return answer.data;
  };

/** Creates a factory with an administrator who is logged in. */
export async function createTestFactory(connection: Connection): Promise<TestFactory> {
  const createBackend = (nodeConnection: Connection) =>
    new EmbeddedBackend(nodeConnection, {
      captcha: false,
      makeCode: () => '0000',
      defaultPassword: null,
      filesDir: tmpdir(),
      allowedOfflineLocations: { roots: [], hosts: [] },
    });
  const backend = createBackend(connection);
  const { db } = connection;
  const factory = await db
    .insertInto('factory')
    .values({ code: makeUniqueCode(), name: 'Test floor' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const factoryId = factory.id;
  const commonFields = { factoryId, deletedAt: null } as const;
  const role = await db
    .insertInto('role')
    .values({ ...commonFields, name: 'all', roleType: 'system', remark: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('rolePermissions')
    .values(
      GRANTABLE_PERMISSION_CODES.map((permission, position) => ({
        factoryId,
        ownerId: role.id,
        position,
        permission,
      })),
    )
    .execute();
  const admin = await db
    .insertInto('employee')
    .values({
      ...commonFields,
      code: 'admin',
      name: 'Admin',
      departmentId: null,
      workGroupId: null,
      orgNumber: null,
      normalCapacity: null,
      budgetCapacity: null,
      idNumber: null,
      phone: null,
      mail: null,
      weLinkCode: null,
      badgeCode: null,
      wageGradeId: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('employeeRoleIds')
    .values({ factoryId, ownerId: admin.id, position: 0, targetId: role.id })
    .execute();
  await db
    .insertInto('account')
    .values({
      factoryId,
      kind: 'employee',
      employeeId: admin.id,
      customerId: null,
      code: 'admin',
      passwordHash: null,
      language: null,
      disabledAt: null,
    })
    .execute();
  const token = await createTestSession(connection, factoryId, admin.id);
  const call = createCallFunction(backend, token);

  return {
    factoryId,
    connection,
    call,
    createCaller: (nodeConnection) => createCallFunction(createBackend(nodeConnection), token),
    createPerson: async (name, permissions) => {
      const personRole = await call<{ id: number }>('/mes/system/basic/role/save', {
        name: `${name} ${makeUniqueCode()}`,
        permissions: permissions.map((permission) => ({ permission })),
      });
      const employee = await call<{ id: number }>('/mes/system/basic/employee/save', {
        code: makeUniqueCode(),
        name,
        roleIds: [personRole.id],
      });
      const sessionToken = await createTestSession(connection, factoryId, employee.id);
      return {
        call: createCallFunction(backend, sessionToken),
        employeeId: employee.id,
        token: sessionToken,
      };
    },
    createOrder: async (quantity, steps) => {
      const order = await call<{ id: number; version: number }>('/mes/order/save', {
        code: makeUniqueCode(),
        name: 'Order',
        quantity,
      });
      const part = await call<{ id: number }>('/mes/order/part/save', {
        orderId: order.id,
        code: 'P',
        name: 'Part',
        quantity,
      });
      const processIds: number[] = [];
      for (const [index, step] of steps.entries()) {
        const options = typeof step === 'string' ? { name: step } : step;
        const craft = await call<{ id: number }>('/mes/system/basic/crafts/save', {
          code: makeUniqueCode(),
          ...options,
        });
        const process = await call<{ id: number }>('/mes/process/save', {
          partId: part.id,
          seq: (index + 1) * 10,
          craftId: craft.id,
        });
        processIds.push(process.id);
      }
      const releasedOrder = await call<{ version: number }>('/mes/order/release', {
        id: order.id,
        version: order.version,
      });
      return { id: order.id, version: releasedOrder.version, partId: part.id, processIds };
    },
  };
}

/** Returns the error code of a refused call; 'accepted' if the call succeeds. */
export const readRefusalCode = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'accepted',
    (error: unknown) => {
      if (error instanceof RefusedCallError) return error.code;
      throw error;
    },
  );

/** Returns the time a number of minutes ago, in ISO 8601. */
export const getIsoTimeAgo = (minutes: number): string =>
  new Date(Date.now() - minutes * 60_000).toISOString();
