import type {
  After,
  Crew,
  Need,
  Order,
  Pin,
  Placement,
  Started,
  Task,
} from '#shared/planning/engine/types.ts';
import { groupBy } from '#shared/planning/group-by.ts';
import { calculateRemainingMinutes } from '#shared/planning/remaining-work.ts';
import type { PlanCalendars } from './plan-calendars.ts';
import type { OpenPlanWork, PlanOrder, PlanWork, RunningReport } from './read-plan-work.ts';
import type { ScheduleSetting } from './read-setting.ts';
import { findRunningReports, hasWorkToPlan, isOutside, isSuspended, type TaskWork } from './task-works.ts';

const MINUTES_PER_DAY = 1440;
/** The largest value of `priority`, which is the least urgent one. */
const LEAST_URGENT = 9;
/**
 * The weight of an order of the first deadline class, as a multiple of the weight without a deadline class.
 */
const MOST_URGENT_FACTOR = 4;

/**
 * A machine of a group, and the craft to which the group has assigned it; null if the machine can do all
 * crafts.
 */
export interface GroupMachine {
  workGroupId: number;
  deviceId: number;
  craftId: number | null;
}

/** The data from which tasks are made, in addition to the work. */
export interface TaskSurroundings {
  setting: ScheduleSetting;
  calendars: PlanCalendars;
  /** The machines of each group, with the crafts to which they are assigned. */
  assignments: readonly GroupMachine[];
  /** The efficiency of each group in percent. */
  efficiencies: ReadonlyMap<number, number>;
  /** The id of the calendar of each group. */
  calendarByGroup: ReadonlyMap<number, number>;
  presentPlaces: readonly Placement[];
}

/**
 * Returns the cost of one minute of lateness of an order. It depends on the priority, and is multiplied for
 * urgent deadline classes.
 */
const weighOrder = ({ priority, deadlineRank }: PlanOrder): number =>
  (LEAST_URGENT + 1 - priority) *
  (deadlineRank === null ? 1 : Math.max(1, MOST_URGENT_FACTOR - deadlineRank));

export const makePlanOrders = (orders: readonly PlanOrder[]): Order[] =>
  orders.map((order) => ({
    id: order.id,
    due: order.due,
    weight: weighOrder(order),
    deadlineRank: order.deadlineRank,
    priority: order.priority,
    createdAt: order.createdAt,
  }));

/**
 * Makes a function that finds the predecessors of a process: the processes before it in its part, or the last
 * processes of the parts that go into its part.
 */
function makePredecessorFinder({ works, parts }: OpenPlanWork): (work: PlanWork) => readonly PlanWork[] {
  const worksByPart = groupBy(works.filter(hasWorkToPlan), ({ partId }) => partId);
  const childrenByPart = groupBy(parts, ({ parentId }) => parentId);
  const listWorks = (partId: number) => worksByPart.get(partId) ?? [];
  const listAtSeq = (candidates: readonly PlanWork[], seq: number) =>
    candidates.filter((work) => work.seq === seq);
  /** Lists the last open processes of a part or, if the part has none, of the parts that go into it. */
  const listLastWorks = (partId: number, visited: ReadonlySet<number>): PlanWork[] => {
    const partWorks = listWorks(partId);
    if (partWorks.length > 0) return listAtSeq(partWorks, Math.max(...partWorks.map(({ seq }) => seq)));
    return (childrenByPart.get(partId) ?? []).flatMap(({ id }) =>
      visited.has(id) ? [] : listLastWorks(id, new Set([...visited, id])),
    );
  };
  return (work) => {
    const earlierWorks = listWorks(work.partId).filter(({ seq }) => seq < work.seq);
    if (earlierWorks.length > 0)
      return listAtSeq(earlierWorks, Math.max(...earlierWorks.map(({ seq }) => seq)));
    if (!work.isFirst) return [];
    const visited = new Set([work.partId]);
    return (childrenByPart.get(work.partId) ?? []).flatMap(({ id }) =>
      listLastWorks(id, new Set([...visited, id])),
    );
  };
}

/** Makes the tasks of the engine from open processes. */
class TaskMaker {
  private readonly findPredecessors: (work: PlanWork) => readonly PlanWork[];
  private readonly tasksByProcess: ReadonlyMap<number, readonly TaskWork[]>;
  private readonly machinesByGroup: ReadonlyMap<number, readonly { id: number }[]>;
  private readonly craftsByMachine: ReadonlyMap<string, readonly GroupMachine[]>;
  private readonly groupsWithEquipment: ReadonlySet<number>;
  private readonly windowsByMachine: ReadonlyMap<number, PlanCalendars['machines'][number]['windows']>;
  private readonly windowsByGroup: ReadonlyMap<number, PlanCalendars['groups'][number]['windows']>;
  private readonly runningByTask: ReadonlyMap<number, RunningReport>;
  private readonly presentPlaceByTask: ReadonlyMap<number, Placement>;
  private readonly limitedGroups: ReadonlySet<number> | null;
  private readonly peopleGroups: ReadonlySet<number>;

