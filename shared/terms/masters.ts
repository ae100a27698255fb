import type { Term } from '#shared/kernel/lang.ts';

/**
 * Other master data: factories, suppliers, units, materials, production lines, shelves, and details of work groups and
 * crafts.
 */
export const masterDataTerms = {
  zone: ['时区', 'Time zone', '時區', 'タイムゾーン'],
  currency: ['货币', 'Currency', '貨幣', '通貨'],
  demoData: ['演示数据', 'Demonstration data', '示範資料', 'デモデータ'],
  zh_CN: ['简体中文', 'Simplified Chinese', '簡體中文', '中国語(簡体字)'],
  en_US: ['英语', 'English', '英語', '英語'],
  zh_TW: ['繁体中文', 'Traditional Chinese', '繁體中文', '中国語(繁体字)'],
  ja_JP: ['日语', 'Japanese', '日語', '日本語'],

  badgeCode: ['工牌号', 'Badge', '工牌號', '社員証番号'],
  supplier: ['供应商', 'Supplier', '供應商', '仕入先'],
  suppliers: ['供应商', 'Suppliers', '供應商', '仕入先'],
  contact: ['联系人', 'Contact', '聯絡人', '担当者'],
  unit: ['计量单位', 'Unit', '計量單位', '単位'],
  units: ['计量单位', 'Units', '計量單位', '単位'],
  decimals: ['小数位数', 'Decimals', '小數位數', '小数桁数'],
  material: ['物料', 'Material', '物料', '資材'],
  materials: ['物料', 'Materials', '物料', '資材'],
  defaultSpec: ['默认规格', 'Default specification', '預設規格', '標準仕様'],
  defaultQuantity: ['默认数量', 'Default quantity', '預設數量', '標準数量'],
  standardPrice: ['标准单价', 'Standard price', '標準單價', '標準単価'],
  perUnit: ['元/单位', 'per unit', '元/單位', '毎単位'],
  productionLine: ['生产线', 'Production line', '生產線', '生産ライン'],
  productionLines: ['生产线', 'Production lines', '生產線', '生産ライン'],
  shelf: ['货架', 'Shelf', '貨架', '棚'],
  shelves: ['货架', 'Shelves', '貨架', '棚'],

  equipment: ['设备资源', 'Machines', '設備資源', '設備'],
  jobLevel: ['技能等级', 'Job level', '技能等級', '技能等級'],
  workAttribute: ['用工性质', 'Employment type', '用工性質', '勤務形態'],
  main: ['主要', 'Main', '主要', '主'],
  auxiliary: ['辅助', 'Auxiliary', '輔助', '補助'],
  assignedCraft: ['指定工艺', 'Assigned operation type', '指定製程', '割当工種'],

  keyCraft: ['关键工序', 'Key operation', '關鍵工序', '重要工程'],
  specialCraft: ['特殊工序', 'Special operation', '特殊工序', '特殊工程'],
  firstArticle: ['首件检验', 'First-article check', '首件檢驗', '初品検査'],
  inspectionPoint: ['检验点', 'Inspection point', '檢驗點', '検査ポイント'],
  defaultPartSize: ['默认零件尺寸', 'Default part size', '預設零件尺寸', '標準部品寸法'],
  materialRetrievalCode: ['取料代码', 'Material retrieval code', '取料代碼', '材料取出コード'],
  barcodeContent: ['条码内容', 'Barcode content', '條碼內容', 'バーコード内容'],
  piecePrices: ['计件单价', 'Piece prices', '計件單價', '出来高単価'],
  price: ['单价', 'Price', '單價', '単価'],
  perPiece: ['元/件', 'per piece', '元/件', '毎個'],

  'error.factoryNotAdded': [
    '不能新建工厂，只能修改本工厂',
    'A factory cannot be added here: only your own can be changed',
    '不能新增工廠，只能修改本工廠',
    '工場は追加できません。変更できるのは自分の工場だけです',
  ],
  'error.departmentDiscontinued': [
    '部门“{{name}}”已停用，不能再选择',
    'The department “{{name}}” is discontinued and can no longer be chosen',
    '部門「{{name}}」已停用，不能再選擇',
    '部門「{{name}}」は廃止されているため、選択できません',
  ],
  'error.resourceAssigned': [
    '“{{name}}”已指定给工艺“{{craft}}”，请先在班组中取消指定',
    '“{{name}}” is assigned to the operation type “{{craft}}”: take the assignment off in its work group first',
    '「{{name}}」已指定給製程「{{craft}}」，請先在組別中取消指定',
    '「{{name}}」は工種「{{craft}}」に割り当てられています。先に班で割り当てを外してください',
  ],
} as const satisfies Record<string, Term>;
