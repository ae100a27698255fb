import type { PlanRelation } from './plan-relation.ts';

/** A node of a plan as it is to be placed: its length in working hours, and what it waits for. */
export interface PlanLine {
  seq: number;
  hours: number;
  /** The line that it waits for; one that is not there counts as none. */
  afterSeq: number | null;
  relation: PlanRelation;
  /** How many working days later than the relation alone would have it. */
  lagDays: number;
}

/** A node where it is placed, in working hours from the begin of the plan. */
export interface PlacedLine {
  seq: number;
  start: number;
  end: number;
  /** How much later it may end without the plan ending later. */
  slack: number;
  isCritical: boolean;
}

/** How far the start of a line is from the start of the one that it waits for. */
function distance(line: PlanLine, before: PlanLine, workdayHours: number): number {
  const lag = line.lagDays * workdayHours;
  switch (line.relation) {
    case 'finishToStart':
      return before.hours + lag;
    case 'startToStart':
      return lag;
    case 'finishToFinish':
      return before.hours + lag - line.hours;
    case 'startToFinish':
      return lag - line.hours;
  }
}

/** The lines in an order in which each comes after the one that it waits for; null where some wait for each other. */
function inOrder(lines: readonly PlanLine[], bySeq: ReadonlyMap<number, PlanLine>): PlanLine[] | null {
  const sorted = new Set<PlanLine>();
  for (const line of lines) {
    const chain: PlanLine[] = [];
    for (
      let at: PlanLine | undefined = line;
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

/** Hours are told to the hundredth: below that is the noise of binary fractions. */
const told = (hours: number): number => Math.round(hours * 100) / 100;

/**
 * Places every node of a plan as early as its relation allows, and says which of them decide when the plan ends.
 * @param lines each seq once
 * @returns the lines in the order given, and the length of the plan in working hours; null where some wait for each other
 */
export function planForward(
  lines: readonly PlanLine[],
  workdayHours: number,
): { lines: PlacedLine[]; hours: number } | null {
  const bySeq = new Map(lines.map((line) => [line.seq, line]));
  const sorted = inOrder(lines, bySeq);
  if (!sorted) return null;
  const starts = new Map<PlanLine, number>();
  for (const line of sorted) {
    const before = line.afterSeq === null ? undefined : bySeq.get(line.afterSeq);
    starts.set(line, before ? Math.max(0, starts.get(before)! + distance(line, before, workdayHours)) : 0);
  }
  const hours = Math.max(0, ...lines.map((line) => starts.get(line)! + line.hours));
  const latest = new Map(lines.map((line) => [line, hours - line.hours]));
  for (const line of sorted.toReversed()) {
    const before = line.afterSeq === null ? undefined : bySeq.get(line.afterSeq);
    if (!before) continue;
    latest.set(
      before,
      Math.min(latest.get(before)!, latest.get(line)! - distance(line, before, workdayHours)),
    );
  }
  const placed = lines.map((line): PlacedLine => {
    const start = starts.get(line)!;
    const slack = told(latest.get(line)! - start);
    return {
      seq: line.seq,
      start: told(start),
      end: told(start + line.hours),
      slack,
      isCritical: slack <= 0,
    };
  });
  return { lines: placed, hours: told(hours) };
}
