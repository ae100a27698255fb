import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { fail } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../../db/database.ts';
import { inWork } from '../../db/work.ts';
import type { House, Origin } from '../../http/route.ts';
import { tokenHash } from '../../live/token-hash.ts';
import { verifyPassword } from './hash-password.ts';
import { beginAttempt } from './login-attempts.ts';
import { useLoginCode } from './login-code.ts';
import { IDLE_HOURS, LONGEST_DAYS, recognise } from './recognise.ts';

/** What a person fills in to log in; customer users give their customer's code besides. */
export interface Credentials {
  factoryCode: string;
  employeeCode: string;
  customerCode: string | null;
  password: string;
  codeId: string | null;
  code: string | null;
  remember: boolean;
}

interface Account {
  factoryId: number;
  id: number;
  name: string;
  passwordHash: string | null;
}

/** Longest description of a browser that is kept. */
const LONGEST_AGENT = 200;

async function findAccount(
  db: Db,
  { factoryCode, employeeCode, customerCode }: Credentials,
): Promise<Account | null> {
  const found = await sql<Account>`
    select a.factory_id, a.id, a.password_hash, coalesce(e.name, c.short_name, a.code) as name
    from factory f
    join account a on a.factory_id = f.id and a.code = ${employeeCode} and a.disabled_at is null
    left join employee e on e.factory_id = a.factory_id and e.id = a.employee_id
    left join customer c on c.factory_id = a.factory_id and c.id = a.customer_id
    where f.code = ${factoryCode} and case
      when ${customerCode}::text is null then a.kind = 'employee' and e.deleted_at is null and e.working_status <> 'quit'
      else a.kind = 'customer' and c.code = ${customerCode} and c.deleted_at is null end
    limit 1`.execute(db);
  return found.rows[0] ?? null;
}

const digest = (text: string): Buffer => createHash('sha256').update(text.normalize('NFKC')).digest();

async function isRight(password: string, account: Account | null, house: House): Promise<boolean> {
  const right = await verifyPassword(password, account?.passwordHash ?? null);
  // Who never had a password of their own comes in with the default one, and has to change it.
  if (!account || account.passwordHash !== null || house.defaultPassword === null) return right;
  return timingSafeEqual(digest(password), digest(house.defaultPassword));
}

/** Opens a session; what is kept of its token is a hash. @returns the token */
export async function openSession(
  db: Db,
  account: Pick<Account, 'factoryId' | 'id' | 'name'>,
  origin: Origin,
  remember: boolean,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const actor = { factoryId: account.factoryId, accountId: account.id, name: account.name, ip: origin.ip };
  const hours = remember ? LONGEST_DAYS * 24 : IDLE_HOURS;
  await inWork(db, actor, async (work) => {
    await sql`insert into session (token_hash, factory_id, account_id, remembered, ip, agent, expires_at)
      values (${tokenHash(token)}, ${account.factoryId}, ${account.id}, ${remember}, ${origin.ip},
        ${origin.agent.slice(0, LONGEST_AGENT)}, now() + make_interval(hours => ${hours}))`.execute(work.db);
    work.log({
      entity: 'account',
      id: account.id,
      action: 'logIn',
      after: { agent: origin.agent.slice(0, LONGEST_AGENT) },
    });
  });
  return token;
}

/** What a person who has logged in is told. */
export interface LoggedIn {
  validateKey: string;
  user: CurrentUser;
  permissions: string[];
  mustChangePassword: boolean;
}

/**
 * Logs a person in. Whether the account exists shows neither in the answer nor in its time.
 * @throws verificationCodeWrong, loginLocked, loginFailed
 */
export async function logIn(db: Db, house: House, origin: Origin, given: Credentials): Promise<LoggedIn> {
  if (house.captcha) await useLoginCode(db, given.codeId, given.code);
  const named = [given.factoryCode, given.customerCode ?? '', given.employeeCode].join('\n');
  const attempt = await beginAttempt(db, named, origin.ip);
  const account = await findAccount(db, given);
  let right: boolean;
  try {
    right = await isRight(given.password, account, house);
  } catch (error) {
    await attempt.withdrawn();
    throw error;
  }
  if (!account || !right) {
    await attempt.failed();
    throw fail('loginFailed');
  }
  await attempt.succeeded();
  const validateKey = await openSession(db, account, origin, given.remember);
  const recognised = await recognise(db, validateKey);
  if (!recognised) throw fail('loginFailed');
  const { user } = recognised;
  return { validateKey, user, permissions: user.permissions, mustChangePassword: user.mustChangePassword };
}