  constructor(
    openWork: OpenPlanWork,
    works: readonly TaskWork[],
    private readonly surroundings: TaskSurroundings,
    private readonly now: number,
  ) {
    const { calendars, assignments, setting, presentPlaces } = surroundings;
    this.findPredecessors = makePredecessorFinder(openWork);
    this.machinesByGroup = groupBy(calendars.machines, ({ workGroupId }) => workGroupId);
    this.craftsByMachine = groupBy(assignments, ({ workGroupId, deviceId }) => `${workGroupId} ${deviceId}`);
    this.groupsWithEquipment = new Set(assignments.map(({ workGroupId }) => workGroupId));
    this.windowsByMachine = new Map(calendars.machines.map(({ id, windows }) => [id, windows]));
    this.windowsByGroup = new Map(calendars.groups.map(({ id, windows }) => [id, windows]));
    this.runningByTask = findRunningReports(works, openWork.running);
    this.tasksByProcess = groupBy(works, ({ processId }) => processId);
    this.presentPlaceByTask = new Map(presentPlaces.map((placement) => [placement.task, placement]));
    this.limitedGroups = setting.workGroupIds.length === 0 ? null : new Set(setting.workGroupIds);
    this.peopleGroups = new Set(calendars.people.map(({ id }) => id));
  }

  private isLimited(groupId: number | null): boolean {
    return this.limitedGroups === null || (groupId !== null && this.limitedGroups.has(groupId));
  }

  /** Converts standard minutes to minutes in the calendar of a group, by the efficiency of the group. */
  private toCalendarMinutes(minutes: number, groupId: number | null): number {
    const efficiency = (groupId === null ? null : this.surroundings.efficiencies.get(groupId)) ?? 100;
    return efficiency === 100 ? minutes : Math.max(1, Math.ceil((minutes * 100) / efficiency));
  }

  /**
   * Lists the machines that can do a process: the planned machine, or else the machines of its group that do
   * its craft.
   */
  private listMachines({ deviceId, workGroupId, craftId }: PlanWork): number[] {
    if (deviceId !== null) return this.windowsByMachine.has(deviceId) ? [deviceId] : [];
    if (workGroupId === null) return [];
    return (this.machinesByGroup.get(workGroupId) ?? [])
      .map(({ id }) => id)
      .filter((id) => {
        const crafts = this.craftsByMachine.get(`${workGroupId} ${id}`) ?? [];
        return crafts.length === 0 || crafts.some((row) => row.craftId === null || row.craftId === craftId);
      });
  }

  /**
   * Whether a process needs a machine. In a group without machines people work by hand, even if the process
   * has machine minutes.
   */
  private needsMachine({ deviceId, workGroupId }: PlanWork, deviceMinutes: number | null): boolean {
    if (deviceMinutes === 0) return false;
    return deviceId !== null || workGroupId === null || this.groupsWithEquipment.has(workGroupId);
  }

  private makeNeed(work: PlanWork, deviceMinutes: number | null, manMinutes: number | null): Need {
    const { workGroupId, schedulingAttribute, presetDays } = work;
    if (isSuspended(work)) return { kind: 'fixedDays', days: null };
    const hasEstimate = deviceMinutes !== null || manMinutes !== null;
    if (isOutside(work) || schedulingAttribute === 'fixedDays' || (!hasEstimate && presetDays !== null))
      return { kind: 'fixedDays', days: presetDays };
    if (
      schedulingAttribute === 'finite' &&
      this.isLimited(workGroupId) &&
      this.needsMachine(work, deviceMinutes)
    ) {
      const minutes = deviceMinutes === null ? null : this.toCalendarMinutes(deviceMinutes, workGroupId);
      return { kind: 'machines', machines: this.listMachines(work).map((id) => ({ id, minutes })) };
    }
    // The people of a process work by hand at the same time, so their minutes are divided by the number of
    // people.
    const handMinutes = manMinutes === null ? null : Math.ceil(manMinutes / (work.plannedPeople ?? 1));
    const minutes = deviceMinutes || handMinutes;
    return {
      kind: 'infinite',
      minutes: minutes === null ? null : this.toCalendarMinutes(minutes, workGroupId),
      calendar: (workGroupId === null ? null : this.surroundings.calendarByGroup.get(workGroupId)) ?? null,
    };
  }

  private makeCrew({ workGroupId }: PlanWork, need: Need, manMinutes: number | null): Crew | null {
    if (need.kind === 'fixedDays' || workGroupId === null || !manMinutes) return null;
    if (!this.isLimited(workGroupId) || !this.peopleGroups.has(workGroupId)) return null;
    return { group: workGroupId, manMinutes, ratio: 0 };
  }

