import { sql } from 'kysely';
import type { Work } from '../db/work.ts';
import { revokeSessions } from '../hooks/revoke-sessions.ts';
import { hashToken } from '../db/token-hash.ts';

/**
 * With 'this', ends the session that the caller opened by logging in. With 'others', ends all sessions of the account
 * except the calling one and the one that the caller opened by logging in. Sessions that were opened by entering a factory from an ended session end too.
 * @param token the token of the calling session
 * @returns the number of ended sessions, without those that were opened from them
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
      : sql`s.factory_id = ${work.factoryId} and s.account_id = ${accountId} and s.token_hash not in (${hash}, ${logIn})`,
  );
}
