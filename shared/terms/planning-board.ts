import type { Term } from '#shared/kernel/lang.ts';

/** The terms of boards for planners: what machines do next, which orders will be late, and why. */
export const planningBoardTerms = {
  planningOffice: ['计划看板', 'Planning office', '計劃看板', '生産計画ボード'],
  machineSchedule: ['设备排程', 'Machine schedule', '設備排程', '設備の作業予定'],
  hoursAhead: ['显示小时数', 'Hours ahead', '顯示小時數', '表示する時間'],
  workPlanned: ['已排', 'Planned', '已排', '予定'],
  planAppliedAt: ['计划应用时间', 'Plan applied at', '計劃套用時間', '計画の適用日時'],
  machineQueue: ['设备待做', 'Machine queue', '設備待做', '設備の作業待ち'],
  planOfTime: ['{{time}} 的计划', 'Plan of {{time}}', '{{time}} 的計劃', '{{time}} の計画'],
  noAppliedPlan: [
    '还没有应用排程',
    'No plan has been applied',
    '還沒有套用排程',
    '計画がまだ適用されていません',
  ],
} as const satisfies Record<string, Term>;
