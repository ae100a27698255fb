import { fail } from '#shared/kernel/errors.ts';
import { updateHomes, refuseIfAssigned } from './group-resources.ts';
import type { DraftOf, HooksOf } from './hooks.ts';

const staffOf = (row: DraftOf<'workGroup'> | null): number[] =>
  row?.staff.map((line) => line.employeeId) ?? [];
const equipmentOf = (row: DraftOf<'workGroup'> | null): number[] =>
  row?.equipment.map((line) => line.deviceId) ?? [];
const shelvesOf = (row: DraftOf<'workGroup'> | null): number[] => row?.shelfIds ?? [];

/**
 * Refuses a resource that occurs twice, and an assignment to a craft that the group does not have.
 */
function checkLines(
  next: DraftOf<'workGroup'>,
  lines: 'staff' | 'equipment',
  column: string,
  ids: readonly number[],
): void {
  const crafts = new Set(next.craftIds);
  next[lines].forEach(({ craftId }, index) => {
    if (ids.indexOf(ids[index]!) < index)
      throw fail('fieldsInvalid', {}, { [`${lines}[${index}].${column}`]: { reason: 'repeated' } });
    if (craftId !== null && !crafts.has(craftId))
      throw fail('fieldsInvalid', {}, { [`${lines}[${index}].craftId`]: { reason: 'notAReference' } });
  });
}

const without = (before: readonly number[], after: readonly number[]): number[] =>
  before.filter((id) => !after.includes(id));

/** Saving a work group also updates the home groups of its people, devices and shelves. */
export const workGroupHooks: HooksOf<'workGroup'> = {
  beforeSave: async (work, next, before) => {
    checkLines(next, 'staff', 'employeeId', staffOf(next));
    checkLines(next, 'equipment', 'deviceId', equipmentOf(next));
    if (!before) return;
    await refuseIfAssigned(work, 'employee', without(staffOf(before), staffOf(next)), [before.id]);
    await refuseIfAssigned(work, 'device', without(equipmentOf(before), equipmentOf(next)), [before.id]);
  },
  afterSave: async (work, after, before) => {
    await updateHomes(work, after.id, 'employee', staffOf(before), staffOf(after));
    await updateHomes(work, after.id, 'device', equipmentOf(before), equipmentOf(after));
    await updateHomes(work, after.id, 'shelf', shelvesOf(before), shelvesOf(after));
  },
  beforeDelete: async (work, rows) => {
    const ids = rows.map((row) => row.id);
    await refuseIfAssigned(work, 'employee', null, ids);
    await refuseIfAssigned(work, 'device', null, ids);
  },
};
