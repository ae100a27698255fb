import type { Term } from '#shared/kernel/lang.ts';

/** What the screens of inspections say. */
export const inspectionScreenTerms = {
  inspectionsDue: ['待检', 'Due', '待檢', '検査待ち'],
  allInspections: ['全部检验', 'All inspections', '全部檢驗', 'すべての検査'],
  inspectionPlans: ['检验规程', 'Inspection procedures', '檢驗規程', '検査基準書'],
  nothingToInspect: ['没有待检的零件', 'Nothing is due', '沒有待檢的零件', '検査待ちはありません'],
  nothingToInspectHint: [
    '检验规程规定的首件、巡检、完工、来料和外协回厂检验到期后显示在这里。',
    'First articles, inspections in process, final, incoming and returned ones appear here when a procedure demands them.',
    '檢驗規程規定的首件、巡檢、完工、進料和外協回廠檢驗到期後顯示在這裡。',
    '検査基準書が定める初品・工程内・最終・受入・外注戻りの検査がここに表示されます。',
  ],
  sampleOfBatch: [
    '批量 {{batch}} · 抽 {{sample}} 件 · 允许不合格 {{accept}}',
    'Batch {{batch}} · sample {{sample}} · accepts {{accept}} bad',
    '批量 {{batch}} · 抽 {{sample}} 件 · 允許不合格 {{accept}}',
    'ロット {{batch}} · サンプル {{sample}} · 許容不良 {{accept}}',
  ],
  sampleByProcedure: [
    '样本数留空即按规程抽 {{sample}} 件；可以多抽，不能少抽。',
    'Leave the sample empty for the {{sample}} {sample:piece|pieces} that the procedure demands. It can be larger, not smaller.',
    '樣本數留空即按規程抽 {{sample}} 件；可以多抽，不能少抽。',
    'サンプル数が空欄なら基準書どおり {{sample}} 個です。増やせますが、減らせません。',
  ],
  pieceOf: [
    '第 {{number}} 件 / 共 {{count}} 件',
    'Piece {{number}} of {{count}}',
    '第 {{number}} 件 / 共 {{count}} 件',
    '{{number}} 個目 / {{count}} 個',
  ],
  badOfAccepted: [
    '不合格 {{bad}} · 允许 {{accept}}',
    '{{bad}} bad · accepts {{accept}}',
    '不合格 {{bad}} · 允許 {{accept}}',
    '不良 {{bad}} · 許容 {{accept}}',
  ],
  valuesLeft: [
    '还剩 {{count}} 个检验值',
    '{{count}} {count:value|values} to enter',
    '還剩 {{count}} 個檢驗值',
    '残り {{count}} 項目',
  ],
  allValuesEntered: ['检验值已录完', 'All values are entered', '檢驗值已錄完', 'すべて入力しました'],
  typeOrGauge: [
    '输入或用量具发送',
    'Type, or send from the gauge',
    '輸入或用量具傳送',
    '入力、または測定器から送信',
  ],
  wrongReading: [
    '不是数值：{{text}}',
    'Not a number: {{text}}',
    '不是數值：{{text}}',
    '数値ではありません：{{text}}',
  ],
  concludePassed: ['判定合格', 'Conclude: passed', '判定合格', '合格と判定'],
  concludeFailed: ['判定不合格', 'Conclude: failed', '判定不合格', '不合格と判定'],
  inspectionConcluded: [
    '{{code}}：{{state}}',
    '{{code}}: {{state}}',
    '{{code}}：{{state}}',
    '{{code}}：{{state}}',
  ],
  inspectionBlocks: [
    '首件 {{code}} 不合格：放行前不能完工',
    'First article {{code}} failed: work cannot be finished until it is released',
    '首件 {{code}} 不合格：放行前不能完工',
    '初品 {{code}} 不合格：解除まで完了不可',
  ],
  inspectionResults: ['检验结果', 'Results', '檢驗結果', '検査結果'],
  inspectionHistory: [
    '零件 {{code}} 的历史结果',
    'History of part {{code}}',
    '零件 {{code}} 的歷史結果',
    '部品 {{code}} の履歴',
  ],
  noInspectionHistory: [
    '还没有检验记录。',
    'No inspections yet.',
    '還沒有檢驗記錄。',
    '検査記録はまだありません。',
  ],
  samplingDiscontinued: [
    '加严检验连续不合格，抽样已停止：全检',
    'Sampling is discontinued after failures on tightened inspection: inspect all',
    '加嚴檢驗連續不合格，抽樣已停止：全檢',
    'きつい検査の不合格が続いたため抜取を中止：全数検査',
  ],
  inspectionReleasedHint: [
    '放行后，工序可以完工。',
    'After the release, the process can be finished.',
    '放行後，工序可以完工。',
    '解除すると工程を完了できます。',
  ],
  inspectionCancelledHint: [
    '已录入的值保留，但不计入统计。',
    'The entered values stay, but do not count.',
    '已錄入的值保留，但不計入統計。',
    '入力済みの値は残りますが、集計されません。',
  ],
  defectsOf: [
    '检验 {{code}}：{{defects}}',
    'Inspection {{code}}: {{defects}}',
    '檢驗 {{code}}：{{defects}}',
    '検査 {{code}}：{{defects}}',
  ],
} as const satisfies Record<string, Term>;
