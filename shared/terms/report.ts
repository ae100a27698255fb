import type { Term } from '#shared/kernel/lang.ts';

/** Reports: their names and the columns that no entity has. */
export const reportTerms = {
  planActualToday: ['今日计划与实绩', 'Plan and actual today', '今日計劃與實績', '本日の計画と実績'],
  orderProgress: ['工单进度', 'Progress by order', '工單進度', '指図別進捗'],
  groupKey: ['班组标识', 'Group key', '班組識別', '班キー'],
  actual: ['实绩', 'Actual', '實績', '実績'],
  difference: ['差异', 'Difference', '差異', '差異'],
  lateDays: ['逾期天数', 'Days overdue', '逾期天數', '納期超過日数'],
  rowNumber: ['编号', 'No.', '編號', '番号'],
  mostRows: ['最多行数', 'Rows at most', '最多列數', '最大行数'],

  'permission.REPORT_FORM_PLAN_ACTUAL_TODAY': [
    '报表：今日计划与实绩',
    'Report: plan and actual today',
    '報表：今日計劃與實績',
    '帳票：本日の計画と実績',
  ],
  'permission.REPORT_FORM_ORDER_PROGRESS': [
    '报表：工单进度',
    'Report: progress by order',
    '報表：工單進度',
    '帳票：指図別進捗',
  ],
  'permission.REPORT_FORM_LATEST_REPORTS': [
    '报表：最近报工',
    'Report: latest reports',
    '報表：最近報工',
    '帳票：最近の実績',
  ],
} as const satisfies Record<string, Term>;
