import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, date, lines, moment, number, ref, refs, text } from '#shared/kernel/fields.ts';
import { CORRECTIVE_STATES } from '#shared/machines/corrective-action.ts';
import { classificationRef } from './classification-ref.ts';

/**
 * A corrective action in eight steps (8D): why a defect happens, and what keeps it from coming back. It covers an error
 * class with all classes below it; an operation type or a part code narrows it.
 */
export const correctiveAction = defineEntity({
  name: 'correctiveAction',
  path: '/mes/quality/corrective',
  permission: { read: 'PRODUCTION', write: 'QUALITY_CORRECT' },
  shownAs: 'code',
  sort: '-raisedAt',
  topic: 'quality',
  verbs: ['page', 'get', 'save', 'list'],
  derived: ['code', 'state', 'round', 'raisedAt', 'checkBegunAt', 'checkDueOn', 'closedAt', 'closingReason'],
  filters: ['state', 'errorClassId', 'leaderId', 'craftId', 'checkDueOn'],
  pickedBy: ['state'],
  fields: {
    code: text({ unique: true, max: 40, label: 'correctiveCode' }),
    state: choice(CORRECTIVE_STATES, { initial: 'correctiveOpen', label: 'correctiveState' }),
    errorClassId: classificationRef('errorClass', { required: true }),
    craftId: ref('craft'),
    partCode: text({ max: 60 }),
    problem: text({ required: true, max: 2000, label: 'correctiveProblem' }),
    leaderId: ref('employee', { required: true, label: 'correctiveLeader' }),
    memberIds: refs('employee', { max: 30, label: 'correctiveMembers' }),
    exceptionIds: refs('qualityException', { max: 200, label: 'qualityExceptions' }),
    containment: text({ max: 2000, label: 'containmentSummary' }),
    /** The answers to "Why?". Each answer explains the answer before it. */
    whys: lines({ why: text({ required: true, max: 500 }) }, { max: 10, label: 'fiveWhys' }),
    rootCause: text({ max: 2000 }),
    preventiveAction: text({ max: 2000 }),
    checkAfterDays: number({ unit: 'days', min: 0, max: 365, decimals: 0, initial: 30 }),
    checkDueOn: date(),
    /** The number of times that work on the action began: 1 at first, and one more for each reopening. */
    round: number({ min: 1, decimals: 0, initial: 1, label: 'correctiveRound' }),
    raisedAt: moment({ label: 'correctiveRaisedAt' }),
    checkBegunAt: moment(),
    closedAt: moment({ label: 'correctiveClosedAt' }),
    closingReason: text({ max: 1000 }),
  },
});

/** Each term in simplified Chinese, English, traditional Chinese and Japanese. */
export const correctiveActionTerms = {
  correctiveAction: ['纠正措施（8D）', 'Corrective action (8D)', '矯正措施（8D）', '是正処置（8D）'],
  correctiveActions: ['纠正措施（8D）', 'Corrective actions (8D)', '矯正措施（8D）', '是正処置（8D）'],
  correctiveCode: ['8D 编号', '8D no.', '8D 編號', '8D 番号'],
  correctiveState: ['8D 状态', 'State', '8D 狀態', '状態'],
  correctiveOpen: ['改善中', 'In progress', '改善中', '対策中'],
  correctiveChecking: ['效果验证中', 'Checking the effect', '效果驗證中', '効果確認中'],
  correctiveEffective: ['有效，已关闭', 'Effective, closed', '有效，已結案', '有効・完了'],
  correctiveCancelled: ['8D 已取消', 'Cancelled', '8D 已取消', '取消済み'],
  correctiveProblem: ['问题描述', 'Problem', '問題描述', '問題の内容'],
  correctiveLeader: ['组长', 'Team leader', '組長', 'リーダー'],
  correctiveMembers: ['小组成员', 'Team', '小組成員', 'チームメンバー'],
  containmentSummary: ['临时围堵措施', 'Containment', '臨時圍堵措施', '暫定処置'],
  fiveWhys: ['5 个为什么', '5 whys', '5 個為什麼', 'なぜなぜ分析'],
  why: ['为什么', 'Why', '為什麼', 'なぜ'],
  checkAfterDays: ['验证周期', 'Check after', '驗證週期', '確認までの期間'],
  checkDueOn: ['验证日期', 'Check due', '驗證日期', '確認期限'],
  checkBegunAt: ['验证开始', 'Check begun at', '驗證開始', '確認開始'],
  correctiveRound: ['轮次', 'Round', '輪次', '回'],
  correctiveRaisedAt: ['发起时间', 'Begun at', '發起時間', '開始日時'],
  correctiveClosedAt: ['关闭时间', 'Closed at', '結案時間', '完了日時'],
  closingReason: ['结论', 'Conclusion', '結論', '結論'],
} as const;
