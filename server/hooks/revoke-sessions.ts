import { sql, type RawBuilder } from 'kysely';
import type { Transaction } from '../db/transaction.ts';

/**
 * Ends sessions, and the sessions in other factories that were opened from them. It announces the
 * ended sessions, so that every node closes their sockets.
 * @param condition the condition on the session table `s`
 * @returns the number of ended sessions that match the condition
 */
export async function revokeSessions(tx: Transaction, condition: RawBuilder<unknown>): Promise<number> {
  const endedSessions = await sql<{ tokenHash: string }>`update session as s set revoked_at = ${tx.now}
    where s.revoked_at is null and ${condition} returning s.token_hash`.execute(tx.db);
  const hashes = endedSessions.rows.map((row) => row.tokenHash);
  if (hashes.length === 0) return 0;
  const endedChildSessions = await sql<{ tokenHash: string }>`update session as s set revoked_at = ${tx.now}
    where s.revoked_at is null and s.login_hash = any(${hashes}::text[]) returning s.token_hash`.execute(
    tx.db,
  );
  const tokenHashes = [...hashes, ...endedChildSessions.rows.map((row) => row.tokenHash)];
  tx.announce('setting', 'session', null, { tokenHashes });
  return hashes.length;
}

/**
 * Builds the condition that a session `s` belongs to one of the given accounts of the factory.
 * @param column the account column that identifies the accounts
 * @param ids the values of this column
 */
export const buildSessionCondition = (
  tx: Transaction,
  column:
    | 'id'
    | 'employee_id'
    | 'terminal_id'
    | 'customer_user_id'
    | 'supplier_user_id'
    | 'guest_id'
    | 'wall_screen_id'
    | 'kanban_link_id',
  ids: readonly number[],
): RawBuilder<unknown> =>
  sql`s.factory_id = ${tx.factoryId} and s.account_id in (select a.id from account a
    where a.factory_id = ${tx.factoryId} and ${sql.ref(`a.${column}`)} = any(${ids}::bigint[]))`;
