import type { CapacityLoad, AxisLoad, GroupLoad, TaskLoad } from '#shared/answers/capacity-load.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import {
  CAPACITY_AXES,
  computeGroupCapacity,
  type CapacityAxis,
  type CapacityLines,
} from '#shared/planning/group-capacity.ts';
import { groupBy } from '#shared/planning/group-by.ts';
import { sharePlacedMinutes } from '#shared/planning/place-work.ts';
import { calculateRemainingMinutes } from '#shared/planning/remaining-work.ts';
import { countDaysBetween, listDays, type DayPeriod } from '#shared/rules/days.ts';
import type { Db } from '../db/database.ts';
import { makeDayPeriodGetter } from './day-periods.ts';
import { placeOpenWork, type PlacedWork } from './place-open-work.ts';
import { readWorkCalendar } from './read-calendar.ts';
import { readGroups } from './read-groups.ts';
import { readTaskLoad } from './read-task-load.ts';

/** Adds up the open work of a group on one axis: device hours or man hours. */
function sumLoad(
  workItems: readonly PlacedWork[],
  axis: CapacityAxis,
  firstDayIndex: number,
  dayCount: number,
  capacity: CapacityLines,
): AxisLoad {
  const sum: AxisLoad = {
    ...capacity,
    load: Array.from({ length: dayCount }, () => 0),
    overdueMinutes: 0,
    overdueCount: 0,
    unplannedMinutes: 0,
    unplannedCount: 0,
    withoutEstimate: 0,
  };
  for (const { work, placement } of workItems) {
    const minutes = calculateRemainingMinutes(work, axis);
    if (minutes === null) sum.withoutEstimate += 1;
    if (!minutes) continue;
    if (placement.kind === 'unplanned') {
      sum.unplannedMinutes += minutes;
      sum.unplannedCount += 1;
    }
    if (placement.kind === 'overdue') {
      sum.overdueMinutes += minutes;
      sum.overdueCount += 1;
    }
    for (const [position, day] of placement.days.entries()) {
      const index = day - firstDayIndex;
      if (index >= 0 && index < dayCount)
        sum.load[index]! += sharePlacedMinutes(minutes, placement, position);
    }
  }
  return sum;
}

/** Adds the work on tasks to today's load. */
function addTaskLoad({ load }: AxisLoad, tasks: readonly TaskLoad[], todayIndex: number): void {
  if (todayIndex < 0 || todayIndex >= load.length) return;
  for (const { minutes } of tasks) load[todayIndex]! += minutes;
}

/** Computes the load and the capacity of every work group for each day of a period. */
export async function readCapacityLoad(
  db: Db,
  user: CurrentUser,
  today: string,
  { from, to }: DayPeriod,
): Promise<CapacityLoad> {
  const groups = await readGroups(db, user, { from, to });
  const calendar = await readWorkCalendar(db, user, { from, to }, true);
  const worksByGroup = groupBy(await placeOpenWork(db, user, today), ({ work }) => work.workGroupId);
  const tasksByGroup = groupBy(await readTaskLoad(db, user, today), ({ workGroupId }) => workGroupId);
  const days = listDays(from, to);
  const firstDayIndex = countDaysBetween(today, from);
  const getDayPeriod = makeDayPeriodGetter(user.zone);
  const rows = groups.map((group): GroupLoad => {
    const { id, code, name } = group;
    const [deviceHours, manHours] = CAPACITY_AXES.map((axis) =>
      sumLoad(
        worksByGroup.get(id) ?? [],
        axis,
        firstDayIndex,
        days.length,
        computeGroupCapacity(group, axis, days, calendar, getDayPeriod),
      ),
    ) as [AxisLoad, AxisLoad];
    addTaskLoad(manHours, tasksByGroup.get(id) ?? [], -firstDayIndex);
    return { id, code, name, deviceHours, manHours };
  });
  const ungroupedWorks = worksByGroup.get(null);
  const ungroupedTasks = tasksByGroup.get(null) ?? [];
  if (ungroupedWorks || ungroupedTasks.length > 0) {
    const makeZeros = () => days.map(() => 0);
    const [deviceHours, manHours] = CAPACITY_AXES.map((axis) =>
      sumLoad(ungroupedWorks ?? [], axis, firstDayIndex, days.length, {
        normal: makeZeros(),
        maximum: makeZeros(),
        budget: makeZeros(),
        unknownResources: 0,
      }),
    ) as [AxisLoad, AxisLoad];
    addTaskLoad(manHours, ungroupedTasks, -firstDayIndex);
    rows.push({ id: null, code: '', name: '', deviceHours, manHours });
  }
  return { today, from, to, groups: rows };
}
