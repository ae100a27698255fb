import type { Term } from '#shared/kernel/lang.ts';

/** Reports: the terms that more than one report uses, and those that screens and boards use too. */
export const reportTerms = {
  orderProgress: ['工单进度', 'Progress by order', '工單進度', '指図別進捗'],
  groupKey: ['班组标识', 'Group key', '組別識別', '班キー'],
  actual: ['实际', 'Actual', '實際', '実績'],
  difference: ['差异', 'Difference', '差異', '差異'],
  asMatrix: ['矩阵', 'Matrix', '矩陣', 'マトリクス'],
  reportShape: ['显示方式', 'Shown as', '顯示方式', '表示形式'],
  partsByProcess: ['零件 × 工序', 'Parts × operations', '零件 × 工序', '部品 × 工程'],
  processAt: ['第 {{position}} 道', 'Operation {{position}}', '第 {{position}} 道', '{{position}} 番目'],
  plannedDays: [
    '计划 {{from}} – {{until}}',
    'Plan {{from}} – {{until}}',
    '計劃 {{from}} – {{until}}',
    '計画 {{from}} – {{until}}',
  ],
  actualDays: [
    '实际 {{from}} – {{until}}',
    'Actual {{from}} – {{until}}',
    '實際 {{from}} – {{until}}',
    '実績 {{from}} – {{until}}',
  ],
  projectedOnDay: ['预计 {{day}}', 'Projected {{day}}', '預計 {{day}}', '見込 {{day}}'],
  moreParts: [
    '另有 {{count}} 个零件，请缩小范围',
    '{{count}} more {count:part|parts}: narrow the filters',
    '另有 {{count}} 個零件，請縮小範圍',
    'ほか {{count}} 部品。条件で絞り込んでください',
  ],
  rowNumber: ['编号', 'No.', '編號', '番号'],
  mostRows: ['最多显示', 'Max rows', '最多顯示', '最大行数'],

  reportPermission: ['报表：{{name}}', 'Report: {{name}}', '報表：{{name}}', '帳票：{{name}}'],
} as const satisfies Record<string, Term>;
