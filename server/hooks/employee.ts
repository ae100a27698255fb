import { sql } from 'kysely';
import type { Work } from '../db/work.ts';
import { resourceHooks } from './group-resources.ts';
import { changedRoles, refuseToAssign, refuseToLoseAdministrators } from './granting.ts';
import type { HooksOf, SavedOf } from './hooks.ts';
import { refuseBackwards } from './refuse-backwards.ts';
import { countHolders } from './count-holders.ts';
import { refuseOtherRoles } from './role-kinds.ts';
import { rolesOf } from './roles-of.ts';
import { revokeSessions, sessionsOf } from './revoke-sessions.ts';

const asResource = resourceHooks('employee');

/**
 * Creates accounts for new employees. They have no password yet, so the default password is valid.
 */
async function makeAccounts(work: Work, people: SavedOf<'employee'>[]): Promise<void> {
  const ids = people.map((person) => person.id);
  const codes = people.map((person) => person.code);
  await sql`insert into account (factory_id, kind, employee_id, code)
    select ${work.factoryId}::bigint, 'employee', id, code
    from unnest(${ids}::bigint[], ${codes}::text[]) as person (id, code)`.execute(work.db);
}

/** Refuses changes of employees that would leave no administrator. */
const keepAdministrators = (work: Work, before: SavedOf<'employee'>[]) =>
  refuseToLoseAdministrators(work, [...new Set(before.flatMap((person) => person.roleIds))]);

/**
 * An employee is a resource of the home group and has an account. An employee who quits is logged
 * out.
 */
export const employeeHooks: HooksOf<'employee'> = {
  batchable: true,
  beforeSave: async (work, next, before) => {
    refuseBackwards(next, 'absences', 'absentFrom', 'absentUntil');
    await refuseOtherRoles(work, 'employee', next.roleIds);
    await refuseToAssign(work, changedRoles(next.roleIds, before?.roleIds));
  },
  afterSave: async (work, after, before) => {
    await asResource.afterSave(work, after, before);
    if (!before) work.batch(makeAccounts, after);
    // The holders are counted after the new accounts are created, because each account is a holder.
    countHolders(work, changedRoles(after.roleIds, before?.roleIds));
    if (!before) return;
    if (before.code !== after.code) {
      await work.db
        .updateTable('account')
        .set({ code: after.code })
        .where('factoryId', '=', work.factoryId)
        .where('employeeId', '=', after.id)
        .execute();
    }
    if (after.workingStatus === 'quit' && before.workingStatus !== 'quit')
      await revokeSessions(work, sessionsOf(work, 'employee_id', [after.id]));
    if (JSON.stringify(before.roleIds) !== JSON.stringify(after.roleIds))
      work.announce('setting', 'permission', [after.id]);
    work.batch(keepAdministrators, before);
  },
  beforeDelete: asResource.beforeDelete,
  afterRestore: async (work, rows) => {
    await asResource.afterRestore(work, rows);
    const ids = rows.map((row) => row.id);
    countHolders(work, await rolesOf(work, 'employee_id', ids));
  },
  afterDelete: async (work, rows) => {
    const ids = rows.map((row) => row.id);
    await revokeSessions(work, sessionsOf(work, 'employee_id', ids));
    const held = await rolesOf(work, 'employee_id', ids);
    countHolders(work, held);
    await refuseToLoseAdministrators(work, held);
  },
};
