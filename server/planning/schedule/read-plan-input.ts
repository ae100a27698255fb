import { sql } from 'kysely';
import type {
  Calendar,
  Goal,
  Instant,
  Keep,
  Placement,
  PlanInput,
  Task,
} from '#shared/planning/engine/types.ts';
import type { ScenarioPatch, ScheduleKeep } from '#shared/answers/schedule.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { addDays } from '#shared/rules/days.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import type { Db } from '../../db/database.ts';
import { readWorkCalendar } from '../read-calendar.ts';
import { readGroups } from '../read-groups.ts';
import { makePlanOrders, makePlanTasks, type GroupMachine } from './make-plan-tasks.ts';
import { inheritPlaces, listTaskWorks, type TaskWork } from './task-works.ts';
import { makePlanCalendars, toEngineWindows, type DayWindow, type PlanCalendars } from './plan-calendars.ts';
import { listDowntimes, patchCalendars, patchOrders } from './patch-plan.ts';
import { readPlanWork, type OpenPlanWork } from './read-plan-work.ts';
import { readScheduleSetting, type ScheduleSetting } from './read-setting.ts';

const MINUTE_MS = 60_000;
const ENGINE_KEEPS: Readonly<Record<ScheduleKeep, Keep>> = {
  repairPlan: 'repair',
  keepOrder: 'order',
  planAfresh: 'afresh',
};

/** The parameters of a request for a plan. */
export interface PlanRequest {
  keep: ScheduleKeep;
  goal: Goal;
  horizonDays: number;
  /** The changes of a scenario; empty for the factory without changes. */
  patches: readonly ScenarioPatch[];
  /** The id of an order that is planned although it is not released. */
  promisedOrderId?: number;
}

/** The data from which a plan is made: the work, the calendars and the setting. */
export interface PlanSourceData {
  openWork: OpenPlanWork;
  tasks: Task[];
  /** The work of each task, in the order of `tasks`. */
  taskWorks: TaskWork[];
  calendars: PlanCalendars;
  setting: ScheduleSetting;
  /** The assigned crafts and the efficiency of each machine as text, by the id of the device. */
  machineTraits: ReadonlyMap<number, string>;
  /** The calendars that machines and groups share. The position of a calendar is its id in the engine. */
  windows: readonly (readonly DayWindow[])[];
  calendarByMachine: ReadonlyMap<number, number>;
  calendarByGroup: ReadonlyMap<number, number>;
}

export interface PlanReading {
  input: PlanInput;
  sourceData: PlanSourceData;
}

/** Stores calendars. Equal calendars are stored once and have the same position. */
class CalendarTable {
  readonly windows: (readonly DayWindow[])[] = [];
  private readonly positions = new Map<string, number>();

  add(windows: readonly DayWindow[]): number {
    const key = windows.map(({ from, until }) => `${from}-${until}`).join();
    const knownPosition = this.positions.get(key);
    if (knownPosition !== undefined) return knownPosition;
    this.positions.set(key, this.windows.length);
    return this.windows.push(windows) - 1;
  }
}

async function readAssignments(db: Db, factoryId: number): Promise<GroupMachine[]> {
  const { rows } = await sql<GroupMachine>`
    select e.owner_id as work_group_id, e.device_id, e.craft_id from work_group_equipment e
    join work_group g on g.factory_id = e.factory_id and g.id = e.owner_id and g.deleted_at is null
    where e.factory_id = ${factoryId} order by e.owner_id, e.position`.execute(db);
  return rows;
}

/** Reads the places of operations in the present plan. */
async function readPresentPlaces(db: Db, factoryId: number): Promise<(Placement & { processId: number })[]> {
  const { rows } = await sql<Placement & { processId: number }>`
    select case when share_id = 0 then process_id else share_id end as task, process_id, device_id as machine, lane, floor(extract(epoch from starts_at) / 60)::bigint as start,
      floor(extract(epoch from ends_at) / 60)::bigint as end
    from planned_operation where factory_id = ${factoryId} order by process_id, share_id`.execute(db);
  return rows;
}

