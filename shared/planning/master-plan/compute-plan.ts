import { type JudgedDays, judgePlan, type PlanLight } from './plan-light.ts';
import type { PlanNode, PlanSpan } from './plan-node.ts';
import { type KnownSpan, scheduleEarliest, scheduleLatest, toMinutes } from './schedule-nodes.ts';
import { sortNodes } from './sort-nodes.ts';
import { AxisError, type AxisProblem, WorkdayAxis } from './workday-axis.ts';

/** Whether a plan counts from its start, or back from its due day. */
export const PLAN_DIRECTIONS = ['forwards', 'backwards'] as const;
export type PlanDirection = (typeof PLAN_DIRECTIONS)[number];

/** The days on which a node really began and ended; null where it has not. */
export interface ActualDays {
  readonly startedOn: string | null;
  readonly endedOn: string | null;
}

export interface PlanDraft {
  readonly nodes: readonly PlanNode[];
  readonly workdayHours: number;
  readonly direction: PlanDirection;
  /** Needed for `forwards`. A plan that counts backwards may have none: then it may begin today. */
  readonly startsOn: string | null;
  /** Needed for `backwards`. */
  readonly dueOn: string | null;
  readonly actual: ReadonlyMap<number, ActualDays>;
}

/** The days of a node. All are working days, except those that really happened. */
export interface NodeDays extends JudgedDays, ActualDays {
  readonly seq: number;
  readonly plannedStart: string;
  /** The real start, else the expected one. */
  readonly projectedStart: string;
  /** The latest end with which the plan still meets its due day; null without a due day. */
  readonly needBy: string | null;
  /** By how many working days the node can end later without delaying the expected end of the plan. */
  readonly slackDays: number;
  /** Whether it has not ended and has no slack. */
  readonly isCritical: boolean;
  readonly light: PlanLight;
}

export interface PlanDays {
  /** In the order of the draft. */
  readonly nodes: readonly NodeDays[];
  readonly plannedEnd: string;
  readonly projectedEnd: string;
  /** The day of the last real end, once all nodes have ended. */
  readonly endedOn: string | null;
  /** How the plan stands against its due day, or its planned end if it has none. */
  readonly light: PlanLight;
}

/** Why a plan has no days. `cycle` names the nodes that wait for each other. */
export interface PlanProblem {
  readonly problem: AxisProblem | 'cyclicPlan' | 'planWithoutDay';
  readonly cycle: readonly number[];
}

/** Turns positions into days. A milestone at the edge of a day is at its end, except at `floor`, where all begins. */
const makeSpanReader =
  (axis: WorkdayAxis, floor: number) =>
  ({ start, end }: PlanSpan): readonly [start: string, end: string] => {
    if (start < end) return [axis.startDay(start), axis.endDay(end)];
    const day = start === floor ? axis.startDay(start) : axis.endDay(start);
    return [day, day];
  };

const findLast = <T extends string | number>(values: readonly T[], first: T): T =>
  values.reduce((last, value) => (value > last ? value : last), first);

const NOT_BEGUN: ActualDays = { startedOn: null, endedOn: null };

/** Puts what has happened onto the axis. A real day counts as a whole. */
function placeActual(draft: PlanDraft, axis: WorkdayAxis): Map<number, KnownSpan> {
  return new Map(
    [...draft.actual].map(([seq, { startedOn, endedOn }]) => [
      seq,
      {
        start: startedOn === null ? null : axis.toStart(startedOn),
        end: endedOn === null ? null : axis.toEnd(endedOn),
      },
    ]),
  );
}

function computeNodes(
  draft: PlanDraft,
  sortedNodes: readonly PlanNode[],
  axis: WorkdayAxis,
  today: string,
): NodeDays[] {
  const workdayMinutes = toMinutes(draft.workdayHours);
  const network = { nodes: sortedNodes, workdayMinutes };
  const now = axis.toStart(today);
  const begin = draft.startsOn === null ? now : axis.toStart(draft.startsOn);
  const latest = draft.dueOn === null ? null : scheduleLatest(network, axis.toEnd(draft.dueOn));
  const isBackwards = draft.direction === 'backwards' && latest !== null;
  const planned = isBackwards ? latest : scheduleEarliest(network, begin);
  const from = Math.max(now, begin);
  // What has started and not ended ends today at the earliest.
  const projected = scheduleEarliest(network, from, placeActual(draft, axis), now + workdayMinutes);
  const projectedEnd = findLast(
    [...projected.values()].map(({ end }) => end),
    from,
  );
  const undelayed = scheduleLatest(network, projectedEnd);
  const readPlanned = makeSpanReader(axis, isBackwards ? -Infinity : begin);
  const readLatest = makeSpanReader(axis, -Infinity);
  const readProjected = makeSpanReader(axis, from);
  return draft.nodes.map(({ seq }): NodeDays => {
    const actual = draft.actual.get(seq) ?? NOT_BEGUN;
    const [plannedStart, plannedEnd] = readPlanned(planned.get(seq)!);
    const [expectedStart, expectedEnd] = readProjected(projected.get(seq)!);
    const slack = undelayed.get(seq)!.end - projected.get(seq)!.end;
    const judged = { plannedEnd, projectedEnd: actual.endedOn ?? expectedEnd, endedOn: actual.endedOn };
    return {
      seq,
      ...judged,
      plannedStart,
      startedOn: actual.startedOn,
      projectedStart: actual.startedOn ?? expectedStart,
      needBy: latest === null ? null : readLatest(latest.get(seq)!)[1],
      slackDays: Math.max(0, Math.round((10 * slack) / workdayMinutes) / 10),
      isCritical: actual.endedOn === null && slack <= 0,
      light: judgePlan(judged, today),
    };
  });
}

/**
 * Computes the days of a plan over the working days of a factory: forwards from its start or backwards from its due day,
 * and what is to be expected after what has happened until today.
 */
export function computePlan(
  draft: PlanDraft,
  isWorkday: (day: string) => boolean,
  today: string,
): PlanDays | PlanProblem {
  if ((draft.direction === 'forwards' ? draft.startsOn : draft.dueOn) === null)
    return { problem: 'planWithoutDay', cycle: [] };
  const { nodes: sortedNodes, cycle } = sortNodes(draft.nodes);
  if (cycle.length > 0) return { problem: 'cyclicPlan', cycle };
  try {
    const axis = new WorkdayAxis(today, isWorkday, toMinutes(draft.workdayHours));
    const nodes = computeNodes(draft, sortedNodes, axis, today);
    const first = draft.startsOn ?? draft.dueOn!;
    const plannedEnd = findLast(
      nodes.slice(1).map((node) => node.plannedEnd),
      nodes[0]?.plannedEnd ?? first,
    );
    const projectedEnd = findLast(
      nodes.slice(1).map((node) => node.projectedEnd),
      nodes[0]?.projectedEnd ?? first,
    );
    const hasEnded = nodes.length > 0 && nodes.every((node) => node.endedOn !== null);
    const endedOn = hasEnded ? projectedEnd : null;
    const light = judgePlan({ plannedEnd: draft.dueOn ?? plannedEnd, projectedEnd, endedOn }, today);
    return { nodes, plannedEnd, projectedEnd, endedOn, light };
  } catch (error) {
    if (error instanceof AxisError) return { problem: error.problem, cycle: [] };
    throw error;
  }
}
