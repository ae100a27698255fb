import { sql } from 'kysely';
import type { Transaction } from '../db/transaction.ts';
import { revokeSessions } from '../hooks/revoke-sessions.ts';
import { hashToken } from '../db/token-hash.ts';

/**
 * Ends the session that the caller opened by logging in ('this'), or all other sessions of the account in this factory
 * ('others'). 'others' keeps the calling session and the session that the caller opened by logging in. If an ended
 * session was used to enter other factories, the sessions in these factories end too.
 * @param token the token of the calling session
 * @returns the number of ended sessions, without the sessions in other factories
 */
export function endSessions(
  tx: Transaction,
  accountId: number,
  scope: 'this' | 'others',
  token: string,
): Promise<number> {
  const tokenHash = hashToken(token);
  const loginHashSql = sql`coalesce((select l.login_hash from session l where l.token_hash = ${tokenHash}), ${tokenHash})`;
  return revokeSessions(
    tx,
    scope === 'this'
      ? sql`s.token_hash = ${loginHashSql}`
      : sql`s.factory_id = ${tx.factoryId} and s.account_id = ${accountId} and s.token_hash not in (${tokenHash}, ${loginHashSql})`,
  );
}
