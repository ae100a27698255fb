import type { CurrentUser } from '#shared/kernel/wire.ts';
import {
  findPlannedDays,
  LOOKAHEAD_DAYS,
  placeByPlan,
  placeWork,
  type WorkDays,
} from '#shared/planning/place-work.ts';
import { calculateRemainingQuantity } from '#shared/planning/remaining-work.ts';
import type { WorkCalendar } from '#shared/planning/work-calendar.ts';
import { addDays } from '#shared/rules/days.ts';
import type { Db } from '../db/database.ts';
import { readWorkCalendar } from './read-calendar.ts';
import type { DividedWork } from './divide-work.ts';
import { readOpenWork } from './read-open-work.ts';
import type { OpenWork } from './open-work.ts';

/** A process or a share on which work is left, and the days on which the work falls. */
export interface PlacedWork {
  work: DividedWork<OpenWork>;
  placement: WorkDays;
}

/** Makes a function that returns whether a day is a working day of a group. The day is a number of days from today. */
function makeWorkdayCheck(
  calendar: WorkCalendar,
  today: string,
  groupId: number | null,
): (day: number) => boolean {
  // Group 0 does not exist, so work without a group gets the shifts from the rosters of the factory.
  const getShifts = calendar.makeShiftLookup({ kind: 'workGroup', id: groupId ?? 0, workGroupId: null });
  const knownWorkdays: (boolean | undefined)[] = [];
  return (index) => {
    let isWorkday = knownWorkdays[index];
    if (isWorkday === undefined) {
      const day = addDays(today, index);
      const shifts = getShifts(day);
      isWorkday = shifts ? shifts.length > 0 : calendar.isWorkday(day);
      knownWorkdays[index] = isWorkday;
    }
    return isWorkday;
  };
}

/**
 * Reads the open work of the factory, and assigns it to days: by the applied plan, or else by its planned days. The
 * result does not depend on the shown period, so that a figure and its list of processes always agree.
 */
export async function placeOpenWork(db: Db, user: CurrentUser, today: string): Promise<PlacedWork[]> {
  const workItems = (await readOpenWork(db, user.factoryId)).filter(
    (work) => calculateRemainingQuantity(work) > 0,
  );
  const latestDay = addDays(today, LOOKAHEAD_DAYS);
  const lastPlannedDay = workItems.reduce((day, work) => {
    const end = findPlannedDays(work)?.[1] ?? today;
    return end > day ? end : day;
  }, today);
  const calendar = await readWorkCalendar(
    db,
    user,
    { from: today, to: lastPlannedDay < latestDay ? lastPlannedDay : latestDay },
    false,
  );
  const isWorkdayByGroup = new Map<number | null, (day: number) => boolean>();
  return workItems.map((work) => {
    if (work.applied) return { work, placement: placeByPlan(work.applied, today) };
    let isWorkday = isWorkdayByGroup.get(work.workGroupId);
    if (!isWorkday) {
      isWorkday = makeWorkdayCheck(calendar, today, work.workGroupId);
      isWorkdayByGroup.set(work.workGroupId, isWorkday);
    }
    // The work of an appointment counts on the days of the appointment, even if they are not working days.
    return { work, placement: placeWork(work, today, work.isBooked ? () => true : isWorkday) };
  });
}
