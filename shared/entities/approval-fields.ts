import { choice, lines, ref, text } from '#shared/kernel/fields.ts';

/** The fields of an approval chain: the changes that need approval, and the approvers in order. */
export const approvalFields = {
  code: text({ required: true, unique: true, max: 40 }),
  name: text({ required: true, max: 100 }),
  approvalType: choice(['addition', 'modification', 'deletion'], { required: true }),
  chainStatus: choice(['chainDraft', 'chainInForce'], { initial: 'chainDraft' }),
  remark: text({ max: 500 }),
  steps: lines(
    {
      name: text({ required: true, max: 100, label: 'stepName' }),
      roleId: ref('role'),
      employeeId: ref('employee'),
      decision: choice(['oneDecides', 'allDecide'], { initial: 'oneDecides' }),
    },
    { min: 1, max: 20, label: 'approvalSteps' },
  ),
} as const;

export const approvalTerms = {
  approvalType: ['审批类型', 'Approves', '審批類型', '承認の種別'],
  addition: ['新建', 'Additions', '新增', '追加'],
  modification: ['修改', 'Changes', '修改', '変更'],
  deletion: ['删除', 'Deletions', '刪除', '削除'],
  chainStatus: ['状态', 'State', '狀態', '状態'],
  chainDraft: ['草案，未生效', 'Draft, not in force', '草案，未生效', '下書き・未適用'],
  chainInForce: ['已生效', 'In force', '已生效', '適用中'],
  approvalSteps: ['审批步骤', 'Steps', '審批步驟', '承認ステップ'],
  stepName: ['步骤', 'Step', '步驟', 'ステップ'],
  decision: ['通过条件', 'Passes when', '通過條件', '通過条件'],
  oneDecides: ['任意一人同意', 'One agrees', '任意一人同意', '一人の承認'],
  allDecide: ['全部同意', 'All agree', '全部同意', '全員の承認'],
} as const;
