import { toLocalDay } from '#shared/rules/wall-clock.ts';
import type { Config } from '../config.ts';
import type { Connection } from '../db/connect.ts';
import type { DemoApiCall } from '../demo/demo-call.ts';
import { DEMO_CUSTOMER_USER } from '../demo/organisation.ts';
import { seedDemoFactory } from '../demo/seed.ts';
import {
  findAdminWithoutPassword,
  createFirstFactory,
  setAdminPassword,
  updateSystemRolePermissions,
} from '../features/factory/first-factory.ts';
import { hashPassword } from '../session/hash-password.ts';
import { makePassword } from '../session/make-password.ts';
import { endSessions } from '../session/end-sessions.ts';
import { openSession } from '../session/open-session.ts';
import { SESSION_IDLE_HOURS } from '../session/authenticate.ts';
import { runWithNodeLock } from '../db/lock.ts';
import { runTransaction } from '../db/transaction.ts';
import type { Backend } from '../call/backend.ts';
import { dateDemoInspections } from './date-demo-inspections.ts';
import { planDemoFactory } from './plan-demo.ts';

/** The result of the first start, shown to the person who started the server. */
export interface FirstStartResult {
  /** The generated password of the administrator; null if a password is configured. */
  generatedPassword: string | null;
  /** Whether the demonstration data is incomplete, because an earlier first start was interrupted. */
  isDemoIncomplete: boolean;
  /** The demonstration's customer account; null without a demonstration, or if the account already has a password. */
  customer: DemoCustomerAccount | null;
}

interface DemoCustomerAccount {
  customerCode: string;
  userCode: string;
  /** The generated password; null if the account has the default password of the installation. */
  generatedPassword: string | null;
}

const FIRST_START_CALLER_NAME = 'first start';
const DEMO_SEEDED_ACTION = 'seeded';

/** Runs a part of the first start. Other nodes that call this function wait until the part has finished. */
const runWithFirstStartLock = <T>({ kind, pool }: Connection, run: () => Promise<T>): Promise<T> =>
  // The embedded database needs no lock, because only one process uses it. A lock would also occupy its only
  // connection.
  kind === 'embedded' ? run() : runWithNodeLock(pool, 'firstStart', run);

/** Creates the demonstration data through the API calls that a browser makes. */
async function seedDemoThroughApi(
  connection: Connection,
  backend: Backend,
  admin: { factoryId: number; id: number; zone: string },
): Promise<void> {
  const { db } = connection;
  const sender = { ip: '', agent: FIRST_START_CALLER_NAME, token: null };
  const { validateKey: token } = await openSession(
    db,
    {
      factoryId: admin.factoryId,
      accountId: admin.id,
      name: FIRST_START_CALLER_NAME,
      remembered: false,
      minutes: SESSION_IDLE_HOURS * 60,
    },
    sender,
  );
  const call: DemoApiCall = async <T>(path: string, fields: Record<string, unknown>) => {
    const { body } = await backend.call({ path, fields, lang: 'zh_CN', sender: { ...sender, token } });
    const answer = body as { success?: boolean; data?: unknown };
    if (answer.success !== true)
      throw new Error(`The demonstration data was refused at ${path}: ${JSON.stringify(body)}`);
    return answer.data as T;
  };
  const now = new Date();
  await seedDemoFactory(call, now, admin.zone);
  await dateDemoInspections(connection, admin);
  await planDemoFactory(connection, admin, call, toLocalDay(admin.zone, now));
  const actor = { factoryId: admin.factoryId, accountId: admin.id, name: FIRST_START_CALLER_NAME, ip: '' };
  await runTransaction(db, actor, async (tx) => {
    await endSessions(tx, admin.id, 'this', token);
    tx.log({ entity: 'factory', id: admin.factoryId, action: DEMO_SEEDED_ACTION });
  });
}

const isDemoSeeded = async ({ db }: Connection): Promise<boolean> =>
  (await db
    .selectFrom('log')
    .select('id')
    .where('entity', '=', 'factory')
    .where('action', '=', DEMO_SEEDED_ACTION)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * Creates the first factory in an empty database, with the demonstration data if `config.demo` is set, and
 * updates the system roles. The administrator gets a password later, in `setFirstStartPasswords`.
 */
export const runFirstStart = (connection: Connection, backend: Backend, config: Config): Promise<void> =>
  runWithFirstStartLock(connection, async () => {
    const newFactoryId = await createFirstFactory(connection.db, {
      code: config.factoryCode,
      demo: config.demo,
    });
    await updateSystemRolePermissions(connection.db);
    const admin = newFactoryId !== null && config.demo ? await findAdminWithoutPassword(connection.db) : null;
    if (!admin) return;
    console.log('Making the demonstration factory …');
    await seedDemoThroughApi(connection, backend, admin);
  });

/**
 * Gives the demonstration's customer account a generated password, unless the installation has a default password.
 * @returns the account; null if there is no such account, or if it already has a password
 */
async function setDemoCustomerPassword(
  { db }: Connection,
  factoryId: number,
  { defaultPassword }: Config,
): Promise<DemoCustomerAccount | null> {
  const { code, customerCode } = DEMO_CUSTOMER_USER;
  const generatedPassword = defaultPassword === undefined ? makePassword() : null;
  const account = await db
    .updateTable('account')
    .set({ passwordHash: generatedPassword === null ? null : await hashPassword(generatedPassword) })
    .where('factoryId', '=', factoryId)
    .where('kind', '=', 'customer')
    .where('code', '=', code)
    .where('passwordHash', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return account ? { customerCode, userCode: code, generatedPassword } : null;
}

/**
 * Sets the password of the first administrator and, with a demonstration, the password of its customer account.
 * @returns the result of the first start; null if the administrator already has a password
 */
export const setFirstStartPasswords = (
  connection: Connection,
  config: Config,
): Promise<FirstStartResult | null> =>
  runWithFirstStartLock(connection, async () => {
    const admin = await findAdminWithoutPassword(connection.db);
    if (!admin) return null;
    const generatedPassword = await setAdminPassword(connection.db, admin, config.adminPassword);
    const customer = config.demo ? await setDemoCustomerPassword(connection, admin.factoryId, config) : null;
    const isDemoIncomplete = config.demo && !(await isDemoSeeded(connection));
    return { generatedPassword, isDemoIncomplete, customer };
  });
