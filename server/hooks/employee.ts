import { sql } from 'kysely';
import type { Work } from '../db/work.ts';
import { makeResourceHooks } from './group-resources.ts';
import {
  findChangedRoles,
  refuseToChangeStrongerAccounts,
  refuseToAssignStrongerRoles,
  refuseToChangeGuardedFields,
  refuseIfNoAdministratorLeft,
} from './granting.ts';
import type { HooksOf, SavedRowOf } from './hooks.ts';
import { refuseEndBeforeStart } from './refuse-end-before-start.ts';
import { scheduleRoleUsageCount } from './count-holders.ts';
import { refuseRolesOfOtherKinds } from './role-kinds.ts';
import { loadRoleIds } from './load-role-ids.ts';
import { revokeSessions, buildSessionCondition } from './revoke-sessions.ts';

/** The fields that decide who a person is at log-in and at a terminal, and what the person may do. */
const GUARDED_FIELDS = ['code', 'badgeCode', 'weLinkCode', 'workingStatus', 'roleIds'] as const;

const employeeResourceHooks = makeResourceHooks('employee');

/**
 * Creates accounts without a password for new employees. If the installation has a default password, the
 * employees log in with that.
 */
async function createAccounts(work: Work, people: SavedRowOf<'employee'>[]): Promise<void> {
  const ids = people.map((person) => person.id);
  const codes = people.map((person) => person.code);
  await sql`insert into account (factory_id, kind, employee_id, code)
    select ${work.factoryId}::bigint, 'employee', id, code
    from unnest(${ids}::bigint[], ${codes}::text[]) as person (id, code)`.execute(work.db);
}

/** Refuses changes of employees that would leave the factory without an administrator. */
const refuseToRemoveLastAdministrator = (work: Work, before: SavedRowOf<'employee'>[]) =>
  refuseIfNoAdministratorLeft(work, [...new Set(before.flatMap((person) => person.roleIds))]);

/**
 * An employee is a resource of its home group, and has an account. An employee who quits or is deleted is
 * logged out.
 */
export const employeeHooks: HooksOf<'employee'> = {
  batchable: true,
  beforeSave: async (work, next, before) => {
    refuseEndBeforeStart(next, 'absences', 'absentFrom', 'absentUntil');
    await refuseRolesOfOtherKinds(work, 'employee', next.roleIds);
    await refuseToAssignStrongerRoles(work, findChangedRoles(next.roleIds, before?.roleIds));
    await refuseToChangeGuardedFields(work, 'employee_id', GUARDED_FIELDS, next, before);
  },
  afterSave: async (work, after, before) => {
    await employeeResourceHooks.afterSave(work, after, before);
    if (!before) work.batch(createAccounts, after);
    // The accounts with a role are counted before the commit, when the new accounts exist.
    scheduleRoleUsageCount(work, findChangedRoles(after.roleIds, before?.roleIds));
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
      await revokeSessions(work, buildSessionCondition(work, 'employee_id', [after.id]));
    if (JSON.stringify(before.roleIds) !== JSON.stringify(after.roleIds))
      work.announce('setting', 'permission', [after.id]);
    work.batch(refuseToRemoveLastAdministrator, before);
  },
  beforeDelete: async (work, rows) => {
    await refuseToChangeStrongerAccounts(
      work,
      'employee_id',
      rows.map((row) => row.id),
    );
    await employeeResourceHooks.beforeDelete(work, rows);
  },
  afterRestore: async (work, rows) => {
    await employeeResourceHooks.afterRestore(work, rows);
    const ids = rows.map((row) => row.id);
    scheduleRoleUsageCount(work, await loadRoleIds(work, 'employee_id', ids));
  },
  afterDelete: async (work, rows) => {
    const ids = rows.map((row) => row.id);
    await revokeSessions(work, buildSessionCondition(work, 'employee_id', ids));
    const heldRoleIds = await loadRoleIds(work, 'employee_id', ids);
    scheduleRoleUsageCount(work, heldRoleIds);
    await refuseIfNoAdministratorLeft(work, heldRoleIds);
  },
};
