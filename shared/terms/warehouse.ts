/** Words about finished pieces and the warehouse. */
export const warehouseTerms = {
  warehouseIn: ['入库', 'Put in warehouse', '入庫', '入庫'],
  warehouseInOf: ['{{name}}：入库', 'Put in warehouse: {{name}}', '{{name}}：入庫', '{{name}} を入庫'],
  usedInAssembly: ['已装配', 'In assemblies', '已裝配', '組立済み'],
  warehouseReceipt: ['入库记录', 'Warehouse receipt', '入庫記錄', '入庫記録'],
  warehouseReceipts: ['入库记录', 'Warehouse receipts', '入庫記錄', '入庫記録'],
  warehouseWaiting: ['待入库', 'Waiting for the warehouse', '待入庫', '入庫待ち'],
  warehousedNow: [
    '已入库 {{quantity}}',
    '{{quantity}} put in the warehouse',
    '已入庫 {{quantity}}',
    '{{quantity}} を入庫しました',
  ],
  reverseReceipt: ['冲销入库', 'Reverse the receipt', '沖銷入庫', '入庫を取り消す'],
  receiptReversedNow: ['已冲销入库', 'The receipt is reversed', '已沖銷入庫', '入庫を取り消しました'],
  'error.partWithoutProcesses': [
    '零件“{{name}}”没有工序，没有可入库的完工数量',
    'Part “{{name}}” has no processes, so nothing of it is finished',
    '零件「{{name}}」沒有工序，沒有可入庫的完工數量',
    '部品「{{name}}」には工程がなく、入庫できる完成数がありません',
  ],
  'error.quantityExceedsFinished': [
    '可入库 {{waiting}}，不能入库 {{quantity}}',
    'Only {{waiting}} can go into the warehouse, not {{quantity}}',
    '可入庫 {{waiting}}，不能入庫 {{quantity}}',
    '入庫できるのは {{waiting}} までです（指定：{{quantity}}）',
  ],
  'error.receiptReversed': [
    '{{by}} 已冲销该入库记录',
    '{{by}} has already reversed this receipt',
    '{{by}} 已沖銷該入庫記錄',
    '{{by}} が取り消し済みです',
  ],
} as const;
