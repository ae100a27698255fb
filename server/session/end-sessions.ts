import { sql } from 'kysely';
import type { Work } from '../db/work.ts';
import { revokeSessions } from '../hooks/revoke-sessions.ts';
import { hashToken } from '../db/token-hash.ts';

/**
 * Ends either the calling session with its login session, or all other sessions of the account.
 * @param token the token of the calling session
 * @returns the number of ended sessions
 */
export function endSessions(
  work: Work,
  accountId: number,
  which: 'this' | 'others',
  token: string,
): Promise<number> {
  const hash = hashToken(token);
  const logIn = sql`coalesce((select l.login_hash from session l where l.token_hash = ${hash}), ${hash})`;
  return revokeSessions(
    work,
    which === 'this'
      ? sql`s.token_hash = ${logIn}`
      : sql`s.factory_id = ${work.factoryId} and s.account_id = ${accountId} and s.token_hash <> ${hash}`,
  );
}
