import { sql } from 'kysely';
import type { Transaction } from '../db/transaction.ts';
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
async function createAccounts(tx: Transaction, people: SavedRowOf<'employee'>[]): Promise<void> {
  const ids = people.map((person) => person.id);
  const codes = people.map((person) => person.code);
  await sql`insert into account (factory_id, kind, employee_id, code)
    select ${tx.factoryId}::bigint, 'employee', id, code
    from unnest(${ids}::bigint[], ${codes}::text[]) as person (id, code)`.execute(tx.db);
}

/** Refuses changes of employees that would leave the factory without an administrator. */
const refuseToRemoveLastAdministrator = (tx: Transaction, before: SavedRowOf<'employee'>[]) =>
  refuseIfNoAdministratorLeft(tx, [...new Set(before.flatMap((person) => person.roleIds))]);

/**
 * An employee is a resource of its home group, and has an account. An employee who quits or is deleted is
 * logged out.
 */
export const employeeHooks: HooksOf<'employee'> = {
  batchable: true,
  beforeSave: async (tx, next, before) => {
    refuseEndBeforeStart(next, 'absences', 'absentFrom', 'absentUntil');
    await refuseRolesOfOtherKinds(tx, 'employee', next.roleIds);
    await refuseToAssignStrongerRoles(tx, findChangedRoles(next.roleIds, before?.roleIds));
    await refuseToChangeGuardedFields(tx, 'employee_id', GUARDED_FIELDS, next, before);
  },
  afterSave: async (tx, after, before) => {
    await employeeResourceHooks.afterSave(tx, after, before);
    if (!before) tx.batch(createAccounts, after);
    // The accounts with a role are counted before the commit, when the new accounts exist.
    scheduleRoleUsageCount(tx, findChangedRoles(after.roleIds, before?.roleIds));
    if (!before) return;
    if (before.code !== after.code) {
      await tx.db
        .updateTable('account')
        .set({ code: after.code })
        .where('factoryId', '=', tx.factoryId)
        .where('employeeId', '=', after.id)
        .execute();
    }
    if (after.workingStatus === 'quit' && before.workingStatus !== 'quit')
      await revokeSessions(tx, buildSessionCondition(tx, 'employee_id', [after.id]));
    if (JSON.stringify(before.roleIds) !== JSON.stringify(after.roleIds))
      tx.announce('setting', 'permission', [after.id]);
    tx.batch(refuseToRemoveLastAdministrator, before);
  },
  beforeDelete: async (tx, rows) => {
    await refuseToChangeStrongerAccounts(
      tx,
      'employee_id',
      rows.map((row) => row.id),
    );
    await employeeResourceHooks.beforeDelete(tx, rows);
  },
  afterRestore: async (tx, rows) => {
    await employeeResourceHooks.afterRestore(tx, rows);
    const ids = rows.map((row) => row.id);
    scheduleRoleUsageCount(tx, await loadRoleIds(tx, 'employee_id', ids));
  },
  afterDelete: async (tx, rows) => {
    const ids = rows.map((row) => row.id);
    await revokeSessions(tx, buildSessionCondition(tx, 'employee_id', ids));
    const heldRoleIds = await loadRoleIds(tx, 'employee_id', ids);
    scheduleRoleUsageCount(tx, heldRoleIds);
    await refuseIfNoAdministratorLeft(tx, heldRoleIds);
  },
};
