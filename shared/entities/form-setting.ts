import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, flag, lines, text } from '#shared/kernel/fields.ts';
import { FORM_NAMES } from '#shared/rules/form-names.ts';

/**
 * A factory's settings of one form: the order of the fields, and for each field whether it is shown and required,
 * and its default value.
 */
export const formSetting = defineEntity({
  name: 'formSetting',
  path: '/mes/system/params/form',
  permission: { read: 'SIGNED_IN', write: 'SYSTEM_PARAM_SETTING_FORM_MODIFY' },
  shownAs: 'form',
  sort: 'id',
  terminalVerbs: ['page'],
  fields: {
    form: choice(FORM_NAMES, { required: true, unique: true }),
    fields: lines(
      {
        field: text({ required: true, max: 60, label: 'formField' }),
        shown: flag({ initial: true, label: 'fieldShown' }),
        required: flag({ label: 'fieldRequired' }),
        initial: text({ max: 500, label: 'fieldInitial' }),
      },
      { min: 1, max: 200, label: 'formFields' },
    ),
  },
});

export const formSettingTerms = {
  formSetting: ['表单设置', 'Form settings', '表單設定', 'フォーム設定'],
  form: ['表单', 'Form', '表單', 'フォーム'],
  formField: ['字段', 'Field', '欄位', '項目'],
  formFields: ['表单字段', 'Fields of the form', '表單欄位', 'フォームの項目'],
  fieldShown: ['显示', 'Shown', '顯示', '表示'],
  fieldRequired: ['必填', 'Required', '必填', '必須'],
  fieldInitial: ['默认值', 'Default', '預設值', '既定値'],
  masterPlan: ['主计划节点', 'Master plan activity', '總計劃節點', '大日程ノード'],
  qualityException: ['质量异常', 'Quality exception', '品質異常', '品質異常'],
  responsibleProcess: ['责任工序', 'Responsible process', '責任工序', '責任工程'],
  discoveryProcess: ['发现工序', 'Discovered at', '發現工序', '発見工程'],
  discoverer: ['发现人', 'Discovered by', '發現人', '発見者'],
} as const;
