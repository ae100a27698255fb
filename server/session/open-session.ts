import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { fail } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../db/database.ts';
import { inWork } from '../db/work.ts';
import type { Origin } from '../call/route.ts';
import { tokenHash } from '../db/token-hash.ts';
import { authenticate } from './authenticate.ts';

/** Longest description of a browser that is kept. */
const MAX_AGENT = 200;

/** Whose session is opened, and how long it lives. */
interface Opening {
  factoryId: number;
  accountId: number;
  /** The name in the history. */
  name: string;
  remembered: boolean;
  /** Until the first call writes it down anew. */
  minutes: number;
  /** The log-in that it goes on from, in another factory: its hash. */
  loginHash?: string | null;
  /** The terminal at which somebody said who they are. */
  terminalId?: number | null;
}

/** What somebody who has logged in is told. */
export interface LoggedIn {
  validateKey: string;
  user: CurrentUser;
  permissions: string[];
  mustChangePassword: boolean;
}

/**
 * Opens a session; what is kept of its token is a hash.
 * @throws loginFailed where the account was closed meanwhile
 */
export async function openSession(db: Db, opening: Opening, origin: Origin): Promise<LoggedIn> {
  const token = randomBytes(32).toString('base64url');
  const { factoryId, accountId, name, loginHash = null, terminalId = null } = opening;
  const agent = origin.agent.slice(0, MAX_AGENT);
  await inWork(db, { factoryId, accountId, name, ip: origin.ip }, async (work) => {
    await sql`insert into session (token_hash, factory_id, account_id, remembered, ip, agent, expires_at, terminal_id, login_hash)
      values (${tokenHash(token)}, ${factoryId}, ${accountId}, ${opening.remembered}, ${origin.ip}, ${agent},
        now() + make_interval(mins => ${opening.minutes}), ${terminalId}, ${loginHash})`.execute(work.db);
    work.log({
      entity: 'account',
      id: accountId,
      action: loginHash === null ? 'logIn' : 'enter',
      after: { agent, terminalId },
    });
  });
  const recognised = await authenticate(db, token);
  if (!recognised) throw fail('loginFailed');
  const { user } = recognised;
  return {
    validateKey: token,
    user,
    permissions: user.permissions,
    mustChangePassword: user.mustChangePassword,
  };
}
