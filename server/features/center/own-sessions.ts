import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { OwnSession } from '#shared/answers/own-account.ts';
import type { Db } from '../../db/database.ts';
import type { Transaction } from '../../db/transaction.ts';
import { revokeSessions } from '../../hooks/revoke-sessions.ts';
import { hashToken } from '../../db/token-hash.ts';
import { parseUserAgent } from './parse-user-agent.ts';

interface OwnSessionRow extends Omit<OwnSession, 'device'> {
  agent: string;
}

/**
 * Builds the SQL condition for a session `s` that a log-in of the user opened in the home factory. Sessions
 * that the same log-in opened in other factories do not count. Sessions at a terminal do not count either,
 * because they end by themselves.
 */
const buildLogInCondition = (user: CurrentUser) => sql`s.login_hash is null and s.terminal_id is null
  and (s.factory_id, s.account_id) in (select coalesce(a.home_factory_id, a.factory_id), coalesce(a.home_account_id, a.id)
    from account a where a.factory_id = ${user.factoryId} and a.id = ${user.accountId})`;

/**
 * Builds the SQL expression for the hash of the token that a log-in gave to a user.
 * @param token this token, or the token of a session that was opened from the same log-in
 */
const buildLogInHashExpression = (token: string) => {
  const hash = hashToken(token);
  return sql`coalesce((select l.login_hash from session l where l.token_hash = ${hash}), ${hash})`;
};

/** Lists up to 200 active log-ins of a user: the current one first, then the most recently used ones. */
export async function listOwnSessions(
  db: Db,
  user: CurrentUser,
  token: string,
): Promise<{ rows: OwnSession[] }> {
  const result = await sql<OwnSessionRow>`select s.id, s.agent, s.ip, s.created_at, s.seen_at, s.remembered,
      s.token_hash = ${buildLogInHashExpression(token)} as is_this
    from session s where ${buildLogInCondition(user)} and s.revoked_at is null and s.expires_at > now()
    order by is_this desc, s.seen_at desc limit 200`.execute(db);
  return { rows: result.rows.map(({ agent, ...row }) => ({ ...row, device: parseUserAgent(agent) })) };
}

/**
 * Ends one of the user's own log-ins.
 * @throws rowNotFound, also for a log-in of another user
 */
export async function endOwnSession(tx: Transaction, user: CurrentUser, id: number): Promise<void> {
  if ((await revokeSessions(tx, sql`s.id = ${id} and ${buildLogInCondition(user)}`)) === 0)
    throw makeError('rowNotFound');
  tx.log({ entity: 'account', id: user.accountId, action: 'endSession' });
}

/** Ends all log-ins of a user except the current one. @returns the number of ended log-ins */
export async function endOtherSessions(
  tx: Transaction,
  user: CurrentUser,
  token: string,
): Promise<{ ended: number }> {
  const endedCount = await revokeSessions(
    tx,
    sql`${buildLogInCondition(user)} and s.token_hash <> ${buildLogInHashExpression(token)}`,
  );
  if (endedCount > 0)
    tx.log({ entity: 'account', id: user.accountId, action: 'endSession', after: { ended: endedCount } });
  return { ended: endedCount };
}
