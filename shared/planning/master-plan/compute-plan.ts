import { type JudgedDays, judgePlan, type PlanLight } from './plan-light.ts';
import type { PlanNode, PlanSpan } from './plan-node.ts';
import { type KnownSpan, scheduleEarliest, scheduleLatest, convertHoursToMinutes } from './schedule-nodes.ts';
import { sortNodes } from './sort-nodes.ts';
import { AxisError, type AxisProblem, WorkdayAxis } from './workday-axis.ts';

/**
 * The direction in which the days are computed. `forwards`: from the start of the plan. `backwards`: from its
 * due day.
 */
export const PLAN_DIRECTIONS = ['forwards', 'backwards'] as const;
export type PlanDirection = (typeof PLAN_DIRECTIONS)[number];

/** The days on which a node started and ended; null if it has not started or ended yet. */
export interface ActualDays {
  readonly startedOn: string | null;
  readonly endedOn: string | null;
}

/** A plan for which days are computed. */
export interface PlanDraft {
  readonly nodes: readonly PlanNode[];
  readonly workdayHours: number;
  readonly direction: PlanDirection;
  /** The start day. A `forwards` plan needs it. A `backwards` plan without it may start today. */
  readonly startsOn: string | null;
  /** The due day. A `backwards` plan needs it. */
  readonly dueOn: string | null;
  /** The actual days of the nodes, by `seq`. */
  readonly actual: ReadonlyMap<number, ActualDays>;
}

/** The days of a node. Planned and expected days are working days; actual days may be any days. */
export interface NodeDays extends JudgedDays, ActualDays {
  readonly seq: number;
  readonly plannedStart: string;
  /** The actual start, or else the expected start. */
  readonly projectedStart: string;
  /** The day by which the node has to end so that the plan meets its due day; null without a due day. */
  readonly needBy: string | null;
  /** How many working days later the node can end without delaying the expected end of the plan. */
  readonly slackDays: number;
  /** Whether the node has not ended and has no slack. */
  readonly isCritical: boolean;
  readonly light: PlanLight;
}

export interface PlanDays {
  /** The days of the nodes, in the order of the draft. */
  readonly nodes: readonly NodeDays[];
  readonly plannedEnd: string;
  readonly projectedEnd: string;
  /** The day on which the last node ended; null while a node has not ended. */
  readonly endedOn: string | null;
  /**
   * The light of the whole plan, compared with its due day. Without a due day, it is compared with the
   * planned end.
   */
  readonly light: PlanLight;
}

/**
 * Why the days of a plan cannot be computed. `cycle` lists the `seq` of nodes that wait for each other; it is
 * empty for other problems.
 */
export interface PlanProblem {
  readonly problem: AxisProblem | 'cyclicPlan' | 'planWithoutDay';
  readonly cycle: readonly number[];
}

/**
 * Makes a function that converts a span of the axis to its first and last day. A milestone between two days
 * gets the earlier day, except at `firstPosition`, where no earlier day belongs to the plan.
 */
const makeSpanReader =
  (axis: WorkdayAxis, firstPosition: number) =>
  ({ start, end }: PlanSpan): readonly [start: string, end: string] => {
    if (start < end) return [axis.startDay(start), axis.endDay(end)];
    const day = start === firstPosition ? axis.startDay(start) : axis.endDay(start);
    return [day, day];
  };

const findLatest = <T extends string | number>(values: readonly T[], first: T): T =>
  values.reduce((last, value) => (value > last ? value : last), first);

const NOT_BEGUN: ActualDays = { startedOn: null, endedOn: null };

/**
 * Converts actual days to positions. A node starts at the beginning of its first day, and ends at the end of
 * its last day.
 */
function convertActualDays(draft: PlanDraft, axis: WorkdayAxis): Map<number, KnownSpan> {
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
  const workdayMinutes = convertHoursToMinutes(draft.workdayHours);
  const network = { nodes: sortedNodes, workdayMinutes };
  const now = axis.toStart(today);
  const begin = draft.startsOn === null ? now : axis.toStart(draft.startsOn);
  const latestSpans = draft.dueOn === null ? null : scheduleLatest(network, axis.toEnd(draft.dueOn));
  const isBackwards = draft.direction === 'backwards' && latestSpans !== null;
  const plannedSpans = isBackwards ? latestSpans : scheduleEarliest(network, begin);
  const from = Math.max(now, begin);
  // A node that has started and not ended ends today at the earliest.
  const projectedSpans = scheduleEarliest(
    network,
    from,
    convertActualDays(draft, axis),
    now + workdayMinutes,
  );
  const projectedEnd = findLatest(
    [...projectedSpans.values()].map(({ end }) => end),
    from,
  );
  const latestSpansWithoutDelay = scheduleLatest(network, projectedEnd);
  const readPlanned = makeSpanReader(axis, isBackwards ? -Infinity : begin);
  const readLatest = makeSpanReader(axis, -Infinity);
  const readProjected = makeSpanReader(axis, from);
  return draft.nodes.map(({ seq }): NodeDays => {
    const actual = draft.actual.get(seq) ?? NOT_BEGUN;
    const [plannedStart, plannedEnd] = readPlanned(plannedSpans.get(seq)!);
    const [expectedStart, expectedEnd] = readProjected(projectedSpans.get(seq)!);
    const slack = latestSpansWithoutDelay.get(seq)!.end - projectedSpans.get(seq)!.end;
    const judgedDays = { plannedEnd, projectedEnd: actual.endedOn ?? expectedEnd, endedOn: actual.endedOn };
    return {
      seq,
      ...judgedDays,
      plannedStart,
      startedOn: actual.startedOn,
      projectedStart: actual.startedOn ?? expectedStart,
      needBy: latestSpans === null ? null : readLatest(latestSpans.get(seq)!)[1],
      slackDays: Math.max(0, Math.round((10 * slack) / workdayMinutes) / 10),
      isCritical: actual.endedOn === null && slack <= 0,
      light: judgePlan(judgedDays, today),
    };
  });
}

/**
 * Computes the days of a plan. The planned days go forwards from its start or backwards from its due day. The
 * expected days start from what has happened until today. Only working days of the factory count.
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
    const axis = new WorkdayAxis(today, isWorkday, convertHoursToMinutes(draft.workdayHours));
    const nodes = computeNodes(draft, sortedNodes, axis, today);
    const first = draft.startsOn ?? draft.dueOn!;
    const plannedEnd = findLatest(
      nodes.slice(1).map((node) => node.plannedEnd),
      nodes[0]?.plannedEnd ?? first,
    );
    const projectedEnd = findLatest(
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
