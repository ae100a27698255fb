import { text, number } from '#shared/kernel/fields.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { ReportDescriptor, ReportRow } from '#shared/kernel/report.ts';
import type { CurrentUser, SourceName } from '#shared/kernel/wire.ts';
import type { Connection } from '#server/db/connect.ts';
import { runTransaction, type Transaction } from '#server/db/transaction.ts';
import type {
  Backend,
  BackendCall,
  RecordingPlan,
  Reply,
  SourceFactory,
  RawReply,
} from '#server/call/backend.ts';

/** A report for tests: the customers of the user's factory, at most `limit`. */
export const customersReport: ReportDescriptor = {
  name: 'customer',
  path: '/mes/form/customers',
  permission: 'SYSTEM_BASIC_CUSTOMER',
  parameters: { limit: number({ min: 1, max: 1000, initial: 100, decimals: 0, label: 'rows' }) },
  columns: {
    id: { field: number({ required: true, label: 'code' }), label: 'code' },
    code: { field: text({ required: true }), label: 'code' },
    shortName: { field: text({ required: true }), label: 'shortName' },
  },
  rowKey: ['id'],
  watches: ['customer'],
};

const makeRefusal = (status: number, flag: string | null, code: string): Reply => ({
  status,
  body: { success: false, flag, code, message: code },
});

/**
 * A small backend on a real database. `call` records each call, and answers a permitted call with the customers report.
 */
export class FakeBackend implements Backend {
  readonly kind: 'embedded' | 'upstream';
  readonly usersByToken = new Map<string, CurrentUser>();
  readonly calls: BackendCall[] = [];
  /** While `failure` is set, it is the answer to every permitted call. */
  failure: Reply | null = null;
  /** The factories that are recorded. */
  recordedFactories: SourceFactory[] = [];
  /** The sources that are recorded for each of these factories. */
  recordedSources: SourceName[] = [];
  /** How often the recorded sources were loaded. */
  recordedSourcesReadCount = 0;
  readonly recordingPlan: RecordingPlan = {
    loadFactories: async () => this.recordedFactories,
    loadSources: async () => {
      this.recordedSourcesReadCount += 1;
      return this.recordedSources;
    },
  };
  private readonly connection: Connection;

  constructor(connection: Connection, kind: 'embedded' | 'upstream' = 'embedded') {
    this.connection = connection;
    this.kind = kind;
  }

  /** Adds a user who is logged in with this token. */
  addUser(token: string, person: Partial<CurrentUser> & { factoryId: number }): CurrentUser {
    const user: CurrentUser = {
      accountId: this.usersByToken.size + 1,
      kind: 'employee',
      employeeId: this.usersByToken.size + 1,
      factoryCode: `F${person.factoryId}`,
      factoryName: 'Factory',
      zone: 'Asia/Shanghai',
      code: token,
      name: token,
      permissions: ['SYSTEM_BASIC_CUSTOMER'],
      mustChangePassword: false,
      workGroupId: null,
      customerId: null,
      supplierId: null,
      homeFactoryId: null,
      language: null,
      terminal: null,
      ...person,
    };
    this.usersByToken.set(token, user);
    return user;
  }

  async refuseCaller({ token }: { token: string | null }): Promise<Reply | null> {
    return this.usersByToken.has(token ?? '') ? null : makeRefusal(401, 'LOGIN_VALIDATE', 'notSignedIn');
  }

  async callRaw(): Promise<RawReply> {
    return makeRefusal(404, null, 'notFound');
  }

  async call(call: BackendCall): Promise<Reply> {
    this.calls.push(call);
    const { failure } = this;
    const user = call.forRecording
      ? { factoryId: call.forRecording.factoryId, permissions: [customersReport.permission] }
      : this.usersByToken.get(call.sender.token ?? '');
    if (!user) return makeRefusal(401, 'LOGIN_VALIDATE', 'notSignedIn');
    if (!hasPermission(user, customersReport.permission))
      return makeRefusal(403, 'PERMISSION_VALIDATE', 'noPermission');
    if (failure) return failure;
    const rows: ReportRow[] = await this.connection.db
      .selectFrom('customer')
      .select(['id', 'code', 'shortName'])
      .where('factoryId', '=', user.factoryId)
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .limit(Number(call.fields.limit))
      .execute();
    return { status: 200, body: { success: true, data: { rows, at: new Date().toISOString() } } };
  }

  loadUser(token: string): Promise<CurrentUser | null> {
    return Promise.resolve(this.usersByToken.get(token) ?? null);
  }

  loadReports(): Promise<readonly ReportDescriptor[]> {
    return Promise.resolve([customersReport]);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Creates a factory. @returns its id */
export async function makeFactory(connection: Connection, code: string): Promise<number> {
  const createdFactory = await connection.db
    .insertInto('factory')
    .values({ code, name: code })
    .returning('id')
    .executeTakeFirstOrThrow();
  return createdFactory.id;
}

const makeActor = (factoryId: number) => ({ factoryId, accountId: null, name: 'Li Lei', ip: '' });

/** Runs work in one transaction as a user of the factory. */
export const runInTransaction = <T>(
  connection: Connection,
  factoryId: number,
  run: (tx: Transaction) => Promise<T>,
): Promise<T> => runTransaction(connection.db, makeActor(factoryId), run);

/** Saves a new customer and announces it in the change feed. @returns its id */
export const addCustomer = (
  connection: Connection,
  factoryId: number,
  code: string,
  shortName = code,
): Promise<number> =>
  runInTransaction(connection, factoryId, async (tx) => {
    const createdCustomer = await tx.db
      .insertInto('customer')
      .values({
        factoryId,
        code,
        shortName,
        fullName: null,
        address: null,
        regionId: null,
        telephone: null,
        fax: null,
        mail: null,
        deletedAt: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    tx.announce('setting', 'customer', [createdCustomer.id]);
    return createdCustomer.id;
  });

/** Renames a customer and announces the change in the change feed. */
export const renameCustomer = (
  connection: Connection,
  factoryId: number,
  id: number,
  shortName: string,
): Promise<void> =>
  runInTransaction(connection, factoryId, async (tx) => {
    await tx.db
      .updateTable('customer')
      .set({ shortName })
      .where('factoryId', '=', factoryId)
      .where('id', '=', id)
      .execute();
    tx.announce('setting', 'customer', [id]);
  });
