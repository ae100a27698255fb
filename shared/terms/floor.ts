import type { Term } from '#shared/kernel/lang.ts';

/** Further terms of a terminal: its notices, quantities, overview and calls for help. */
export const furtherTerminalTerms = {
  // Reports that the server refused, or that are not sent yet
  notBooked: [
    '以下报工没有成功',
    'These reports do not count',
    '以下報工沒有成功',
    '次の報告は登録されませんでした',
  ],
  haveRead: ['知道了', 'I have read it', '知道了', '確認しました'],
  waitingForPerson: [
    '{{names}} 有 {{count}} 条报工还没发出：请本人再刷一次工牌',
    '{{names}}: {{count}} not sent yet. Scan your badge again',
    '{{names}} 有 {{count}} 筆報工還沒送出：請本人再刷一次工牌',
    '{{names}} さん：未送信の報告が {{count}} 件。社員証をもう一度読み取ってください',
  ],

  // Quantities of a report
  goodPieces: ['良品 {{quantity}}', '{{quantity}} good', '良品 {{quantity}}', '良品 {{quantity}}'],
  scrapPieces: ['报废 {{quantity}}', '{{quantity}} scrap', '報廢 {{quantity}}', '廃棄 {{quantity}}'],
  reworkPieces: ['返工 {{quantity}}', '{{quantity}} rework', '返工 {{quantity}}', '手直し {{quantity}}'],

  // The time of a start
  startedWhen: ['开工时间', 'Started', '開工時間', '着手時刻'],
  rightNow: ['现在', 'Now', '現在', '今'],
  minutesAgo: ['{{minutes}} 分钟前', '{{minutes}} min ago', '{{minutes}} 分鐘前', '{{minutes}} 分前'],

  // The overview of a person
  madeToday: ['我今天做的', 'What I made today', '我今天做的', '今日の自分の出来高'],
  workedToday: ['工时', 'Worked', '工時', '作業時間'],
  targetToday: ['{{name}}今日目标', 'Target of {{name}} today', '{{name}}今日目標', '{{name}}の今日の目標'],
  targetReached: ['已达成', 'reached', '已達成', '達成'],
  stillToMake: ['还差 {{quantity}}', '{{quantity}} to go', '還差 {{quantity}}', '残り {{quantity}}'],
  deviceBusy: ['{{names}} 在用', '{{names}} is on it', '{{names}} 使用中', '{{names}} さんが使用中'],

  // Calls for help
  whereIsIt: ['在哪里？', 'Where?', '在哪裡？', 'どこですか'],
  withdrawWhy: ['为什么撤销？', 'Why withdraw it?', '為什麼撤銷？', '取り下げる理由は？'],
  solvedByOurselves: ['已自行解决', 'We solved it ourselves', '已自行解決', '自分たちで解決した'],
  calledByMistake: ['误报', 'Called by mistake', '誤報', '間違えて呼んだ'],
  callWithdrawn: ['呼叫已撤销', 'The call is withdrawn', '呼叫已撤銷', '呼出を取り下げました'],

  // Work groups and crafts
  groupLacksCraft: [
    '“{{group}}”没有登记工艺“{{craft}}”，请确认是否选对了班组',
    '“{{group}}” is not listed for “{{craft}}”: is it the right group?',
    '「{{group}}」沒有登記工藝「{{craft}}」，請確認是否選對了班組',
    '「{{group}}」には「{{craft}}」が登録されていません。班を確認してください',
  ],
  reportedFor: ['报工人员', 'Reported for', '報工人員', '対象の作業者'],
  wholeTeam: ['全班组（空闲人员）', 'Whole team (who is free)', '全班組（空閒人員）', '班全員（手空きの人）'],
} as const satisfies Record<string, Term>;
