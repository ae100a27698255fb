import type { Hooks } from './hooks.ts';
import type { Work } from '../db/work.ts';

/** Signs terminals out, with everybody who is recognised at them. */
async function close(work: Work, terminalIds: number[]): Promise<void> {
  const ended = await work.db
    .updateTable('session')
    .set({ revokedAt: work.now })
    .where('factoryId', '=', work.factoryId)
    .where('revokedAt', 'is', null)
    .where((of) =>
      of.or([
        of('terminalId', 'in', terminalIds),
        of(
          'accountId',
          'in',
          of
            .selectFrom('account')
            .select('id')
            .where('factoryId', '=', work.factoryId)
            .where('terminalId', 'in', terminalIds),
        ),
      ]),
    )
    .returning('tokenHash')
    .execute();
  if (ended.length > 0)
    work.announce('setting', 'session', null, { tokenHashes: ended.map((row) => row.tokenHash) });
}

/** A terminal has an account of its own; when it is taken away, or another device code is to be used, it is signed out. */
export const terminalHooks: Hooks = {
  afterSave: async (work, after, before) => {
    const code = after.code as string;
    if (!before) {
      await work.db
        .insertInto('account')
        .values({
          factoryId: work.factoryId,
          kind: 'terminal',
          employeeId: null,
          customerId: null,
          terminalId: after.id,
          code,
          passwordHash: null,
          mustChange: false,
          language: null,
          disabledAt: null,
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
    await close(work, [after.id]);
  },
  afterDelete: (work, rows) =>
    close(
      work,
      rows.map((row) => row.id),
    ),
};
