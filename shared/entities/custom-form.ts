import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, flag, lines, text } from '#shared/kernel/fields.ts';
import { questionFields } from './question-fields.ts';

/**
 * A record sheet that a factory designs, e.g. for a 5S check or a handover: its questions, and the subject of its
 * records.
 */
export const customForm = defineEntity({
  name: 'customForm',
  path: '/mes/system/customForm',
  permission: 'SYSTEM_PARAM_SETTING_CUSTOM_FORM',
  shownAs: 'name',
  sort: 'code',
  filters: ['appliesTo', 'inUse'],
  fields: {
    code: text({ required: true, unique: true, max: 40 }),
    name: text({ required: true, max: 100 }),
    appliesTo: choice(['nothing', 'workOrder', 'process', 'device'], { initial: 'nothing' }),
    inUse: flag({ initial: true, label: 'sheetInUse' }),
    remark: text({ max: 500 }),
    questions: lines(questionFields, { min: 1, max: 100 }),
  },
});

export const customFormTerms = {
  customForm: ['自定义表单', 'Custom form', '自訂表單', '記録用紙'],
  customForms: ['自定义表单', 'Custom forms', '自訂表單', '記録用紙'],
  appliesTo: ['记录对象', 'Is about', '記錄對象', '記録の対象'],
  nothing: ['不限', 'Nothing in particular', '不限', '指定なし'],
  sheetInUse: ['启用', 'In use', '啟用', '使用中'],
  questions: ['填写项目', 'Questions', '填寫項目', '記入項目'],
  question: ['项目', 'Question', '項目', '項目名'],
  answerKind: ['填写方式', 'Answered by', '填寫方式', '記入方法'],
  textAnswer: ['文本', 'Text', '文字', '文字列'],
  numberAnswer: ['数字', 'Number', '數字', '数値'],
  dateAnswer: ['日期', 'Date', '日期', '日付'],
  choiceAnswer: ['选项', 'Choice', '選項', '選択'],
  flagAnswer: ['是/否', 'Yes or no', '是/否', 'はい/いいえ'],
  answerOptions: ['选项(用;分隔)', 'Choices (separated by ;)', '選項(用;分隔)', '選択肢(;区切り)'],
} as const;
