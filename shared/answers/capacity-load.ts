import type { ListedProcess } from '#shared/ledger/listed-process.ts';
import type { CapacityAxis } from '#shared/planning/group-capacity.ts';
import type { WorkDays } from '#shared/planning/place-work.ts';

/** The longest period of a capacity load. */
export const MAX_CAPACITY_DAYS = 120;

/**
 * The load and the capacity of a group on one axis, in whole minutes. The lists have an entry for each day. Work on
 * tasks is part of the man hours of today.
 */
export interface AxisLoad {
  load: number[];
  normal: number[];
  maximum: number[];
  budget: number[];
  /** The overdue work, which is part of the load of today. */
  overdueMinutes: number;
  overdueCount: number;
  /** The work of processes without a planned day. It is not part of the load of any day. */
  unplannedMinutes: number;
  unplannedCount: number;
  /** How many processes have work left but no estimate. */
  withoutEstimate: number;
  /** How many people or devices have neither a roster nor a normal capacity. */
  unknownResources: number;
}

/** A row of the capacity load. The id is null in the row of the processes without a work group. */
export type GroupLoad = { id: number | null; code: string; name: string } & Record<CapacityAxis, AxisLoad>;

export interface CapacityLoad {
  today: string;
  from: string;
  to: string;
  groups: GroupLoad[];
}

/** The parts of a group's work that can be listed. `plannedLoad` is the work of a requested period. */
export const LOAD_KINDS = ['plannedLoad', 'overdueLoad', 'unplannedLoad', 'withoutEstimate'] as const;
export type LoadKind = (typeof LOAD_KINDS)[number];

/** A process that is part of a load. */
export interface LoadedProcess extends ListedProcess {
  plannedStart: string | null;
  plannedEnd: string | null;
  kind: WorkDays['kind'];
  remainingQuantity: number;
  /** The minutes that are part of the load. */
  minutes: number;
  /** All remaining minutes of the process; null without an estimate. */
  remainingMinutes: number | null;
}

/** The work of today outside the plan, on a task that counts as load. It is part of the man hours of today. */
export interface TaskLoad {
  taskId: number;
  name: string;
  /** Why the extra process was added; null if the task is indirect work. */
  reason: string | null;
  workGroupId: number | null;
  /** How many people have worked on the task. */
  people: number;
  minutes: number;
}

/** The processes and tasks of a load, and the sum of their minutes. */
export interface LoadDetails {
  today: string;
  minutes: number;
  rows: LoadedProcess[];
  tasks: TaskLoad[];
}
