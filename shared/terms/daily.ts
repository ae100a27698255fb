import type { Term } from '#shared/kernel/lang.ts';

/** The pages of reports, and the names of columns that several reports have. */
export const reportPageTerms = {
  reports: ['报表', 'Reports', '報表', '帳票'],
  orderCode: ['工单号', 'Order no.', '工單號', '指図番号'],
  reportCount: ['报工次数', 'Reports', '報工次數', '実績件数'],
  totalTime: ['总工时', 'Total time', '總工時', '総時間'],
  preparationTime: ['准备工时', 'Set-up time', '準備工時', '段取時間合計'],
  equipmentEffectiveness: ['设备综合效率', 'OEE', '設備綜合效率', '設備総合効率'],
  availability: ['可用率', 'Availability', '可用率', '時間稼働率'],
  effectiveness: ['性能率', 'Effectiveness', '效能率', '性能稼働率'],
  qualityRatio: ['合格率', 'Quality', '良率', '良品率'],
  producedPieces: ['产出数量', 'Produced', '產出數量', '生産数'],
  runTime: ['加工工时', 'Run time', '加工工時', '加工時間'],
  stopTime: ['停机时间', 'Downtime', '停機時間', '停止時間'],
  earnedTime: ['产出标准工时', 'Earned standard time', '產出標準工時', '獲得標準時間'],

  rangeDays: [
    '最近 {{count}} 天',
    'Last {{count}} {count:day|days}',
    '最近 {{count}} 天',
    '直近 {{count}} 日',
  ],
  yesterday: ['昨天', 'Yesterday', '昨天', '昨日'],
  thisMonth: ['本月', 'This month', '本月', '今月'],
  lastMonth: ['上月', 'Last month', '上月', '先月'],
  ownPeriod: ['自选时间', 'Another period', '自選時間', '期間を指定'],
  period: ['时间范围', 'Period', '時間範圍', '期間'],
  inTotal: ['合计', 'Total', '合計', '合計'],
  chartOf: ['{{subject}}，按{{by}}', '{{subject}} by {{by}}', '{{subject}}，按{{by}}', '{{by}}別{{subject}}'],
  chartLargest: [
    '仅显示最大的 {{count}} 项，共 {{all}} 项',
    'The largest {{count}} of {{all}}',
    '僅顯示最大的 {{count}} 項，共 {{all}} 項',
    '全 {{all}} 件のうち上位 {{count}} 件',
  ],
  chartFirst: [
    '仅显示前 {{count}} 项，共 {{all}} 项',
    'The first {{count}} of {{all}}',
    '僅顯示前 {{count}} 項，共 {{all}} 項',
    '全 {{all}} 件のうち先頭 {{count}} 件',
  ],
  hoursUnit: ['小时', 'h', '小時', '時間'],
  showChart: ['显示图表', 'Show chart', '顯示圖表', 'グラフを表示'],
  hideChart: ['收起图表', 'Hide chart', '收起圖表', 'グラフを隠す'],
  noReportRows: [
    '这段时间没有数据，请换一个时间范围或取消筛选',
    'Nothing in this period: choose another one or take filters away',
    '這段時間沒有資料，請換一個時間範圍或取消篩選',
    'この期間のデータはありません。期間を変えるか絞り込みを外してください',
  ],
  reportsBehind: ['查看明细', 'Show the reports behind it', '查看明細', '明細を表示'],
} as const satisfies Record<string, Term>;
