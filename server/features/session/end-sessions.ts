import type { Work } from '../../db/work.ts';
import { tokenHash } from '../../live/token-hash.ts';

/**
 * Ends sessions of an account: this one, or all but this one. They are announced, so that every node closes their sockets.
 * @param token the session that the call came with
 */
export async function endSessions(
  work: Work,
  accountId: number,
  which: 'this' | 'others',
  token: string,
): Promise<void> {
  const ended = await work.db
    .updateTable('session')
    .set({ revokedAt: work.now })
    .where('factoryId', '=', work.factoryId)
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is', null)
    .where('tokenHash', which === 'this' ? '=' : '!=', tokenHash(token))
    .returning('tokenHash')
    .execute();
  if (ended.length > 0)
    work.announce('setting', 'session', null, { tokenHashes: ended.map((row) => row.tokenHash) });
}
