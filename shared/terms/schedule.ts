import type { Term } from '#shared/kernel/lang.ts';

/** The words of cycle scheduling: plans of all open operations, how they are computed, and why something is late. */
export const scheduleTerms = {
  cycleSchedule: ['周期排程', 'Cycle scheduling', '週期排程', '周期スケジューリング'],
  scheduleRun: ['排程方案', 'Schedule proposal', '排程方案', '計画案'],
  scheduleRuns: ['排程方案', 'Schedule proposals', '排程方案', '計画案'],
  presentSchedule: ['当前计划', 'Present plan', '目前計劃', '現行計画'],
  scheduleKeep: ['排程方式', 'What to keep', '排程方式', '計画の方法'],
  repairPlan: ['局部修复', 'Repair', '局部修復', '部分修正'],
  keepOrder: ['保持顺序', 'Keep the order', '保持順序', '順序を維持'],
  planAfresh: ['重新排程', 'Plan afresh', '重新排程', '新規に計画'],
  repairPlanHint: [
    '工序留在原来的位置，放不下的才另找空档',
    'Operations stay where they are; only those that no longer fit move into gaps',
    '工序留在原來的位置，放不下的才另找空檔',
    '工程は元の位置に残し、収まらないものだけを空きへ移します',
  ],
  keepOrderHint: [
    '按当前计划的先后重排，除非另一台设备能省下数小时',
    'Operations run in the order of the present plan, on its machines unless another one saves hours',
    '按目前計劃的先後重排，除非另一台設備能省下數小時',
    '現行計画の順序で組み直します。数時間縮まる場合だけ機械を替えます',
  ],
  planAfreshHint: [
    '全部重新排，当前计划只是候选之一',
    'Everything is planned anew; the present plan is one of the candidates',
    '全部重新排，目前計劃只是候選之一',
    'すべて組み直します。現行計画も候補の一つです',
  ],
  scheduleGoal: ['排程目标', 'Goal', '排程目標', '計画の目標'],
  tardiness: ['延期最少', 'Least lateness', '延期最少', '遅れを最小に'],
  makespan: ['最早全部完成', 'Earliest completion of all', '最早全部完成', '全体の完了を最短に'],
  scheduleLevel: ['计算深度', 'Search', '計算深度', '探索'],
  quickSearch: ['快速', 'Quick', '快速', '簡易'],
  fullSearch: ['深入', 'Thorough', '深入', '徹底'],
  'scheduleState.computing': ['计算中', 'Computing', '計算中', '計算中'],
  'scheduleState.ready': ['可应用', 'Ready', '可套用', '適用可'],
  'scheduleState.failed': ['失败', 'Failed', '失敗', '失敗'],
  'scheduleState.cancelled': ['已取消', 'Cancelled', '已取消', '取消済み'],
  'scheduleState.applied': ['已应用', 'Applied', '已套用', '適用済み'],
  'scheduleState.outdated': ['已过时', 'Outdated', '已過時', '期限切れ'],
} as const satisfies Record<string, Term>;
