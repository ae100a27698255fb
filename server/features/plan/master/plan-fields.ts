import { choice, date, number, ref, text } from '#shared/kernel/fields.ts';
import { CONFIRMATION_KINDS } from '#shared/planning/master-plan/plan-answer.ts';

const id = { required: true, min: 1, max: Number.MAX_SAFE_INTEGER, decimals: 0 } as const;

/** The input fields of the routes of master plans. Each route uses some of them. */
export const PLAN_FIELDS = {
  id: ref('masterPlan', { required: true, label: 'masterPlan' }),
  orderId: ref('workOrder', { label: 'workOrder' }),
  projectId: ref('project'),
  seq: number({ required: true, min: 1, max: 9999, decimals: 0 }),
  /** The node that the caller saw with this `seq`, so that no other node is confirmed if the plan has changed. */
  nodeId: ref('masterPlanNode', { required: true, label: 'masterPlanNode' }),
  kind: choice(CONFIRMATION_KINDS, { required: true, label: 'planConfirmation' }),
  day: date({ required: true, label: 'confirmedDay' }),
  remark: text({ max: 500 }),
  confirmationId: number({ ...id, label: 'planConfirmation' }),
  noticeId: number({ ...id, label: 'masterPlanNotice' }),
  reason: text({ required: true, max: 500 }),
} as const;
