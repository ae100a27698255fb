import type { Term } from '#shared/kernel/lang.ts';
import type { WaitingReason } from '#shared/ledger/waiting.ts';

const waitingTerms = {
  'waiting.start': [
    '待开工：{{quantity}} 件',
    '{{quantity}} {quantity:pc|pcs} ready to start',
    '待開工：{{quantity}} 件',
    '着手待ち：{{quantity}} 個',
  ],
  'waiting.receive': [
    '待接收：{{quantity}} 件',
    '{{quantity}} {quantity:pc|pcs} ready to receive',
    '待接收：{{quantity}} 件',
    '受入待ち：{{quantity}} 個',
  ],
  'waiting.process': [
    '等 {{place}}：还差 {{quantity}} 件',
    'Waiting for {{quantity}} {quantity:pc|pcs} from {{place}}',
    '等 {{place}}：還差 {{quantity}} 件',
    '{{place}} 待ち：あと {{quantity}} 個',
  ],
  'waiting.outside': [
    '外协未回：{{quantity}} 件',
    'At the supplier: {{quantity}} {quantity:pc|pcs}',
    '委外未回：{{quantity}} 件',
    '外注先から未返却：{{quantity}} 個',
  ],
  'waiting.decision': [
    '待判定：冻结 {{quantity}} 件',
    'On hold, awaiting decision: {{quantity}} {quantity:pc|pcs}',
    '待判定：凍結 {{quantity}} 件',
    '判定待ち：保留 {{quantity}} 個',
  ],
  'waiting.rework': [
    '待返工：{{quantity}} 件',
    '{{quantity}} {quantity:pc|pcs} to be reworked',
    '待返工：{{quantity}} 件',
    '手直し待ち：{{quantity}} 個',
  ],
  'waiting.replacement': [
    '缺 {{quantity}} 件：需补料',
    '{{quantity}} {quantity:pc|pcs} short – needs replacement',
    '缺 {{quantity}} 件：需補料',
    '{{quantity}} 個不足：補充が必要',
  ],
  'waiting.resume': ['已暂停：等待恢复', 'Suspended', '已暫停：等待恢復', '中断中：再開待ち'],
} as const satisfies Record<`waiting.${WaitingReason}`, Term>;

const heldByTerms = {
  'heldBy.start': ['待开工', 'ready to start', '待開工', '着手待ち'],
  'heldBy.receive': ['待接收', 'ready to receive', '待接收', '受入待ち'],
  'heldBy.process': ['等前工序', 'waiting for the one before', '等前工序', '前工程待ち'],
  'heldBy.outside': ['外协未回', 'at the supplier', '委外未回', '外注先から未返却'],
  'heldBy.decision': ['待判定', 'awaiting decision', '待判定', '判定待ち'],
  'heldBy.rework': ['待返工', 'to be reworked', '待返工', '手直し待ち'],
  'heldBy.replacement': ['缺件', 'pieces short', '缺件', '不足'],
  'heldBy.resume': ['已暂停', 'suspended', '已暫停', '中断中'],
  'heldBy.running': ['加工中', 'running', '加工中', '作業中'],
} as const satisfies Record<`heldBy.${WaitingReason | 'running'}`, Term>;

/** The progress query: where orders stand, what they wait for, and when they will be done. */
export const progressTerms = {
  ...waitingTerms,
  ...heldByTerms,
  progressQuery: ['进度查询', 'Progress query', '進度查詢', '進捗照会'],
  groupBy: ['查看方式', 'View by', '檢視方式', '表示単位'],
  byDueDate: ['按交期', 'By due date', '按交期', '納期順'],
  latestFirst: [
    '预计延迟最长优先',
    'Longest expected delay first',
    '預計延遲最長優先',
    '遅れ見込みの大きい順',
  ],
  byPriority: ['按优先级', 'By priority', '按優先順序', '優先度順'],
  furthestFirst: ['进度最高优先', 'Highest progress first', '進度最高優先', '進捗の高い順'],
  byCode: ['按编码', 'By code', '按編號', 'コード順'],
  lateOnly: ['预计延迟', 'Expected late', '預計延遲', '遅れ見込み'],
  openOnly: ['只看未完', 'Open only', '只看未完', '未完了のみ'],
  waitingHeldUp: [
    '{{words}}（卡在 {{place}}：{{why}}）',
    '{{words}} (held up at {{place}}: {{why}})',
    '{{words}}（卡在 {{place}}：{{why}}）',
    '{{words}}（{{place}} で停滞：{{why}}）',
  ],
  waitingOthers: [
    '{{words}}，另等 {{count}} 道工序',
    '{{words}}, and for {{count}} more',
    '{{words}}，另等 {{count}} 道工序',
    '{{words}}、他 {{count}} 工程待ち',
  ],
  waitingPlace: ['{{seq}} {{name}}', '{{seq}} {{name}}', '{{seq}} {{name}}', '{{seq}} {{name}}'],
  waitingPlaceOf: [
    '{{part}} {{seq}} {{name}}',
    '{{part}} {{seq}} {{name}}',
    '{{part}} {{seq}} {{name}}',
    '{{part}} {{seq}} {{name}}',
  ],
  whereItStands: ['当前工序', 'Current process', '目前工序', '現在の工程'],
  noDates: ['未排日期', 'No dates', '未排日期', '日程未定'],
  planSpan: [
    '计划 {{from}} – {{to}}',
    'Planned {{from}} – {{to}}',
    '計劃 {{from}} – {{to}}',
    '予定 {{from}} – {{to}}',
  ],
  actualSpan: [
    '实际 {{from}} – {{to}}',
    'Actual {{from}} – {{to}}',
    '實際 {{from}} – {{to}}',
    '実績 {{from}} – {{to}}',
  ],
  expectedSpan: [
    '实际 {{from}} 起，预计 {{to}} 完成',
    'Since {{from}}, expected by {{to}}',
    '實際 {{from}} 起，預計 {{to}} 完成',
    '{{from}} 開始、{{to}} 完了見込み',
  ],
  fourWeeks: ['4 周', '4 weeks', '4 週', '4 週間'],
  threeMonths: ['3 个月', '3 months', '3 個月', '3 か月'],
  oneYear: ['1 年', '1 year', '1 年', '1 年'],
  timeSpan: ['时间范围', 'Time span', '時間範圍', '期間'],
  ordersInHand: ['在制工单', 'Open orders', '在製工單', '進行中の指図'],
  lateOrders: ['预计延迟的工单', 'Orders expected late', '預計延遲的工單', '遅れ見込みの指図'],
  openProcesses: ['未完工序', 'Open processes', '未完工序', '未完了工程'],
  runningProcesses: ['加工中', 'Running', '加工中', '作業中'],
  readyProcesses: ['有料待做', 'Ready to work on', '有料待做', '着手待ちあり'],
  belongsToNone: ['未分配', 'None', '未分配', '未割当'],
  nothingReleased: [
    '没有在制工单。下达工单后会显示在这里。',
    'No open orders. They show here once they are released.',
    '沒有在製工單。發放工單後會顯示在這裡。',
    '進行中の指図はありません。発行するとここに表示されます。',
  ],
  nothingInHand: ['没有在制工序', 'Nothing open', '沒有在製工序', '進行中の工程はありません'],
  showMoreRows: ['显示更多', 'Show more', '顯示更多', 'さらに表示'],
  openOrder: ['打开工单', 'Open the order', '開啟工單', '指図を開く'],
} as const satisfies Record<string, Term>;
