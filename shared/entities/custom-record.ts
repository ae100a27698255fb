import { defineEntity } from '#shared/kernel/entity.ts';
import { lines, moment, number, ref, text } from '#shared/kernel/fields.ts';
import { questionFields } from './question-fields.ts';

/**
 * A filled-in record sheet. The record stores a copy of the questions, so later changes of the sheet do not affect
 * the record.
 */
export const customRecord = defineEntity({
  name: 'customRecord',
  path: '/mes/customRecord',
  permission: 'PRODUCTION',
  shownAs: 'customFormId',
  sort: '-recordedAt',
  verbs: ['page', 'get', 'save'],
  filters: ['customFormId', 'recordedAt', 'employeeId', 'workOrderId', 'deviceId'],
  derived: ['formVersion'],
  fields: {
    customFormId: ref('customForm', { required: true }),
    formVersion: number({ min: 1, decimals: 0, initial: 1 }),
    /** The server fills in the current time if a new record has no time. */
    recordedAt: moment(),
    employeeId: ref('employee', { label: 'recordedBy' }),
    workOrderId: ref('workOrder'),
    processId: ref('process'),
    deviceId: ref('device'),
    answers: lines({ ...questionFields, answer: text({ max: 2000 }) }, { max: 100 }),
  },
});

export const customRecordTerms = {
  customRecord: ['表单记录', 'Completed form', '表單記錄', '記入済み用紙'],
  customRecords: ['表单记录', 'Completed forms', '表單記錄', '記入済み用紙'],
  formVersion: ['表单版本', 'Form version', '表單版本', '用紙の版'],
  recordedAt: ['记录时间', 'Recorded at', '記錄時間', '記録日時'],
  recordedBy: ['记录人', 'Recorded by', '記錄人', '記録者'],
  answers: ['填写内容', 'Answers', '填寫內容', '記入内容'],
  answer: ['内容', 'Answer', '內容', '記入'],
} as const;
