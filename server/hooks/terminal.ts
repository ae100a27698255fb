import { sql } from 'kysely';
import type { Transaction } from '../db/transaction.ts';
import type { HooksOf } from './hooks.ts';
import { revokeSessions, buildSessionCondition } from './revoke-sessions.ts';

/** Logs out terminals and the users who are identified at these terminals. */
const logOutTerminals = (tx: Transaction, ids: number[]) =>
  revokeSessions(
    tx,
    sql`(${buildSessionCondition(tx, 'terminal_id', ids)}
      or (s.factory_id = ${tx.factoryId} and s.terminal_id = any(${ids}::bigint[])))`,
  );

/** A terminal has its own account. A terminal that is deleted, or whose code changes, is logged out. */
export const terminalHooks: HooksOf<'terminal'> = {
  afterSave: async (tx, after, before) => {
    const code = after.code;
    if (!before) {
      await tx.db
        .insertInto('account')
        .values({
          factoryId: tx.factoryId,
          kind: 'terminal',
          terminalId: after.id,
          code,
          mustChange: false,
        })
        .execute();
      return;
    }
    if (before.code === code) return;
    await tx.db
      .updateTable('account')
      .set({ code })
      .where('factoryId', '=', tx.factoryId)
      .where('terminalId', '=', after.id)
      .execute();
    await logOutTerminals(tx, [after.id]);
  },
  afterDelete: async (tx, rows) => {
    await logOutTerminals(
      tx,
      rows.map((row) => row.id),
    );
  },
};
