import { sql } from 'kysely';
import type { Work } from '../db/work.ts';
import type { HooksOf } from './hooks.ts';
import { revokeSessions, buildSessionCondition } from './revoke-sessions.ts';

/** Logs out terminals and the users who are identified at these terminals. */
const logOutTerminals = (work: Work, ids: number[]) =>
  revokeSessions(
    work,
    sql`(${buildSessionCondition(work, 'terminal_id', ids)}
      or (s.factory_id = ${work.factoryId} and s.terminal_id = any(${ids}::bigint[])))`,
  );

/** A terminal has its own account. A terminal that is deleted, or whose code changes, is logged out. */
export const terminalHooks: HooksOf<'terminal'> = {
  afterSave: async (work, after, before) => {
    const code = after.code;
    if (!before) {
      await work.db
        .insertInto('account')
        .values({
          factoryId: work.factoryId,
          kind: 'terminal',
          terminalId: after.id,
          code,
          mustChange: false,
        })
        .execute();
      return;
    }
    if (before.code === code) return;
    await work.db
      .updateTable('account')
      .set({ code })
      .where('factoryId', '=', work.factoryId)
      .where('terminalId', '=', after.id)
      .execute();
    await logOutTerminals(work, [after.id]);
  },
  afterDelete: async (work, rows) => {
    await logOutTerminals(
      work,
      rows.map((row) => row.id),
    );
  },
};
