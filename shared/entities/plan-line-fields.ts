import { choice, lines, number, ref } from '#shared/kernel/fields.ts';
import { PLAN_RELATIONS } from '#shared/rules/plan-relation.ts';

const seq = number({ required: true, min: 1, max: 9999, decimals: 0 });
const relation = choice(PLAN_RELATIONS);
const postpositionDays = number({ unit: 'workingDays', min: 0, max: 365, decimals: 0 });

/**
 * The nodes of a template or plan. If `estimatedHours`, `relation` or `postpositionDays` is empty, the value
 * of the node applies.
 */
export const planNodeLines = lines(
  {
    seq,
    nodeId: ref('masterPlanNode', { required: true, label: 'masterPlanNode' }),
    estimatedHours: number({ unit: 'hours', min: 0, max: 100_000 }),
    /** The seq of the preceding line. A line without a preceding line starts when the plan starts. */
    afterSeq: number({ min: 1, max: 9999, decimals: 0 }),
    relation,
    postpositionDays,
  },
  { max: 200, label: 'masterPlanNodes' },
);

/** What nodes wait for besides their preceding line, e.g. where two branches come together. */
export const planLinkLines = lines(
  {
    seq,
    afterSeq: number({ required: true, min: 1, max: 9999, decimals: 0 }),
    relation: choice(PLAN_RELATIONS, { initial: 'finishToStart' }),
    postpositionDays: number({ unit: 'workingDays', min: 0, max: 365, decimals: 0, initial: 0 }),
  },
  { max: 400, label: 'furtherPlanLinks' },
);