/**
 * Reads the input of the planner: the open work, the calendars and the present plan. All reads use the
 * snapshot that the caller gives as `db`.
 */
export async function readPlanInput(
  db: Db,
  user: Pick<CurrentUser, 'factoryId' | 'zone'>,
  { keep, goal, horizonDays, patches, promisedOrderId }: PlanRequest,
  at: Date,
): Promise<PlanReading> {
  const now: Instant = Math.floor(at.getTime() / MINUTE_MS);
  const today = toLocalDay(user.zone, at);
  const lastDay = addDays(today, horizonDays - 1);
  const setting = await readScheduleSetting(db, user.factoryId);
  const openWork = await readPlanWork(db, user, promisedOrderId ?? null);
  const period = { from: addDays(today, -1), to: lastDay };
  const groups = await readGroups(db, user, period);
  const calendar = await readWorkCalendar(db, user, period, true);
  const assignments = await readAssignments(db, user.factoryId);
  const taskWorks = listTaskWorks(openWork);
  const presentPlaces = inheritPlaces(taskWorks, await readPresentPlaces(db, user.factoryId));
  const span = { now, today, lastDay, zone: user.zone, withOvertime: setting.overtimeAllowed };
  const calendars = patchCalendars(makePlanCalendars(groups, calendar, span), patches);
  const table = new CalendarTable();
  const calendarByMachine = new Map(calendars.machines.map(({ id, windows }) => [id, table.add(windows)]));
  const calendarByGroup = new Map(calendars.groups.map(({ id, windows }) => [id, table.add(windows)]));
  const efficiencies = new Map(groups.map(({ id, efficiency }) => [id, efficiency]));
  const tasks = makePlanTasks(
    openWork,
    taskWorks,
    {
      setting,
      calendars,
      assignments,
      efficiencies,
      calendarByGroup,
      presentPlaces,
    },
    now,
  );
  const { dayStarts } = calendars;
  // Without a present plan, there is nothing that the fence could protect.
  const fenceDay = presentPlaces.length === 0 ? 0 : Math.min(setting.frozenDays, dayStarts.length - 1);
  const input: PlanInput = {
    now,
    horizonEnd: dayStarts.at(-1)!,
    fenceEnd: fenceDay === 0 ? now : dayStarts[fenceDay]!,
    days: dayStarts,
    tasks,
    orders: patchOrders(makePlanOrders(openWork.orders), patches, user.zone),
    machines: calendars.machines.map(({ id }) => ({ id, calendar: calendarByMachine.get(id)!, lanes: 1 })),
    people: calendars.people,
    calendars: table.windows.map((windows, id): Calendar => ({ id, windows: toEngineWindows(windows) })),
    bookings: [],
    downtimes: listDowntimes(patches, now, dayStarts.at(-1)!),
    last: presentPlaces.length === 0 ? null : presentPlaces,
    goal,
    keep: ENGINE_KEEPS[keep],
    rule: setting.rules,
  };
  const machineTraits = new Map(
    calendars.machines.map(({ id, workGroupId }) => {
      const crafts = assignments.filter((row) => row.deviceId === id && row.workGroupId === workGroupId);
      return [
        id,
        `${workGroupId} ${efficiencies.get(workGroupId)} ${crafts.map((row) => row.craftId).join()}`,
      ];
    }),
  );
  return {
    input,
    sourceData: {
      openWork,
      tasks,
      taskWorks,
      calendars,
      setting,
      machineTraits,
      windows: table.windows,
      calendarByMachine,
      calendarByGroup,
    },
  };
}

/** Runs reads on one snapshot of the database, so that all of them see the same state. */
export const readSnapshot = <T>(db: Db, read: (snapshot: Db) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((transaction) => read(transaction as unknown as Db));
