import type { DayPlan, DayShift } from '#shared/answers/daily-plan.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../../../db/database.ts';
import { getDatabaseTime } from '../../../db/clock.ts';
import { buildDayLines, type BuiltLine } from './build-lines.ts';
import { readShifts } from './read-shifts.ts';
import type { ShopState } from './read-shop-state.ts';

/** Selects lines of a day. */
export interface DayFilter {
  workGroupId: number | null;
  deviceId: number | null;
  employeeId: number | null;
  /** The name of a shift. */
  shift: string | null;
}

/**
 * Whether people work on a line in a shift. A line that was carried over from an earlier day, or that has no
 * planned time, belongs to every shift of the day.
 */
function isInShift(
  { startsAt, endsAt, workGroupId, carriedFrom }: BuiltLine,
  shifts: readonly DayShift[],
  shiftName: string,
): boolean {
  if (startsAt === null || endsAt === null || carriedFrom !== null) return true;
  const shiftsOfGroup = shifts.filter(
    ({ workGroupIds }) => workGroupId !== null && workGroupIds?.includes(workGroupId),
  );
  // A group with its own roster does not work in the shifts of the factory.
  const applicableShifts =
    shiftsOfGroup.length > 0 ? shiftsOfGroup : shifts.filter(({ workGroupIds }) => workGroupIds === null);
  return applicableShifts.some(
    (shift) =>
      shift.name === shiftName &&
      Date.parse(startsAt) < Date.parse(shift.endsAt) &&
      Date.parse(endsAt) > Date.parse(shift.startsAt),
  );
}

/**
 * Makes a function that checks whether a person works on a line, or belongs to its group and may do its
 * craft.
 */
function makePersonCheck({ peopleByGroup }: ShopState, employeeId: number, name: string | undefined) {
  const memberships = [...peopleByGroup.values()].flat().filter(({ id }) => id === employeeId);
  return ({ workGroupId, craftId, workers }: BuiltLine): boolean =>
    (name !== undefined && workers.includes(name)) ||
    memberships.some(
      (membership) =>
        membership.workGroupId === workGroupId &&
        (membership.craftId === null || membership.craftId === craftId),
    );
}

/** Reads the plan of a day with the present states of its lines, and what is missing for them. */
export async function readDayPlan(
  db: Db,
  user: CurrentUser,
  day: string,
  filter: DayFilter,
): Promise<DayPlan> {
  const content = await buildDayLines(db, user, day, getDatabaseTime(db).getTime());
  const { today, release, lastNumber, unplannedCount, builtLines, changes } = content;
  const shifts = await readShifts(db, user, day);
  const checks: ((line: BuiltLine) => boolean)[] = [];
  const { workGroupId, deviceId, employeeId, shift } = filter;
  if (workGroupId !== null) checks.push((line) => line.workGroupId === workGroupId);
  if (deviceId !== null) checks.push((line) => line.deviceId === deviceId);
  if (employeeId !== null) {
    const person = await db
      .selectFrom('employee')
      .select('name')
      .where('factoryId', '=', user.factoryId)
      .where('id', '=', employeeId)
      .executeTakeFirst();
    checks.push(makePersonCheck(content.shop, employeeId, person?.name));
  }
  if (shift !== null) checks.push((line) => isInShift(line, shifts, shift));
  const lines = builtLines
    .filter((line) => checks.every((check) => check(line)))
    .map(({ craftId: _craftId, ...line }) => line);
  return { day, today, shifts, lines, release, lastNumber, changeCount: changes.size, unplannedCount };
}