  private makeStarted(work: TaskWork, need: Need, deviceMinutes: number | null): Started | null {
    if (isSuspended(work)) return null;
    if (need.kind === 'fixedDays' && isOutside(work)) {
      if (work.outsourced === 0 || work.sentAt === null || need.days === null) return null;
      const remaining = Math.max(1, need.days * MINUTES_PER_DAY - (this.now - work.sentAt));
      return { machine: null, at: work.sentAt, remaining };
    }
    const running = this.runningByTask.get(work.task);
    if (!running) return null;
    if (need.kind === 'fixedDays') {
      if (need.days === null) return null;
      const remaining = Math.max(1, need.days * MINUTES_PER_DAY - (this.now - running.startedAt));
      return { machine: null, at: running.startedAt, remaining };
    }
    if (need.kind === 'infinite') return { machine: null, at: running.startedAt, remaining: need.minutes };
    const isDeviceInPlan = running.deviceId !== null && this.windowsByMachine.has(running.deviceId);
    const machine = isDeviceInPlan ? running.deviceId : (need.machines[0]?.id ?? null);
    if (machine === null) return null;
    const minutes = deviceMinutes === null ? null : this.toCalendarMinutes(deviceMinutes, work.workGroupId);
    return { machine, at: running.startedAt, remaining: minutes };
  }

  /**
   * Finds the first open minute of the planned day of a process, on the machine or in the group of the
   * process.
   */
  private findPlannedStart({ plannedStart, deviceId, workGroupId }: PlanWork): number | null {
    if (plannedStart === null) return null;
    const { days, dayStarts } = this.surroundings.calendars;
    const day = days.indexOf(plannedStart);
    if (day < 0) return null;
    const windows =
      (deviceId === null ? undefined : this.windowsByMachine.get(deviceId)) ??
      (workGroupId === null ? undefined : this.windowsByGroup.get(workGroupId)) ??
      [];
    const begin = Math.max(this.now, dayStarts[day]!);
    return Math.max(begin, windows.find((window) => window.until > begin)?.from ?? begin);
  }

  /**
   * Makes the pin of a process. A process with an appointment is pinned to the appointment. Any other pinned
   * process is pinned to its place in the present plan, or else to its planned day.
   */
  private makePin(work: TaskWork, need: Need): Pin | null {
    if (isSuspended(work)) return null;
    const machine = need.kind === 'machines' ? work.deviceId : null;
    if (work.appointmentStart !== null)
      return { machine, start: work.appointmentStart, end: work.appointmentEnd };
    if (!work.pinned) return null;
    const presentPlace = this.presentPlaceByTask.get(work.task);
    if (presentPlace)
      return {
        machine: work.deviceId ?? presentPlace.machine,
        start: Math.max(this.now, presentPlace.start),
        end: null,
      };
    const start = this.findPlannedStart(work);
    return start === null ? null : { machine, start, end: null };
  }

  makeTask(work: TaskWork, notBefore: number | null): Task {
    const deviceMinutes = calculateRemainingMinutes(work, 'deviceHours');
    const manMinutes = calculateRemainingMinutes(work, 'manHours');
    const need = this.makeNeed(work, deviceMinutes, manMinutes);
    const after = this.findPredecessors(work).flatMap(({ processId, transferMinutes }): After[] =>
      (this.tasksByProcess.get(processId) ?? []).map(({ task }) => ({
        task,
        transfer: transferMinutes ?? this.surroundings.setting.defaultTransferMinutes,
      })),
    );
    return {
      id: work.task,
      order: work.orderId,
      after,
      need,
      // The remaining minutes include the preparation if it is not done yet.
      preparation: 0,
      crew: this.makeCrew(work, need, manMinutes),
      materialAt: null,
      notBefore,
      pinned: this.makePin(work, need),
      started: this.makeStarted(work, need, deviceMinutes),
    };
  }
}

/**
 * Makes the tasks of a plan. The shares of a split process have the same predecessors. The processes that
 * follow a split process wait for all its shares.
 * @param works the work of each task
 */
export function makePlanTasks(
  openWork: OpenPlanWork,
  works: readonly TaskWork[],
  surroundings: TaskSurroundings,
  now: number,
): Task[] {
  const maker = new TaskMaker(openWork, works, surroundings, now);
  const notBeforeByOrder = new Map(openWork.orders.map(({ id, notBefore }) => [id, notBefore]));
  return works.map((work) => {
    const notBefore = notBeforeByOrder.get(work.orderId) ?? null;
    return maker.makeTask(work, notBefore !== null && notBefore > now ? notBefore : null);
  });
}
