import { sql } from 'kysely';
import { fail } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { OwnSession } from '#shared/answers/own-account.ts';
import type { Db } from '../../db/database.ts';
import type { Work } from '../../db/work.ts';
import { revokeSessions } from '../../hooks/revoke-sessions.ts';
import { tokenHash } from '../../db/token-hash.ts';
import { deviceOf } from './device-of.ts';

interface Row extends Omit<OwnSession, 'device'> {
  agent: string;
}

/**
 * The log-ins of a person, wherever they went from there: those of the account at home.
 * A badge at a terminal is none: it ends there by itself.
 */
const LOG_INS = (user: CurrentUser) => sql`s.login_hash is null and s.terminal_id is null
  and (s.factory_id, s.account_id) in (select coalesce(a.home_factory_id, a.factory_id), coalesce(a.home_account_id, a.id)
    from account a where a.factory_id = ${user.factoryId} and a.id = ${user.accountId})`;

/** The session that a token is, or the log-in that it goes on from. */
const logInOf = (token: string) => {
  const hash = tokenHash(token);
  return sql`coalesce((select l.login_hash from session l where l.token_hash = ${hash}), ${hash})`;
};

/** Where somebody is logged in, the latest used first. */
export async function ownSessions(db: Db, user: CurrentUser, token: string): Promise<{ rows: OwnSession[] }> {
  const found = await sql<Row>`select s.id, s.agent, s.ip, s.created_at, s.seen_at, s.remembered,
      s.token_hash = ${logInOf(token)} as is_this
    from session s where ${LOG_INS(user)} and s.revoked_at is null and s.expires_at > now()
    order by is_this desc, s.seen_at desc limit 200`.execute(db);
  return { rows: found.rows.map(({ agent, ...row }) => ({ ...row, device: deviceOf(agent) })) };
}

/**
 * Logs one of somebody's own devices out.
 * @throws rowNotFound, also where the session is somebody else's
 */
export async function endOwnSession(work: Work, user: CurrentUser, id: number): Promise<void> {
  if ((await revokeSessions(work, sql`s.id = ${id} and ${LOG_INS(user)}`)) === 0) throw fail('rowNotFound');
  work.log({ entity: 'account', id: user.accountId, action: 'endSession' });
}

/** Logs somebody out everywhere but here. @returns how many devices that were */
export async function endOtherSessions(
  work: Work,
  user: CurrentUser,
  token: string,
): Promise<{ ended: number }> {
  const ended = await revokeSessions(work, sql`${LOG_INS(user)} and s.token_hash <> ${logInOf(token)}`);
  if (ended > 0) work.log({ entity: 'account', id: user.accountId, action: 'endSession', after: { ended } });
  return { ended };
}
