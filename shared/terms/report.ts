import type { Term } from '#shared/kernel/lang.ts';

/** Reports: the terms that more than one report uses, and those that screens and boards use too. */
export const reportTerms = {
  orderProgress: ['工单进度', 'Progress by order', '工單進度', '指図別進捗'],
  groupKey: ['班组标识', 'Group key', '組別識別', '班キー'],
  actual: ['实际', 'Actual', '實際', '実績'],
  difference: ['差异', 'Difference', '差異', '差異'],
  rowNumber: ['编号', 'No.', '編號', '番号'],
  mostRows: ['最多显示', 'Max rows', '最多顯示', '最大行数'],

  reportPermission: ['报表：{{name}}', 'Report: {{name}}', '報表：{{name}}', '帳票：{{name}}'],
} as const satisfies Record<string, Term>;
