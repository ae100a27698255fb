import type { PlanRelation } from './plan-relation.ts';

/** A node of a plan before scheduling, with its length in working hours and its predecessor. */
export interface UnscheduledNode {
  seq: number;
  hours: number;
  /** The seq of the predecessor. If it is null, or no node has this seq, the node has no predecessor. */
  afterSeq: number | null;
  relation: PlanRelation;
  /** The number of working days that the relation adds as a lag. */
  lagDays: number;
}

/** A scheduled node, in working hours from the start of the plan. */
export interface ScheduledNode {
  seq: number;
  start: number;
  end: number;
  /** The number of working hours by which the node can be late without delaying the end of the plan. */
  slack: number;
  isCritical: boolean;
}

/** Returns the working hours from the start of the predecessor to the start of a node. */
function calculateStartOffset(
  line: UnscheduledNode,
  predecessor: UnscheduledNode,
  workdayHours: number,
): number {
  const lag = line.lagDays * workdayHours;
  switch (line.relation) {
    case 'finishToStart':
      return predecessor.hours + lag;
    case 'startToStart':
      return lag;
    case 'finishToFinish':
      return predecessor.hours + lag - line.hours;
    case 'startToFinish':
      return lag - line.hours;
  }
}

/** Sorts nodes so that each node comes after its predecessor; null if there is a cycle. */
function sortByPredecessor(
  lines: readonly UnscheduledNode[],
  bySeq: ReadonlyMap<number, UnscheduledNode>,
): UnscheduledNode[] | null {
  const sorted = new Set<UnscheduledNode>();
  for (const line of lines) {
    const chain: UnscheduledNode[] = [];
    for (
      let at: UnscheduledNode | undefined = line;
      at && !sorted.has(at);
      at = at.afterSeq === null ? undefined : bySeq.get(at.afterSeq)
    ) {
      if (chain.includes(at)) return null;
      chain.push(at);
    }
    for (const one of chain.reverse()) sorted.add(one);
  }
  return [...sorted];
}

/** Rounds hours to hundredths, which removes binary rounding errors. */
const roundHours = (hours: number): number => Math.round(hours * 100) / 100;

/**
 * Schedules every node of a plan as early as the relation to its predecessor allows, but not before the start of the
 * plan. It marks the nodes without slack as critical.
 * @param lines the nodes of the plan; each has a different seq
 * @returns the nodes in the given order, and the length of the plan in working hours; null if there is a cycle
 */
export function schedulePlanForward(
  lines: readonly UnscheduledNode[],
  workdayHours: number,
): { lines: ScheduledNode[]; hours: number } | null {
  const bySeq = new Map(lines.map((line) => [line.seq, line]));
  const sorted = sortByPredecessor(lines, bySeq);
  if (!sorted) return null;
  const starts = new Map<UnscheduledNode, number>();
  for (const line of sorted) {
    const predecessor = line.afterSeq === null ? undefined : bySeq.get(line.afterSeq);
    starts.set(
      line,
      predecessor
        ? Math.max(0, starts.get(predecessor)! + calculateStartOffset(line, predecessor, workdayHours))
        : 0,
    );
  }
  const hours = Math.max(0, ...lines.map((line) => starts.get(line)! + line.hours));
  const latestStarts = new Map(lines.map((line) => [line, hours - line.hours]));
  for (const line of sorted.toReversed()) {
    const predecessor = line.afterSeq === null ? undefined : bySeq.get(line.afterSeq);
    if (!predecessor) continue;
    latestStarts.set(
      predecessor,
      Math.min(
        latestStarts.get(predecessor)!,
        latestStarts.get(line)! - calculateStartOffset(line, predecessor, workdayHours),
      ),
    );
  }
  const placed = lines.map((line): ScheduledNode => {
    const start = starts.get(line)!;
    const slack = roundHours(latestStarts.get(line)! - start);
    return {
      seq: line.seq,
      start: roundHours(start),
      end: roundHours(start + line.hours),
      slack,
      isCritical: slack <= 0,
    };
  });
  return { lines: placed, hours: roundHours(hours) };
}
