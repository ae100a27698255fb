import type { Term } from '#shared/kernel/lang.ts';

/** The terms of the analysis of quality that several reports, screens and widgets use. */
export const qualityAnalysisTerms = {
  qualityAnalysis: ['质量分析', 'Quality analysis', '品質分析', '品質分析'],
  openReport: ['查看报表', 'Open the report', '查看報表', '帳票を開く'],
  notKnown: ['未知', 'Not known', '未知', '不明'],
  firstPassYield: ['一次合格率', 'First pass yield', '一次合格率', '直行率'],
  reworkRate: ['返工率', 'Rework rate', '返工率', '手直し率'],
  raisedExceptions: ['发起异常', 'Raised', '發起異常', '起票件数'],
  finishedExceptions: ['完成异常', 'Finished', '完成異常', '完了件数'],
  exceptionCount: ['异常数', 'Exceptions', '異常數', '異常件数'],
  rewardSum: ['奖励合计', 'Rewards', '獎勵合計', '報奨計'],
  penaltySum: ['处罚合计', 'Penalties', '處罰合計', 'ペナルティ計'],
  lostCost: ['质量损失', 'Quality loss', '品質損失', '品質損失額'],
  defectPareto: ['不良排行', 'Bad pieces by cause', '不良排行', '不良要因'],
  errorClassGroup: ['不良大类', 'Defect group', '不良大類', '不良の大分類'],
  allDefectGroups: ['全部大类', 'All groups', '全部大類', 'すべての大分類'],
  paretoGrouping: ['分析对象', 'Analysed by', '分析對象', '分析の軸'],
  daysBack: ['最近天数', 'Last days', '最近天數', '直近日数'],
  eachDay: ['日', 'Day', '日', '日'],
  month: ['月份', 'Month', '月份', '月'],
  monthCount: ['月数', 'Months', '月數', '月数'],
  trendStep: ['按', 'By', '按', '単位'],
  eachWeek: ['周', 'Week', '週', '週'],
  eachMonth: ['月', 'Month', '月', '月'],
  periodOf: ['日期依据', 'Dates are', '日期依據', '日付の基準'],
} as const satisfies Record<string, Term>;
