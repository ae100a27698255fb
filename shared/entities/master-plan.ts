import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, date, number, ref, text } from '#shared/kernel/fields.ts';
import { PLAN_DIRECTIONS } from '#shared/planning/master-plan/compute-plan.ts';
import { planLinkLines, planNodeLines } from './plan-line-fields.ts';

/**
 * The master plan of a work order, or of a project with its sub-projects: its nodes, what the nodes wait for,
 * and its start day or due day. A new plan without nodes takes the nodes of its template.
 */
export const masterPlan = defineEntity({
  name: 'masterPlan',
  path: '/mes/plan/master',
  permission: { read: 'PRODUCTION', write: 'WORK_PLAN_MODIFY' },
  shownAs: 'name',
  sort: '-id',
  topic: 'plan',
  filters: ['orderId', 'projectId', 'templateId'],
  fields: {
    name: text({ required: true, max: 100 }),
    /** The order or the project of the plan. */
    orderId: ref('workOrder', { label: 'workOrder' }),
    projectId: ref('project'),
    templateId: ref('masterPlanTemplate', { label: 'masterPlanTemplate' }),
    direction: choice(PLAN_DIRECTIONS, { initial: 'forwards', label: 'scheduleDirection' }),
    startsOn: date({ label: 'planStartsOn' }),
    /** The due day of the plan; if it is empty, the due day of the order or project applies. */
    dueOn: date({ label: 'planDueOn' }),
    workdayHours: number({ unit: 'hours', min: 1, max: 24, decimals: 2, initial: 8 }),
    remark: text({ max: 500 }),
    nodes: planNodeLines,
    links: planLinkLines,
  },
});

/** Each term in simplified Chinese, English, traditional Chinese and Japanese. */
export const masterPlanTerms = {
  masterPlan: ['主计划', 'Master plan', '總計劃', '大日程計画'],
  masterPlans: ['主计划', 'Master plans', '總計劃', '大日程計画'],
  planStartsOn: ['计划开始', 'Starts on', '計劃開始', '開始日'],
  planDueOn: ['计划期限', 'Due on', '計劃期限', '期限日'],
  furtherPlanLinks: ['更多前置关系', 'Further dependencies', '更多前置關係', '追加の先行関係'],
} as const;
