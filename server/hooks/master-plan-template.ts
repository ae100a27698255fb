import { fail } from '#shared/kernel/errors.ts';
import { planForward } from '#shared/rules/plan-forward.ts';
import type { Work } from '../db/work.ts';
import type { DraftOf, HooksOf } from './hooks.ts';
import { refuseRepeated } from './refuse-repeated.ts';

type Line = DraftOf<'masterPlanTemplate'>['nodes'][number];

/** Fills empty values of lines from their nodes. */
async function fillFromNodes(work: Work, lines: readonly Line[]): Promise<Line[]> {
  const found = await work.db
    .selectFrom('masterPlanNode')
    .select(['id', 'estimatedHours', 'relation', 'postpositionDays'])
    .where('factoryId', '=', work.factoryId)
    .where(
      'id',
      'in',
      lines.map((line) => line.nodeId),
    )
    .execute();
  const nodes = new Map(found.map((node) => [node.id, node]));
  return lines.map((line) => {
    const node = nodes.get(line.nodeId);
    return {
      ...line,
      estimatedHours: line.estimatedHours ?? node?.estimatedHours ?? 0,
      relation: line.relation ?? node?.relation ?? 'finishToStart',
      postpositionDays: line.postpositionDays ?? node?.postpositionDays ?? 0,
    };
  });
}

/** Refuses missing predecessors and cycles. */
function refuseCycle(next: DraftOf<'masterPlanTemplate'>, lines: readonly Line[]): void {
  const seqs = new Set(lines.map((line) => line.seq));
  lines.forEach(({ seq, afterSeq }, index) => {
    if (afterSeq !== null && (afterSeq === seq || !seqs.has(afterSeq)))
      throw fail('fieldsInvalid', {}, { [`nodes[${index}].afterSeq`]: { reason: 'notAReference' } });
  });
  const plan = lines.map(({ seq, afterSeq }) => ({
    seq,
    afterSeq,
    hours: 0,
    relation: 'finishToStart' as const,
    lagDays: 0,
  }));
  if (!planForward(plan, next.workdayHours))
    throw fail('cyclicPlan', { name: next.name }, { nodes: { reason: 'notAReference' } });
}

/** Lines are completed, nodes are unique, and the plan has no cycles. */
export const masterPlanTemplateHooks: HooksOf<'masterPlanTemplate'> = {
  batchable: true,
  beforeSave: async (work, next) => {
    refuseRepeated(next, 'nodes', 'seq');
    refuseRepeated(next, 'nodes', 'nodeId');
    const lines = next.nodes;
    if (lines.length === 0) return;
    refuseCycle(next, lines);
    next.nodes = await fillFromNodes(work, lines);
  },
};
