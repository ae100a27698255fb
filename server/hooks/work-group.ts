import { fail } from '#shared/kernel/errors.ts';
import { keepHomes, refuseIfAssigned } from './group-resources.ts';
import type { Draft, Hooks, Saved } from './hooks.ts';

interface Line {
  craftId: number | null;
}

const staffOf = (row: Draft | null): number[] =>
  ((row?.staff ?? []) as { employeeId: number }[]).map((line) => line.employeeId);
const equipmentOf = (row: Draft | null): number[] =>
  ((row?.equipment ?? []) as { deviceId: number }[]).map((line) => line.deviceId);
const shelvesOf = (row: Draft | null): number[] => (row?.shelfIds ?? []) as number[];

/** A resource stands in a group once, and is assigned to a craft of the group or to none. */
function checkLines(next: Draft, lines: 'staff' | 'equipment', column: string, ids: readonly number[]): void {
  const crafts = new Set(next.craftIds as number[]);
  (next[lines] as Line[]).forEach(({ craftId }, index) => {
    if (ids.indexOf(ids[index]!) < index)
      throw fail('fieldsInvalid', {}, { [`${lines}[${index}].${column}`]: { reason: 'repeated' } });
    if (craftId !== null && !crafts.has(craftId))
      throw fail('fieldsInvalid', {}, { [`${lines}[${index}].craftId`]: { reason: 'notAReference' } });
  });
}

const without = (before: readonly number[], after: readonly number[]): number[] =>
  before.filter((id) => !after.includes(id));

/** A group and the home groups of its people, devices and shelves say the same. */
export const workGroupHooks: Hooks = {
  beforeSave: async (work, next, before) => {
    checkLines(next, 'staff', 'employeeId', staffOf(next));
    checkLines(next, 'equipment', 'deviceId', equipmentOf(next));
    if (!before) return;
    await refuseIfAssigned(work, 'employee', without(staffOf(before), staffOf(next)), [before.id]);
    await refuseIfAssigned(work, 'device', without(equipmentOf(before), equipmentOf(next)), [before.id]);
  },
  afterSave: async (work, after, before) => {
    await keepHomes(work, after.id, 'employee', staffOf(before), staffOf(after));
    await keepHomes(work, after.id, 'device', equipmentOf(before), equipmentOf(after));
    await keepHomes(work, after.id, 'shelf', shelvesOf(before), shelvesOf(after));
  },
  beforeDelete: async (work, rows: Saved[]) => {
    const ids = rows.map((row) => row.id);
    await refuseIfAssigned(work, 'employee', null, ids);
    await refuseIfAssigned(work, 'device', null, ids);
  },
};
