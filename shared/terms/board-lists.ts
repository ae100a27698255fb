import type { Term } from '#shared/kernel/lang.ts';

/** The terms that lists and flows on boards share with their reports. */
export const boardListTerms = {
  waitingNow: ['等待中', 'Waiting', '等待中', '待ち'],
  queueSection: ['排队状态', 'Part of the queue', '排隊狀態', '作業待ちの区分'],
  queuePosition: ['顺序', 'Position', '順序', '順番'],
  waitsForWhat: ['等待原因', 'Waits for', '等待原因', '待ちの理由'],
  waitsForPlace: ['等待的工序', 'Waits for process', '等待的工序', '待っている工程'],

  processKanban: ['进度看板', 'Kanban', '進度看板', 'かんばん'],
  cardsShow: ['卡片内容', 'Cards show', '卡片內容', 'カードの内容'],
  kanbanLane: ['看板列', 'Lane', '看板欄', '列'],
  cardCount: ['卡片数', 'Cards', '卡片數', 'カード数'],
  doneToday: ['今日完成', 'Done today', '今日完成', '本日完了'],

  orderFlow: ['工单流程', 'Flow of an order', '工單流程', '指図の工程フロー'],

  ranking: ['排行榜', 'Ranking', '排行榜', 'ランキング'],
  rankedBy: ['排名对象', 'Who is ranked', '排名對象', '順位の対象'],
  rankingMeasure: ['排名指标', 'Ranked by', '排名指標', '順位の指標'],
  rankingOrder: ['排列', 'Order', '排列', '並び順'],
  highest: ['最高', 'Highest', '最高', '高い順'],
  lowest: ['最低', 'Lowest', '最低', '低い順'],
  scrapRate: ['报废率', 'Scrap rate', '報廢率', '不良率'],
  rankingDays: ['统计天数', 'Days', '統計天數', '集計日数'],
  rank: ['名次', 'Rank', '名次', '順位'],
  rankingValue: ['数值', 'Value', '數值', '値'],

  orderSchedule: ['工单甘特图', 'Order Gantt chart', '工單甘特圖', '指図ガントチャート'],

  textSmall: ['小', 'Small', '小', '小'],
  textNormal: ['正常', 'Normal', '正常', '標準'],
  textLarge: ['大', 'Large', '大', '大'],
  textHuge: ['特大', 'Huge', '特大', '特大'],
} as const satisfies Record<string, Term>;
