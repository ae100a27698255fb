import type { Term } from '#shared/kernel/lang.ts';

/**
 * Why an operation is not in a plan, what an appointment breaks, what limits a start, and why an order is
 * late.
 */
export const scheduleReasonTerms = {
  'unplaced.noEstimate': ['没有标准工时', 'No standard time', '沒有標準工時', '標準時間がありません'],
  'unplaced.noResource': [
    '没有能加工它的设备',
    'No machine can do it',
    '沒有能加工它的設備',
    '加工できる設備がありません',
  ],
  'unplaced.noCalendar': [
    '设备在排程周期内没有班次',
    'Its machines have no shift within the horizon',
    '設備在排程週期內沒有班次',
    '計画期間内に設備の勤務がありません',
  ],
  'unplaced.noPeople': [
    '班组的人手始终不够',
    'Its group never has enough people at once',
    '組別的人手始終不夠',
    '班の人手が足りる日がありません',
  ],
  'unplaced.beyondHorizon': [
    '排程周期内做不完',
    'It would end after the horizon',
    '排程週期內做不完',
    '計画期間内に終わりません',
  ],
  'unplaced.cycle': [
    '与其他工序互相等待',
    'It and other operations wait for each other',
    '與其他工序互相等待',
    '他の工程と互いに待ち合っています',
  ],
  'unplaced.predecessorUnplaced': [
    '前道工序没有排入计划',
    'The operation before it is not in the plan',
    '前道工序沒有排入計劃',
    '前工程が計画に入っていません',
  ],
  'unplaced.suspended': ['工序已暂停', 'The process is suspended', '工序已暫停', '工程が中断中です'],

  'conflict.overlap': [
    '与其他工作占用同一设备',
    'Its machine does something else at that time',
    '與其他工作佔用同一設備',
    '同じ時間に設備が他の作業をしています',
  ],
  'conflict.predecessor': [
    '开始时前道工序还没有完成',
    'It starts before the operation before it is over',
    '開始時前道工序還沒有完成',
    '前工程が終わる前に始まります',
  ],
  'conflict.early': [
    '早于物料、允许的开始时间或现在',
    'It starts before its material, its earliest start or now',
    '早於物料、允許的開始時間或現在',
    '材料・最早開始・現在より前に始まります',
  ],
  'conflict.closed': [
    '开始时设备不在班次内',
    'Its machine is closed when it starts',
    '開始時設備不在班次內',
    '開始時に設備が稼働していません',
  ],
  'conflict.people': [
    '当天班组的人手不够',
    'Its group has too few people on the day',
    '當天組別的人手不夠',
    'その日の班の人手が足りません',
  ],
  'conflict.machine': [
    '设备不能做这道工序',
    'The machine cannot do the operation',
    '設備不能做這道工序',
    '設備がこの工程を加工できません',
  ],

  'bound.now': ['现在', 'Now', '現在', '現在'],
  'bound.fence': ['冻结期', 'The frozen fence', '凍結期', '凍結期間'],
  'bound.material': ['物料', 'Its material', '物料', '材料'],
  'bound.notBefore': ['最早开始日期', 'Its earliest start', '最早開始日期', '最早開始日'],
  'bound.predecessor': ['前道工序', 'The operation before it', '前道工序', '前工程'],
  'bound.transfer': ['转移', 'The transfer', '轉移', '移動'],
  'bound.machine': ['设备被占用', 'Its machine is taken', '設備被佔用', '設備が使用中'],
  'bound.people': ['人手', 'People', '人手', '人手'],
  'bound.closed': ['不在班次内', 'Its machine is closed', '不在班次內', '稼働時間外'],
  'bound.started': ['正在加工', 'It is running', '正在加工', '作業中'],
  'bound.pin': ['预约', 'Its appointment', '預約', '予約'],
  'bound.kept': ['保持原位', 'It stays where it was', '保持原位', '元の位置のまま'],

  'cause.overdue': [
    '交期已过 {{span}}',
    '{{span}} already overdue',
    '交期已過 {{span}}',
    '納期超過 {{span}}',
  ],
  'cause.machine': [
    '排队等{{machine}}，{{span}}（前面有 {{orders}}）',
    '{{span}} waiting for {{machine}} behind {{orders}}',
    '排隊等{{machine}}，{{span}}（前面有 {{orders}}）',
    '{{machine}} の順番待ち {{span}}（先行 {{orders}}）',
  ],
  'cause.booking': [
    '{{machine}}被占用，{{span}}',
    '{{span}} while {{machine}} is taken',
    '{{machine}}被佔用，{{span}}',
    '{{machine}} が占有中 {{span}}',
  ],
  'cause.down': [
    '{{machine}}停机，{{span}}',
    '{{span}} while {{machine}} is down',
    '{{machine}}停機，{{span}}',
    '{{machine}} の停止 {{span}}',
  ],
  'cause.people': ['缺人手 {{span}}', '{{span}} waiting for people', '缺人手 {{span}}', '人手待ち {{span}}'],
  'cause.kept': [
    '等到原计划时间 {{span}}',
    '{{span}} until its planned time',
    '等到原計劃時間 {{span}}',
    '元の計画時刻待ち {{span}}',
  ],
  'cause.pin': [
    '等待预约时间 {{span}}',
    '{{span}} until its appointment',
    '等待預約時間 {{span}}',
    '予約時刻待ち {{span}}',
  ],
  'cause.fence': [
    '冻结期内不能插入 {{span}}',
    '{{span}} because the next days are frozen',
    '凍結期內不能插入 {{span}}',
    '凍結期間のため {{span}}',
  ],
  'cause.material': [
    '等待物料 {{span}}',
    '{{span}} waiting for material',
    '等待物料 {{span}}',
    '材料待ち {{span}}',
  ],
  'cause.notBefore': [
    '未到最早开始日期 {{span}}',
    '{{span}} until its earliest start',
    '未到最早開始日期 {{span}}',
    '最早開始日待ち {{span}}',
  ],
  'cause.closed': [
    '班次外时间 {{span}}',
    '{{span}} outside the shifts',
    '班次外時間 {{span}}',
    '稼働時間外 {{span}}',
  ],
  'cause.transfer': ['转移 {{span}}', '{{span}} in transfer', '轉移 {{span}}', '工程間の移動 {{span}}'],
  'cause.fixedDays': [
    '外协或固定周期 {{span}}',
    '{{span}} outside, or for a fixed time',
    '外包或固定週期 {{span}}',
    '外注・固定日数 {{span}}',
  ],
  'cause.others': ['其他原因 {{span}}', '{{span}} for other reasons', '其他原因 {{span}}', 'その他 {{span}}'],
  'cause.work': ['加工 {{span}}', '{{span}} of work', '加工 {{span}}', '加工 {{span}}'],
} as const satisfies Record<string, Term>;
