import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { joinPermissions, encodeUser, type UserAnswer } from '#shared/kernel/user-answer.ts';
import type { Db } from '../db/database.ts';
import { runTransaction, type Transaction } from '../db/transaction.ts';
import type { CallSender } from '../call/route.ts';
import { hashToken } from '../db/token-hash.ts';
import { authenticate } from './authenticate.ts';

/** The user agent is stored up to this length, in characters. */
const MAX_AGENT_LENGTH = 200;

interface NewSession {
  factoryId: number;
  accountId: number;
  /** The name of the user in the audit log. */
  name: string;
  remembered: boolean;
  /** The initial lifetime in minutes. Later calls extend it as `authenticate` defines. */
  minutes: number;
  /** The hash of the token that the user got by logging in, if the user entered this factory from another one. */
  loginHash?: string | null;
  /** The id of the terminal at which the user was identified; null elsewhere. */
  terminalId?: number | null;
}

export interface LoginAnswer {
  validateKey: string;
  user: UserAnswer;
  permissions: string;
  mustChangePassword: boolean;
}

/** Inserts a session. Only a hash of its token is stored. @returns the token */
export async function insertSession(
  tx: Transaction,
  session: NewSession,
  sender: CallSender,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const { factoryId, accountId, loginHash = null, terminalId = null } = session;
  const agent = sender.agent.slice(0, MAX_AGENT_LENGTH);
  await sql`insert into session (token_hash, factory_id, account_id, remembered, ip, agent, expires_at, terminal_id, login_hash)
    values (${hashToken(token)}, ${factoryId}, ${accountId}, ${session.remembered}, ${sender.ip}, ${agent},
      now() + make_interval(mins => ${session.minutes}), ${terminalId}, ${loginHash})`.execute(tx.db);
  return token;
}

/**
 * Builds the answer to a caller who has just got a session.
 * @throws loginFailed if the account was disabled or deleted in the meantime
 */
export async function buildLoginAnswer(db: Db, token: string): Promise<LoginAnswer> {
  const authentication = await authenticate(db, token);
  if (!authentication) throw makeError('loginFailed');
  const { user } = authentication;
  return {
    validateKey: token,
    user: encodeUser(user),
    permissions: joinPermissions(user.permissions),
    mustChangePassword: user.mustChangePassword,
  };
}

/**
 * Opens a session, and logs who has logged in.
 * @throws loginFailed if the account was disabled or deleted in the meantime
 */
export async function openSession(db: Db, session: NewSession, sender: CallSender): Promise<LoginAnswer> {
  const { factoryId, accountId, name, loginHash = null, terminalId = null } = session;
  const token = await runTransaction(db, { factoryId, accountId, name, ip: sender.ip }, async (tx) => {
    tx.log({
      entity: 'account',
      id: accountId,
      action: loginHash === null ? 'logIn' : 'enter',
      after: { agent: sender.agent.slice(0, MAX_AGENT_LENGTH), terminalId },
    });
    return insertSession(tx, session, sender);
  });
  return buildLoginAnswer(db, token);
}
