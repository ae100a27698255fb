import { defineEntity } from '#shared/kernel/entity.ts';
import { moment, number, text } from '#shared/kernel/fields.ts';

/** A plan that was imported from a workbook. The work orders of the plan can be removed together. */
export const planImport = defineEntity({
  name: 'planImport',
  path: '/mes/order/planImport',
  permission: 'WORK_ORDER',
  shownAs: 'fileName',
  sort: '-importedAt',
  topic: 'progress',
  verbs: ['page', 'list'],
  filters: ['importedAt', 'importedBy'],
  fields: {
    fileName: text({ required: true, max: 200 }),
    importedAt: moment({ required: true }),
    importedBy: text({ required: true, max: 100 }),
    orderCount: number({ required: true, min: 0, decimals: 0 }),
    partCount: number({ required: true, min: 0, decimals: 0 }),
    processCount: number({ required: true, min: 0, decimals: 0 }),
    /** When the import was undone; null while its orders exist. */
    undoneAt: moment(),
    undoneBy: text({ max: 100 }),
  },
});

/** Each term in simplified Chinese, English, traditional Chinese and Japanese. */
export const planImportTerms = {
  planImport: ['计划导入', 'Plan import', '計劃匯入', '計画の取込'],
  planImports: ['计划导入记录', 'Plan imports', '計劃匯入記錄', '計画の取込履歴'],
  importedAt: ['导入时间', 'Imported at', '匯入時間', '取込日時'],
  importedBy: ['导入人', 'Imported by', '匯入人', '取込者'],
  orderCount: ['工单数', 'Orders', '工單數', '指図数'],
  partCount: ['零件数', 'Parts', '零件數', '部品数'],
  processCount: ['工序数', 'Processes', '工序數', '工程数'],
  undoneAt: ['撤销时间', 'Undone at', '撤銷時間', '取消日時'],
  undoneBy: ['撤销人', 'Undone by', '撤銷人', '取消者'],
} as const;
