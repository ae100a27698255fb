import { makeError } from '#shared/kernel/errors.ts';
import { schedulePlanForward } from '#shared/rules/plan-forward.ts';
import type { Transaction } from '../db/transaction.ts';
import type { DraftOf, HooksOf } from './hooks.ts';
import { refuseRepeatedValues } from './refuse-repeated-values.ts';

type TemplateLine = DraftOf<'masterPlanTemplate'>['nodes'][number];

/** Fills in missing values of the lines of a template from the nodes that the lines refer to. */
async function fillLinesFromNodes(tx: Transaction, lines: readonly TemplateLine[]): Promise<TemplateLine[]> {
  const found = await tx.db
    .selectFrom('masterPlanNode')
    .select(['id', 'estimatedHours', 'relation', 'postpositionDays'])
    .where('factoryId', '=', tx.factoryId)
    .where(
      'id',
      'in',
      lines.map((line) => line.nodeId),
    )
    .execute();
  const nodesById = new Map(found.map((node) => [node.id, node]));
  return lines.map((line) => {
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
 * Refuses a line whose predecessor is the line itself or is not in the template, and lines that follow each
 * other in a cycle.
 */
function refuseWrongPredecessors(next: DraftOf<'masterPlanTemplate'>, lines: readonly TemplateLine[]): void {
  const seqs = new Set(lines.map((line) => line.seq));
  lines.forEach(({ seq, afterSeq }, index) => {
    if (afterSeq !== null && (afterSeq === seq || !seqs.has(afterSeq)))
      throw makeError('fieldsInvalid', {}, { [`nodes[${index}].afterSeq`]: { reason: 'notAReference' } });
  });
  const plan = lines.map(({ seq, afterSeq }) => ({
    seq,
    afterSeq,
    hours: 0,
    relation: 'finishToStart' as const,
    lagDays: 0,
  }));
  if (!schedulePlanForward(plan, next.workdayHours))
    throw makeError('cyclicPlan', { name: next.name }, { nodes: { reason: 'notAReference' } });
}

/**
 * The lines of a template have different sequence numbers and different nodes, and do not follow each other
 * in a cycle. Empty values of a line are filled in from its node.
 */
export const masterPlanTemplateHooks: HooksOf<'masterPlanTemplate'> = {
  batchable: true,
  beforeSave: async (tx, next) => {
    refuseRepeatedValues(next, 'nodes', 'seq');
    refuseRepeatedValues(next, 'nodes', 'nodeId');
    const lines = next.nodes;
    if (lines.length === 0) return;
    refuseWrongPredecessors(next, lines);
    next.nodes = await fillLinesFromNodes(tx, lines);
  },
};
