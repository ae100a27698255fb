import { defineEntity } from '#shared/kernel/entity.ts';
import { number, ref, refs } from '#shared/kernel/fields.ts';

/**
 * A rule that says who countersigns an exception by default. It applies if the responsible department is the
 * department of the rule or below it, and the loss is at least `lossFrom`. If several rules apply, the
 * signers of all of them sign.
 */
export const signingRule = defineEntity({
  name: 'signingRule',
  path: '/mes/quality/signingRule',
  permission: 'QUALITY_SIGNING_RULE',
  shownAs: 'id',
  sort: 'lossFrom',
  filters: ['departmentId'],
  fields: {
    signerIds: refs('employee', { max: 30, label: 'signers' }),
    /** The department of the responsible process; null if the rule applies to all departments. */
    departmentId: ref('department', { label: 'signingDepartment' }),
    /** The lost material and manufacturing cost, in the currency of the factory. */
    lossFrom: number({ min: 0, decimals: 2, initial: 0 }),
  },
});

/** Each term in simplified Chinese, English, traditional Chinese and Japanese. */
export const signingRuleTerms = {
  signingRule: ['默认会签人', 'Default signers', '預設會簽人', '既定の合議者'],
  signingRules: ['默认会签人', 'Default signers', '預設會簽人', '既定の合議者'],
  signingDepartment: [
    '责任部门（空为全部）',
    'Responsible department (empty: all)',
    '責任部門（空為全部）',
    '責任部門（空欄は全部門）',
  ],
  lossFrom: ['损失金额起', 'Loss from', '損失金額起', '損失額（以上）'],
} as const;
