import type { Term } from '#shared/kernel/lang.ts';

/** The terms of the screens of gauges and calibrations. */
export const gaugeScreenTerms = {
  months: ['个月', 'months', '個月', 'か月'],
  gaugeOverdue: ['校准已过期', 'Calibration overdue', '校正已逾期', '校正期限切れ'],
  gaugeNotCalibrated: ['尚未校准', 'Not calibrated yet', '尚未校正', '未校正'],
  gaugeDue: ['{{day}} 到期', 'Due {{day}}', '{{day}} 到期', '期限 {{day}}'],
  withinDays: ['天内到期', 'Due within', '天內到期', '期限までの日数'],
  recordCalibration: ['登记校准', 'Record a calibration', '登記校正', '校正を登録'],
  calibrationRecorded: [
    '已登记 {{code}} 的校准',
    'The calibration of {{code}} is recorded',
    '已登記 {{code}} 的校正',
    '{{code}} の校正を登録しました',
  ],
  calibrationHint: [
    '下次校准日期留空时，按校准周期计算。',
    'Without a next day, the interval of the gauge decides.',
    '下次校正日期留空時，按校正週期計算。',
    '次回期限が空の場合は校正周期から計算します。',
  ],
  affectedInspections: ['受影响的检验', 'Inspections in doubt', '受影響的檢驗', '影響する検査'],
  chooseGauge: [
    '选择或扫描{{kind}}',
    'Choose or scan: {{kind}}',
    '選擇或掃描{{kind}}',
    '{{kind}}を選択または読取',
  ],
  changeGauge: ['更换', 'Change', '更換', '変更'],
  scanGauge: ['扫描量具条码', 'Scan the gauge', '掃描量具條碼', '測定具のバーコードを読取'],
  unknownGauge: [
    '{{code}} 不是{{kind}}',
    '{{code}} is no gauge of the kind {{kind}}',
    '{{code}} 不是{{kind}}',
    '{{code}} は{{kind}}ではありません',
  ],
  noGauges: [
    '还没有此类量具',
    'There is no gauge of this kind yet',
    '還沒有此類量具',
    'この種類の測定具がありません',
  ],
  'permission.QUALITY_USE_UNFIT_GAUGE': [
    '使用过期或停用的量具',
    'Use gauges that are overdue or blocked',
    '使用逾期或停用的量具',
    '期限切れ・使用停止の測定具を使用',
  ],
  'error.gaugeUnfit': [
    '量具“{{code}}”：{{problem}}（到期日 {{dueOn}}），不能用于测量',
    'Gauge “{{code}}”: {{problem}} (due {{dueOn}}). It must not be used',
    '量具「{{code}}」：{{problem}}（到期日 {{dueOn}}），不能用於測量',
    '測定具「{{code}}」：{{problem}}（期限 {{dueOn}}）。使用できません',
  ],
  'error.gaugeState': [
    '量具“{{code}}”为“{{state}}”，不能{{event}}',
    'Gauge “{{code}}” is “{{state}}”: cannot {{event}}',
    '量具「{{code}}」為「{{state}}」，不能{{event}}',
    '測定具「{{code}}」は「{{state}}」のため{{event}}できません',
  ],
  'error.calibrationNeeded': [
    '只有登记校准才能更改量具“{{code}}”的此项内容',
    'Only a recorded calibration changes this of gauge “{{code}}”',
    '只有登記校正才能變更量具「{{code}}」的此項內容',
    '測定具「{{code}}」のこの項目は校正の登録でのみ変わります',
  ],
  'error.gaugeHasValues': [
    '量具“{{code}}”已有测量值，不能删除；可改为“已报废”',
    'Gauge “{{code}}” has measured values: it cannot be deleted, only scrapped',
    '量具「{{code}}」已有測量值，不能刪除；可改為「已報廢」',
    '測定具「{{code}}」には測定値があるため削除できません。「廃棄済み」にしてください',
  ],
  'error.gaugeScannedAlone': [
    '量具“{{code}}”请在录入检验值时扫描',
    'Scan gauge “{{code}}” while you enter inspection values',
    '量具「{{code}}」請在錄入檢驗值時掃描',
    '測定具「{{code}}」は検査値の入力中に読み取ってください',
  ],
} as const satisfies Record<string, Term>;
