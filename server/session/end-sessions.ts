import { sql } from 'kysely';
import type { Work } from '../db/work.ts';
import { revokeSessions } from '../hooks/revoke-sessions.ts';
import { tokenHash } from '../db/token-hash.ts';

/**
 * Ends sessions of an account: the given one and its login session, or all others.
 * @param token the token of the calling session
 * @returns how many ended
 */
export function endSessions(
  work: Work,
  accountId: number,
  which: 'this' | 'others',
  token: string,
): Promise<number> {
  const hash = tokenHash(token);
  const logIn = sql`coalesce((select l.login_hash from session l where l.token_hash = ${hash}), ${hash})`;
  return revokeSessions(
    work,
    which === 'this'
      ? sql`s.token_hash = ${logIn}`
      : sql`s.factory_id = ${work.factoryId} and s.account_id = ${accountId} and s.token_hash <> ${hash}`,
  );
}
