import type { PlanLink, PlanNode, PlanSpan } from './plan-node.ts';

const MINUTES_PER_HOUR = 60;

/** Converts hours to whole minutes, so that sums have no rounding errors. */
export const convertHoursToMinutes = (hours: number): number => Math.round(hours * MINUTES_PER_HOUR);

/** A plan without cycles. */
export interface PlanNetwork {
  /** The nodes, sorted so that each node comes after the nodes that it waits for. */
  readonly nodes: readonly PlanNode[];
  readonly workdayMinutes: number;
}

/** The actual start and end of a node, in working minutes; null if it has not started or ended yet. */
export interface KnownSpan {
  readonly start: number | null;
  readonly end: number | null;
}

const limitsStart = ({ relation }: PlanLink): boolean => relation.endsWith('Start');

/** Returns the time that a link sets as the earliest start or the earliest end of a node. */
function findLimit(link: PlanLink, predecessor: PlanSpan, workdayMinutes: number): number {
  const from = link.relation.startsWith('finish') ? predecessor.end : predecessor.start;
  return from + link.lagDays * workdayMinutes;
}

/**
 * Schedules every node as early as its links allow, but not before `from`.
 * @param known the actual spans of nodes that have started or ended; they stay as they are
 * @param earliestEnd the earliest end of a node that has started and not ended
 */
export function scheduleEarliest(
  { nodes, workdayMinutes }: PlanNetwork,
  from: number,
  knownSpans: ReadonlyMap<number, KnownSpan> = new Map(),
  earliestEnd = -Infinity,
): Map<number, PlanSpan> {
  const spans = new Map<number, PlanSpan>();
  for (const { seq, hours, links } of nodes) {
    const minutes = convertHoursToMinutes(hours);
    const { start: knownStart = null, end: knownEnd = null } = knownSpans.get(seq) ?? {};
    let start = from;
    let end = -Infinity;
    for (const link of links) {
      const predecessor = spans.get(link.afterSeq);
      if (!predecessor) continue;
      const limit = findLimit(link, predecessor, workdayMinutes);
      if (limitsStart(link)) start = Math.max(start, limit);
      else end = Math.max(end, limit);
    }
    if (knownEnd !== null)
      spans.set(seq, { start: Math.min(knownStart ?? knownEnd - minutes, knownEnd), end: knownEnd });
    else if (knownStart !== null)
      spans.set(seq, { start: knownStart, end: Math.max(knownStart + minutes, end, earliestEnd) });
    else {
      start = Math.max(start, end - minutes);
      spans.set(seq, { start, end: start + minutes });
    }
  }
  return spans;
}

/** Schedules every node as late as its links allow, so that all nodes end by `due`. */
export function scheduleLatest({ nodes, workdayMinutes }: PlanNetwork, due: number): Map<number, PlanSpan> {
  const latestEnds = new Map<number, number>();
  const minutesBySeq = new Map(nodes.map(({ seq, hours }) => [seq, convertHoursToMinutes(hours)]));
  const spans = new Map<number, PlanSpan>();
  for (const { seq, links } of nodes.toReversed()) {
    const end = latestEnds.get(seq) ?? due;
    const span = { start: end - minutesBySeq.get(seq)!, end };
    spans.set(seq, span);
    for (const link of links) {
      const predecessorMinutes = minutesBySeq.get(link.afterSeq);
      if (predecessorMinutes === undefined) continue;
      const limit = (limitsStart(link) ? span.start : span.end) - link.lagDays * workdayMinutes;
      const latestEnd = link.relation.startsWith('finish') ? limit : limit + predecessorMinutes;
      latestEnds.set(link.afterSeq, Math.min(latestEnds.get(link.afterSeq) ?? due, latestEnd));
    }
  }
  return spans;
}
