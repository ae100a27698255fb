import { demoContent, splitAtSpaces, type DemoWorkGroup } from '../content.ts';
import { getStandardMinutes, groupsByCraft } from '../masters.ts';
import { planOrder, type PlannedOrder } from '../orders.ts';
import type { OpenProcess } from './order-book.ts';

/** The minutes that a person works in a shift of twelve hours. The breaks of a shift take an hour on average. */
const WORKED_MINUTES_PER_SHIFT = 11 * 60;
/**
 * The weight of overdue work, in addition to its weight of 1 as open work. Overdue work shows that a group is
 * slower than its standard, so new work needs more time.
 */
const OVERDUE_WEIGHT = 3;
const DAY_MS = 86_400_000;

/** The standard minutes that each group can work in a day, by the code of the group. */
const DAILY_MINUTES_BY_GROUP: ReadonlyMap<string, number> = new Map(
  demoContent.groups.map((group: DemoWorkGroup) => [group.code, group.people * WORKED_MINUTES_PER_SHIFT]),
);

/** The processes of an open order. */
interface OpenOrderProcesses {
  processes: readonly Pick<OpenProcess, 'craftName' | 'target' | 'good' | 'plannedEnd'>[];
}

/** The standard minutes that are left of the open work of a group. */
interface GroupLoad {
  minutes: number;
  overdueMinutes: number;
}

/** Sums the open work of each group, by the code of the group. */
function sumGroupLoads(orders: Iterable<OpenOrderProcesses>, today: string): Map<string, GroupLoad> {
  const loads = new Map<string, GroupLoad>();
  for (const { processes } of orders) {
    for (const { craftName, target, good, plannedEnd } of processes) {
      const group = groupsByCraft.get(craftName);
      if (!group) continue;
      const load = loads.get(group.code) ?? { minutes: 0, overdueMinutes: 0 };
      const minutesLeft = Math.max(0, target - good) * getStandardMinutes(craftName);
      load.minutes += minutesLeft;
      if (plannedEnd !== null && plannedEnd < today) load.overdueMinutes += minutesLeft;
      loads.set(group.code, load);
    }
  }
  return loads;
}

/** Estimates how many days a group needs for its open work. Overdue work counts more. */
const estimateDays = (code: string, load: GroupLoad | undefined): number =>
  load ? (load.minutes + OVERDUE_WEIGHT * load.overdueMinutes) / DAILY_MINUTES_BY_GROUP.get(code)! : 0;

/**
 * Plans the n-th order. The order is due on the day on which its busiest group will have finished the work
 * that is already open. Therefore about as much work is due on a day as people can do on that day.
 * @param localNow the local time of the factory, as if it were UTC
 */
export function planNextOrder(
  number: number,
  openOrders: Iterable<OpenOrderProcesses>,
  localNow: Date,
): PlannedOrder {
  const loads = sumGroupLoads(openOrders, localNow.toISOString().slice(0, 10));
  const groups = planOrder(number, 0).parts.flatMap(({ routing }) =>
    splitAtSpaces(routing).map((craft) => groupsByCraft.get(craft)!.code),
  );
  const dayCount = Math.max(...groups.map((code) => estimateDays(code, loads.get(code))));
  const dayFraction = (localNow.getTime() % DAY_MS) / DAY_MS;
  const dueDay = Math.floor(dayFraction + dayCount);
  const firstEnd = Math.min(
    ...planOrder(number, dueDay).parts.flatMap(({ plannedEndDays }) => plannedEndDays),
  );
  // No process of a new order is planned to end today or earlier.
  return planOrder(number, dueDay + Math.max(0, 1 - firstEnd));
}
