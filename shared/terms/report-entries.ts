import type { Term } from '#shared/kernel/lang.ts';

/** What people enter besides the pieces when work ends, and the materials of parts. */
export const reportEntryTerms = {
  // Masters and fields
  barcodeRequired: ['必须扫条码', 'Barcode required', '必須掃條碼', 'バーコード必須'],
  productionParameters: ['生产参数', 'Production parameters', '生產參數', '生産パラメータ'],
  requiredValue: ['必填', 'Required', '必填', '必須'],
  measuredValue: ['实测值', 'Value', '實測值', '測定値'],
  outsideLimits: ['超限', 'Out of limits', '超限', '限界外'],
  pieceBarcodes: ['工件条码', 'Barcodes of pieces', '工件條碼', 'ワークのバーコード'],
  materialBarcode: ['物料条码', 'Material barcode', '物料條碼', '資材バーコード'],
  issuedMaterials: ['发料', 'Issued materials', '發料', '払出資材'],
  beyondPlan: ['超计划', 'Beyond plan', '超計劃', '計画超過'],
  materialIssue: ['发料记录', 'Material issue', '發料紀錄', '払出記録'],
  issueMaterial: ['发料', 'Issue', '發料', '払出'],
  reverseIssue: ['退回发料', 'Take back', '退回發料', '払出を戻す'],
  'permission.MATERIAL_ISSUE': ['发料与退料', 'Issue materials by hand', '發料與退料', '資材の払出と戻し'],

  // Refusals
  'error.parameterUnknown': [
    '工序“{{name}}”没有生产参数“{{code}}”',
    'Process “{{name}}” has no production parameter {{code}}',
    '工序「{{name}}」沒有生產參數「{{code}}」',
    '工程「{{name}}」に生産パラメータ「{{code}}」はありません',
  ],
  'error.parameterMissing': [
    '请填写生产参数“{{name}}”',
    'Enter the value of “{{name}}”',
    '請填寫生產參數「{{name}}」',
    '生産パラメータ「{{name}}」を入力してください',
  ],
  'error.pieceBarcodeMissing': [
    '请扫描工件条码：共 {{pieces}} 件',
    'Scan the barcodes of the pieces: {{pieces}} in all',
    '請掃描工件條碼：共 {{pieces}} 件',
    'ワークのバーコードを読み取ってください：全部で {{pieces}} 個',
  ],
  'error.pieceBarcodeFormat': [
    '条码“{{barcode}}”格式不对，应为 {{pattern}}',
    'Barcode {{barcode}} has the wrong format: expected {{pattern}}',
    '條碼「{{barcode}}」格式不對，應為 {{pattern}}',
    'バーコード「{{barcode}}」の形式が違います。正しい形式：{{pattern}}',
  ],
  'error.pieceBarcodeRepeated': [
    '条码“{{barcode}}”在本次报工中重复',
    'Barcode {{barcode}} is repeated in this report',
    '條碼「{{barcode}}」在本次報工中重複',
    'バーコード「{{barcode}}」はこの実績で重複しています',
  ],
  'error.pieceBarcodeReported': [
    '条码“{{barcode}}”已在工序“{{name}}”报过（{{at}}）',
    'Barcode {{barcode}} was already reported at “{{name}}” ({{at}})',
    '條碼「{{barcode}}」已在工序「{{name}}」報過（{{at}}）',
    'バーコード「{{barcode}}」は工程「{{name}}」で報告済みです（{{at}}）',
  ],
  'error.pieceBarcodeCount': [
    '已扫 {{count}} 个条码，报工 {{pieces}} 件，数量应一致',
    '{{count}} {count:barcode|barcodes} for {{pieces}} {pieces:piece|pieces}: each piece has one',
    '已掃 {{count}} 個條碼，報工 {{pieces}} 件，數量應一致',
    'バーコード {{count}} 件に対し報告数は {{pieces}} 個です。数を合わせてください',
  ],
  'error.materialScanMissing': [
    '还没有发料，请扫描物料：{{planned}}',
    'Nothing has been issued yet: scan {{planned}}',
    '還沒有發料，請掃描物料：{{planned}}',
    'まだ払出がありません。資材を読み取ってください：{{planned}}',
  ],
  'error.materialUnknown': [
    '没有编码为“{{code}}”的物料',
    'There is no material {{code}}',
    '沒有編號為「{{code}}」的物料',
    '資材「{{code}}」は登録されていません',
  ],
  'error.materialNotPlanned': [
    '零件“{{part}}”不用物料“{{name}}”，计划用料：{{planned}}',
    'Part “{{part}}” does not plan {{name}}. It plans: {{planned}}',
    '零件「{{part}}」不用物料「{{name}}」，計劃用料：{{planned}}',
    '部品「{{part}}」に資材「{{name}}」の計画はありません。計画資材：{{planned}}',
  ],
  'error.materialScannedAlone': [
    '“{{code}}”是物料标签，请在需要发料的工序报完工时扫描',
    '{{code}} is a material label: scan it when you finish work that takes materials',
    '「{{code}}」是物料標籤，請在需要發料的工序報完工時掃描',
    '「{{code}}」は資材ラベルです。資材を使う工程の完了時に読み取ってください',
  ],
  'error.materialWasIssued': [
    '物料“{{name}}”已发 {{quantity}}，不能从零件中删除',
    '{{quantity}} of {{name}} has been issued: it cannot be removed from the part',
    '物料「{{name}}」已發 {{quantity}}，不能從零件中刪除',
    '資材「{{name}}」は {{quantity}} 払出済みのため、部品から削除できません',
  ],
  'error.issueOfReport': [
    '这笔发料来自报工，请冲销该报工',
    'This issue belongs to a report: reverse the report',
    '這筆發料來自報工，請沖銷該報工',
    'この払出は実績によるものです。実績を取り消してください',
  ],
  'error.issueReversed': [
    '这笔发料已退回',
    'This issue has already been taken back',
    '這筆發料已退回',
    'この払出はすでに戻されています',
  ],
} as const satisfies Record<string, Term>;
