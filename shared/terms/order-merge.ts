import type { Term } from '#shared/kernel/lang.ts';

/** The terms of merging work orders. */
export const orderMergeTerms = {
  mergeOrders: ['合并工单', 'Merge the orders', '合併工單', '指図を統合'],
  mergedInto: ['已并入', 'Merged into', '已併入', '統合先'],
  mergedFrom: ['由以下工单并入', 'Merged from', '由以下工單併入', '統合元'],
  mergeOrdersAbout: [
    '数量并入保留的工单，其余工单取消并注明去向。零件和工序必须相同，且都未接收、未开工。此操作不能撤销。',
    'The quantities go to the order that you keep. The others are cancelled and refer to it. Parts and processes must be the same, and none may have begun. This cannot be taken back.',
    '數量併入保留的工單，其餘工單取消並註明去向。零件和工序必須相同，且都未接收、未開工。此操作不能撤銷。',
    '数量は残す指図に統合され、他の指図は取消となり統合先が記録されます。部品と工程が同じで、すべて未着手であることが必要です。元に戻せません。',
  ],
  keptOrder: ['保留的工单', 'Order to keep', '保留的工單', '残す指図'],
  ordersToMerge: ['并入的工单', 'Orders to merge', '併入的工單', '統合する指図'],
  mergePreview: ['合并后的数量', 'Quantities after the merge', '合併後的數量', '統合後の数量'],
  quantityNow: ['现在', 'Now', '目前', '現在'],
  quantityAfterMerge: ['合并后', 'After the merge', '合併後', '統合後'],
  mergeDatesEarliest: [
    '交期留空时，取各工单中最早的交期（{{day}}）。',
    'Without a due date, the earliest of all orders is used ({{day}}).',
    '交期留空時，取各工單中最早的交期（{{day}}）。',
    '納期が空欄の場合は、最も早い納期（{{day}}）になります。',
  ],
  mergeTooMany: [
    '一次最多合并 {{max}} 个工单。',
    'At most {{max}} {max:order|orders} can be merged at a time.',
    '一次最多合併 {{max}} 張工單。',
    '一度に統合できるのは {{max}} 件までです。',
  ],
  ordersMerged: [
    '已并入“{{name}}”，数量 {{quantity}}',
    'Merged into {{name}}, which now has {{quantity}}',
    '已併入「{{name}}」，數量 {{quantity}}',
    '「{{name}}」に統合しました（数量 {{quantity}}）',
  ],
} as const satisfies Record<string, Term>;
