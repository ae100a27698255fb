import { makeError } from '#shared/kernel/errors.ts';
import { updateHomeGroups, refuseToRemoveAssignedResources } from './group-resources.ts';
import type { DraftOf, HooksOf } from './hooks.ts';

const listStaffIds = (row: DraftOf<'workGroup'> | null): number[] =>
  row?.staff.map((line) => line.employeeId) ?? [];
const listEquipmentIds = (row: DraftOf<'workGroup'> | null): number[] =>
  row?.equipment.map((line) => line.deviceId) ?? [];
const listShelfIds = (row: DraftOf<'workGroup'> | null): number[] =>
  row?.shelves.map((line) => line.shelfId) ?? [];

/**
 * Refuses a resource that occurs twice, and an assignment to a craft that the group does not have.
 */
function checkResourceLines(
  next: DraftOf<'workGroup'>,
  linesField: 'staff' | 'equipment' | 'shelves',
  column: string,
  ids: readonly number[],
): void {
  const craftIds = new Set(next.craftIds);
  next[linesField].forEach((line, index) => {
    const craftId = 'craftId' in line ? line.craftId : null;
    if (ids.indexOf(ids[index]!) < index)
      throw makeError('fieldsInvalid', {}, { [`${linesField}[${index}].${column}`]: { reason: 'repeated' } });
    if (craftId !== null && !craftIds.has(craftId))
      throw makeError(
        'fieldsInvalid',
        {},
        { [`${linesField}[${index}].craftId`]: { reason: 'notAReference' } },
      );
  });
}

const listRemovedIds = (before: readonly number[], after: readonly number[]): number[] =>
  before.filter((id) => !after.includes(id));

/** Saving a work group also updates the home groups of its people, devices and shelves. */
export const workGroupHooks: HooksOf<'workGroup'> = {
  beforeSave: async (tx, next, before) => {
    checkResourceLines(next, 'staff', 'employeeId', listStaffIds(next));
    checkResourceLines(next, 'equipment', 'deviceId', listEquipmentIds(next));
    checkResourceLines(next, 'shelves', 'shelfId', listShelfIds(next));
    if (!before) return;
    await refuseToRemoveAssignedResources(
      tx,
      'employee',
      listRemovedIds(listStaffIds(before), listStaffIds(next)),
      [before.id],
    );
    await refuseToRemoveAssignedResources(
      tx,
      'device',
      listRemovedIds(listEquipmentIds(before), listEquipmentIds(next)),
      [before.id],
    );
  },
  afterSave: async (tx, after, before) => {
    await updateHomeGroups(tx, after.id, 'employee', listStaffIds(before), listStaffIds(after));
    await updateHomeGroups(tx, after.id, 'device', listEquipmentIds(before), listEquipmentIds(after));
    await updateHomeGroups(tx, after.id, 'shelf', listShelfIds(before), listShelfIds(after));
  },
  beforeDelete: async (tx, rows) => {
    const ids = rows.map((row) => row.id);
    await refuseToRemoveAssignedResources(tx, 'employee', null, ids);
    await refuseToRemoveAssignedResources(tx, 'device', null, ids);
  },
};
