import { makeError } from '#shared/kernel/errors.ts';
import { makePlanNodes } from '#shared/planning/master-plan/make-plan-nodes.ts';
import { scheduleTemplate } from '#shared/planning/master-plan/schedule-template.ts';
import { sortNodes } from '#shared/planning/master-plan/sort-nodes.ts';
import type { Transaction } from '../db/transaction.ts';
import type { DraftOf } from './hooks.ts';
import { refuseRepeatedValues } from './refuse-repeated-values.ts';

/** The lines that templates and plans have in common. */
type PlanLines = Pick<DraftOf<'masterPlanTemplate'>, 'nodes' | 'links' | 'workdayHours'>;
type MasterNode = Awaited<ReturnType<typeof loadNodes>>[number];

/** The maximum length of a plan, in working days. It is about 40 years. */
const MAX_PLAN_DAYS = 10_000;

async function loadNodes(tx: Transaction, ids: readonly number[]) {
  return tx.db
    .selectFrom('masterPlanNode')
    .select(['id', 'name', 'estimatedHours', 'relation', 'postpositionDays'])
    .where('factoryId', '=', tx.factoryId)
    .where('id', 'in', ids)
    .execute();
}

/** Fills in missing values of lines from the nodes that the lines refer to. */
function fillLinesFromNodes(next: PlanLines, nodesById: ReadonlyMap<number, MasterNode>): void {
  next.nodes = next.nodes.map((line) => {
    const node = nodesById.get(line.nodeId);
    return {
      ...line,
      estimatedHours: line.estimatedHours ?? node?.estimatedHours ?? 0,
      relation: line.relation ?? node?.relation ?? 'finishToStart',
      postpositionDays: line.postpositionDays ?? node?.postpositionDays ?? 0,
    };
  });
}

/**
 * Refuses a line or link that follows itself or a line that does not exist, and a link that repeats another
 * one.
 */
function refuseWrongPredecessors({ nodes, links }: PlanLines): void {
  const seqs = new Set(nodes.map((line) => line.seq));
  const isWrongLink = (seq: number, afterSeq: number | null): boolean =>
    afterSeq !== null && (afterSeq === seq || !seqs.has(afterSeq));
  const refuse = (field: string): never => {
    throw makeError('fieldsInvalid', {}, { [field]: { reason: 'notAReference' } });
  };
  nodes.forEach(({ seq, afterSeq }, index) => {
    if (isWrongLink(seq, afterSeq)) refuse(`nodes[${index}].afterSeq`);
  });
  const knownLinks = new Set(nodes.map(({ seq, afterSeq }) => `${seq} ${afterSeq}`));
  links.forEach(({ seq, afterSeq }, index) => {
    if (!seqs.has(seq)) refuse(`links[${index}].seq`);
    if (isWrongLink(seq, afterSeq)) refuse(`links[${index}].afterSeq`);
    const key = `${seq} ${afterSeq}`;
    if (knownLinks.has(key))
      throw makeError('fieldsInvalid', {}, { [`links[${index}].afterSeq`]: { reason: 'repeated' } });
    knownLinks.add(key);
  });
}

/**
 * Refuses nodes that wait for each other, and a plan that takes longer than MAX_PLAN_DAYS.
 * @throws planNodesCycle with the names of the nodes; planTooLong
 */
function refuseCyclicOrTooLongPlan(next: PlanLines, nodesById: ReadonlyMap<number, MasterNode>): void {
  const planNodes = makePlanNodes(next.nodes, next.links);
  const { cycle } = sortNodes(planNodes);
  if (cycle.length > 0) {
    const lineBySeq = new Map(next.nodes.map((line) => [line.seq, line]));
    const names = cycle.map((seq) => nodesById.get(lineBySeq.get(seq)!.nodeId)?.name ?? String(seq));
    throw makeError(
      'planNodesCycle',
      { names: [...names, names[0]!].join(' → ') },
      { nodes: { reason: 'notAReference' } },
    );
  }
  const days = scheduleTemplate(planNodes, next.workdayHours)!.hours / next.workdayHours;
  if (days > MAX_PLAN_DAYS)
    throw makeError('planTooLong', { days: MAX_PLAN_DAYS }, { nodes: { reason: 'notAReference' } });
}

/**
 * Checks and completes the lines of a template or plan: they have different sequence numbers and different nodes,
 * follow lines that exist, and do not wait for each other. Empty values of a line are filled in from its node.
 */
export async function completePlanLines(tx: Transaction, next: PlanLines): Promise<void> {
  refuseRepeatedValues(next, 'nodes', 'seq');
  refuseRepeatedValues(next, 'nodes', 'nodeId');
  refuseWrongPredecessors(next);
  if (next.nodes.length === 0) return;
  const nodes = await loadNodes(
    tx,
    next.nodes.map((line) => line.nodeId),
  );
  const nodesById = new Map(nodes.map((node) => [node.id, node]));
  fillLinesFromNodes(next, nodesById);
  refuseCyclicOrTooLongPlan(next, nodesById);
}
