import type { Term } from '#shared/kernel/lang.ts';

/** Terms of a terminal: its notices, quantities, overview and calls for help. */
export const floorTerms = {
  // Reports that the server refused, or that are not sent yet
  notBooked: [
    '以下报工没有成功',
    'These reports do not count',
    '以下報工沒有成功',
    '次の実績は登録されませんでした',
  ],
  haveRead: ['知道了', 'I have read it', '知道了', '確認しました'],
  waitingForPerson: [
    '{{names}} 有 {{count}} 条报工还没发出：请本人再刷一次工牌',
    '{{names}}: {{count}} not sent yet. Scan your badge again',
    '{{names}} 有 {{count}} 筆報工還沒送出：請本人再刷一次工牌',
    '{{names}} さん：未送信の実績が {{count}} 件。社員証をもう一度読み取ってください',
  ],

  startWasRefused: [
    '没有登记：之前的“{{what}}”没有成功',
    'Not booked, because “{{what}}” before it was refused',
    '沒有登記：之前的「{{what}}」沒有成功',
    '前の「{{what}}」が登録されなかったため、登録されませんでした',
  ],
  whatToDoRefused: [
    '请再扫一次流程卡，按现在的状态重新报工；报不了的，请班组长补报。',
    'Scan the card again and report what is possible now. If that is not possible, ask the group head to enter it.',
    '請再掃一次流程卡，按現在的狀態重新報工；報不了的，請班別組長補登。',
    '現品票をもう一度読み取り、今の状態で入力し直してください。できないときは班長に入力を頼んでください。',
  ],
  notKeptHere: [
    '本机存储已满：{{count}} 条报工没能保存。请不要关闭此页，并通知班组长',
    'The storage of this device is full: {{count}} not kept. Do not close this page, and tell the group head',
    '本機儲存空間已滿：{{count}} 筆報工沒能保存。請不要關閉此頁，並通知班別組長',
    '端末の空き容量がありません：{{count}} 件を保存できません。この画面を閉じず、班長に知らせてください',
  ],
  notKept: ['未保存', 'Not kept', '未保存', '未保存'],
  unsentList: ['未发送的报工', 'Not sent yet', '未傳送的報工', '未送信の実績'],
  showUnsent: ['查看', 'Show', '查看', '表示'],
  hideUnsent: ['收起', 'Hide', '收起', '閉じる'],
  seenBefore: [
    '无网络：显示的是 {{at}} 的数据（{{minutes}} 分钟前），可能已变化',
    'No connection: this is what was so at {{at}} ({{minutes}} min ago). It may have changed',
    '無網路：顯示的是 {{at}} 的資料（{{minutes}} 分鐘前），可能已變化',
    '通信断：{{at}} 時点（{{minutes}} 分前）の内容です。変わっている可能性があります',
  ],
  unknownOffline: [
    '本机没有“{{code}}”的数据。请从列表选择，或等网络恢复后再扫',
    'This device does not know “{{code}}”. Choose from the list, or scan it when the network is back',
    '本機沒有「{{code}}」的資料。請從清單選擇，或等網路恢復後再掃',
    'この端末に「{{code}}」の情報がありません。一覧から選ぶか、復旧後に読み取ってください',
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
    '「{{group}}」沒有登記製程「{{craft}}」，請確認是否選對了組別',
    '「{{group}}」には「{{craft}}」が登録されていません。班を確認してください',
  ],
  reportedFor: ['报工人员', 'Reported for', '報工人員', '対象の作業者'],
  wholeTeam: ['全班组（空闲人员）', 'Whole team (who is free)', '全組（空閒人員）', '班全員（手空きの人）'],
} as const satisfies Record<string, Term>;
