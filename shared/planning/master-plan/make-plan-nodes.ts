import type { PlanRelation } from '#shared/rules/plan-relation.ts';
import type { PlanLink, PlanNode } from './plan-node.ts';

/** A line of a template or plan. A value that is not entered is null. */
export interface PlanLine {
  readonly seq: number;
  readonly estimatedHours: number | null;
  readonly afterSeq: number | null;
  readonly relation: PlanRelation | null;
  readonly postpositionDays: number | null;
}

/**
 * An additional link of a template or plan: a node for which the node `seq` waits besides its preceding line.
 */
export interface PlanLinkLine {
  readonly seq: number;
  readonly afterSeq: number;
  readonly relation: PlanRelation | null;
  readonly postpositionDays: number | null;
}

const makeLink = (afterSeq: number, { relation, postpositionDays }: PlanLine | PlanLinkLine): PlanLink => ({
  afterSeq,
  relation: relation ?? 'finishToStart',
  lagDays: postpositionDays ?? 0,
});

/** Makes the nodes of a plan from its lines and its additional links. */
export function makePlanNodes(lines: readonly PlanLine[], links: readonly PlanLinkLine[]): PlanNode[] {
  return lines.map((line) => ({
    seq: line.seq,
    hours: line.estimatedHours ?? 0,
    links: [
      ...(line.afterSeq === null ? [] : [makeLink(line.afterSeq, line)]),
      ...links.filter(({ seq }) => seq === line.seq).map((link) => makeLink(link.afterSeq, link)),
    ],
  }));
}
