import { fail } from '#shared/kernel/errors.ts';
import { resourceHooks } from './group-resources.ts';
import { refuseToAssign, refuseToLoseAdministrators } from './granting.ts';
import type { Draft, Hooks, Saved } from './hooks.ts';
import type { Work } from '../db/work.ts';

/** Signs a person out everywhere; the rows are announced so that every node closes the sockets. */
async function revokeSessions(work: Work, employeeIds: number[]): Promise<void> {
  const revoked = await work.db
    .updateTable('session')
    .set({ revokedAt: work.now })
    .where('factoryId', '=', work.factoryId)
    .where('revokedAt', 'is', null)
    .where('accountId', 'in', (of) =>
      of
        .selectFrom('account')
        .select('id')
        .where('factoryId', '=', work.factoryId)
        .where('employeeId', 'in', employeeIds),
    )
    .returning('tokenHash')
    .execute();
  if (revoked.length > 0) {
    work.announce('setting', 'session', null, { tokenHashes: revoked.map((row) => row.tokenHash) });
  }
}

/** The roles that a save gives to a person or takes away. */
function changedRoles(next: Draft, before: Saved | null): number[] {
  const [old, now] = [new Set((before?.roleIds ?? []) as number[]), new Set(next.roleIds as number[])];
  return [...now].filter((id) => !old.has(id)).concat([...old].filter((id) => !now.has(id)));
}

const asResource = resourceHooks('employee');

/** A person is a resource of the home group; has an account from the first day, and none that works from the last. */
export const employeeHooks: Hooks = {
  beforeSave: async (work, next, before) => {
    (next.absences as { absentFrom: string; absentUntil: string }[]).forEach((absence, index) => {
      if (absence.absentFrom > absence.absentUntil) {
        throw fail('startAfterEnd', {}, { [`absences[${index}].absentUntil`]: { reason: 'notADate' } });
      }
    });
    await refuseToAssign(work, changedRoles(next, before));
  },
  afterSave: async (work, after: Saved, before) => {
    await asResource.afterSave(work, after, before);
    if (!before) {
      // No hash: the account opens with the default password, which must be changed at the first log-in.
      await work.db
        .insertInto('account')
        .values({
          factoryId: work.factoryId,
          kind: 'employee',
          employeeId: after.id,
          customerId: null,
          code: after.code as string,
          passwordHash: null,
          language: null,
          disabledAt: null,
        })
        .execute();
      return;
    }
    if (before.code !== after.code) {
      await work.db
        .updateTable('account')
        .set({ code: after.code as string })
        .where('factoryId', '=', work.factoryId)
        .where('employeeId', '=', after.id)
        .execute();
    }
    if (after.workingStatus === 'quit' && before.workingStatus !== 'quit')
      await revokeSessions(work, [after.id]);
    if (JSON.stringify(before.roleIds) !== JSON.stringify(after.roleIds))
      work.announce('setting', 'permission', [after.id]);
    await refuseToLoseAdministrators(work, before.roleIds as number[]);
  },
  beforeDelete: asResource.beforeDelete,
  afterDelete: async (work, rows) => {
    await revokeSessions(
      work,
      rows.map((row) => row.id),
    );
    const held = await work.db
      .selectFrom('employeeRoleIds')
      .select('targetId')
      .where('factoryId', '=', work.factoryId)
      .where(
        'ownerId',
        'in',
        rows.map((row) => row.id),
      )
      .execute();
    await refuseToLoseAdministrators(
      work,
      held.map((row) => row.targetId),
    );
  },
};
