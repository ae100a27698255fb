import type { Term } from '#shared/kernel/lang.ts';

/** The terms of appointments, of synchronised processes and of times from formulas. */
export const routingPlanTerms = {
  appointment: ['预约', 'Appointment', '預約', '予約'],
  appointmentStart: ['预约开始', 'Booked from', '預約開始', '予約開始'],
  appointmentEnd: ['预约结束', 'Booked until', '預約結束', '予約終了'],
  pinned: ['固定排程', 'Pinned', '固定排程', '日程固定'],
  appointmentsOverlap: [
    '“{{place}}”在此时段还预约了：{{others}}',
    '“{{place}}” is also booked for: {{others}}',
    '「{{place}}」在此時段還預約了：{{others}}',
    '「{{place}}」は同じ時間に予約があります：{{others}}',
  ],
  'error.appointmentStartAfterEnd': [
    '预约开始不能晚于预约结束',
    'The appointment start must not be later than its end',
    '預約開始不能晚於預約結束',
    '予約開始は予約終了より後にできません',
  ],
  'error.appointmentNeedsPlace': [
    '预约需要指定设备或班组',
    'An appointment needs a device or a work group',
    '預約需要指定設備或組別',
    '予約には設備または班が必要です',
  ],
  'error.plannedByAppointment': [
    '计划日期由预约决定：请修改或清空预约',
    'The planned dates are those of the appointment: change or clear the appointment',
    '計劃日期由預約決定：請修改或清空預約',
    '予定日は予約で決まります。予約を変更するか、削除してください',
  ],

  syncKey: ['同步组', 'Sync group', '同步組', '同期グループ'],
  synchronise: ['同步加工…', 'Synchronise…', '同步加工…', '同期する…'],
  synchroniseProcess: ['与其他工序同步', 'Synchronise processes', '與其他工序同步', '他の工程と同期'],
  synchroniseAbout: [
    '所选工序与“{{name}}”使用相同的班组、设备和计划，并一起开工、完工',
    'The chosen processes get the group, device and plan of “{{name}}”, and are started and finished with it',
    '所選工序與「{{name}}」使用相同的組別、設備和計劃，並一起開工、完工',
    '選んだ工程は「{{name}}」と同じ班・設備・予定になり、一緒に着手・完了します',
  ],
  nothingToSynchronise: [
    '没有其他工艺相同的未完工序',
    'No other open process has this operation type',
    '沒有其他製程相同的未完工序',
    '同じ工種の未完了工程は他にありません',
  ],
  leaveSyncGroup: ['退出同步组', 'Leave the sync group', '退出同步組', '同期グループから外す'],
  synchronisedNow: [
    '已同步 {{count}} 道工序',
    '{{count}} {count:process|processes} synchronised',
    '已同步 {{count}} 道工序',
    '{{count}} 工程を同期しました',
  ],
  synchronisedWith: [
    '同步：{{others}}',
    'Synchronised with {{others}}',
    '同步：{{others}}',
    '同期：{{others}}',
  ],
  'error.syncCraftDiffers': [
    '同步的工序必须使用相同的工艺代码：此工序为 {{craft}}，同步组“{{key}}”中工单 {{order}} 的“{{name}}”为 {{otherCraft}}',
    'Synchronised processes must share the same craft code: this one has {{craft}}, and “{{name}}” of order {{order}} in sync group “{{key}}” has {{otherCraft}}',
    '同步的工序必須使用相同的製程代碼：此工序為 {{craft}}，同步組「{{key}}」中工單 {{order}} 的「{{name}}」為 {{otherCraft}}',
    '同期する工程は同じ工種コードでなければなりません：この工程は {{craft}}、同期グループ「{{key}}」の指図 {{order}}「{{name}}」は {{otherCraft}} です',
  ],
  'error.syncSamePart': [
    '同一零件的工序“{{name}}”已在同步组“{{key}}”中',
    'Process “{{name}}” of the same part is already in sync group “{{key}}”',
    '同一零件的工序「{{name}}」已在同步組「{{key}}」中',
    '同じ部品の工程「{{name}}」が、すでに同期グループ「{{key}}」にあります',
  ],

  kilograms: ['kg', 'kg', 'kg', 'kg'],
  weight: ['重量', 'Weight', '重量', '重量'],
  deviceFormula: ['机时公式', 'Machine time formula', '機時公式', '機械時間の計算式'],
  manpowerFormula: ['人工公式', 'Labour time formula', '人工公式', '人時間の計算式'],
  formulaDeviceMinutes: ['公式机时', 'Machine time by formula', '公式機時', '計算式の機械時間'],
  formulaManMinutes: ['公式人工', 'Labour time by formula', '公式人工', '計算式の人時間'],
  'error.formulaInputUnknown': [
    '零件没有公式“{{formula}}”的输入“{{input}}”。零件有：{{inputs}}',
    'Formula “{{formula}}” uses “{{input}}”, which a part does not have. A part has: {{inputs}}',
    '零件沒有公式「{{formula}}」的輸入「{{input}}」。零件有：{{inputs}}',
    '計算式「{{formula}}」の入力「{{input}}」は部品にありません。部品にあるもの：{{inputs}}',
  ],
  timesChange: [
    '保存后工时重新计算：{{changes}}',
    'Saving works the times out again: {{changes}}',
    '儲存後工時重新計算：{{changes}}',
    '保存すると時間を再計算します：{{changes}}',
  ],
  timeChange: [
    '{{process}} {{time}} {{before}} → {{after}} 分钟',
    '{{process}}, {{time}}: {{before}} → {{after}} min',
    '{{process}} {{time}} {{before}} → {{after}} 分鐘',
    '{{process}}・{{time}} {{before}} → {{after}} 分',
  ],
} as const satisfies Record<string, Term>;
