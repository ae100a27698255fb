import { gunzipSync, gzipSync } from 'node:zlib';
import type { ScheduleComparison } from '#shared/answers/schedule.ts';
import type { Proposal } from '#shared/planning/engine/proposal.ts';
import type { Instant } from '#shared/planning/engine/types.ts';
import { calculateRemainingQuantity } from '#shared/planning/remaining-work.ts';
import type { StoredBasis } from './compare-basis.ts';
import type { DayWindow } from './plan-calendars.ts';
import type { PlanSourceData } from './read-plan-input.ts';

/** A share of a split process at the time of planning. */
export interface PlannedShare {
  task: number;
  processId: number;
  /** The position of the share among the shares of its process, from 1. */
  number: number;
  count: number;
  /** The quantity that was left of the share. */
  quantity: number;
}

/** The days, calendars and shares that a plan is made for, without its operations. */
export interface PlanFrame {
  now: Instant;
  fenceEnd: Instant;
  horizonEnd: Instant;
  days: readonly string[];
  dayStarts: readonly Instant[];
  /** The machines, each with the position of its calendar in `calendars`. */
  machines: readonly { id: number; workGroupId: number; calendar: number }[];
  groups: readonly { id: number; calendar: number }[];
  calendars: readonly (readonly DayWindow[])[];
  /** The tasks that are shares of split processes. The field is absent in old plans. */
  shares?: readonly PlannedShare[];
  /** The ids of the processes that cannot be planned because they are suspended. */
  suspended: readonly number[];
}

/** The fields of a plan that comparisons use. */
export type ComparablePlan = Pick<Proposal, 'orders' | 'machineLoad' | 'peopleLoad'>;

/** A computed plan in the form in which it is stored. */
export interface StoredPlan extends PlanFrame {
  proposal: Proposal;
  comparison: ScheduleComparison | null;
  /**
   * The present plan at the time of computing, continued from that time. It has no chains and causes. It is null if
   * there was no present plan. The field is absent in old plans.
   */
  before?: ComparablePlan | null;
}

export const packJson = (value: unknown): Buffer => gzipSync(JSON.stringify(value), { level: 4 });
const unpackJson = (bytes: Uint8Array): unknown => JSON.parse(gunzipSync(bytes).toString());
export const unpackPlan = (bytes: Uint8Array): StoredPlan => unpackJson(bytes) as StoredPlan;
export const unpackBasis = (bytes: Uint8Array): StoredBasis => unpackJson(bytes) as StoredBasis;

/** Makes the frame of a plan from its input and its basis. */
export function makePlanFrame(
  { now, fenceEnd, horizonEnd }: Pick<PlanFrame, 'now' | 'fenceEnd' | 'horizonEnd'>,
  { openWork, taskWorks, calendars, windows, calendarByMachine, calendarByGroup }: PlanSourceData,
): PlanFrame {
  return {
    now,
    fenceEnd,
    horizonEnd,
    days: calendars.days,
    dayStarts: calendars.dayStarts,
    machines: calendars.machines.map(({ id, workGroupId }) => ({
      id,
      workGroupId,
      calendar: calendarByMachine.get(id)!,
    })),
    groups: calendars.groups.map(({ id }) => ({ id, calendar: calendarByGroup.get(id)! })),
    calendars: windows,
    shares: taskWorks.flatMap((work) =>
      work.share === null
        ? []
        : [
            {
              task: work.task,
              processId: work.processId,
              number: work.share.number,
              count: work.share.count,
              quantity: calculateRemainingQuantity(work),
            },
          ],
    ),
    suspended: openWork.works.flatMap(({ processId, state }) => (state === 'suspended' ? [processId] : [])),
  };
}
