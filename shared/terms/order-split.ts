import type { Term } from '#shared/kernel/lang.ts';

/** The terms of splitting a work order. */
export const orderSplitTerms = {
  splitOrder: ['拆分工单', 'Split the order', '拆分工單', '指図を分割'],
  splitOrderNamed: ['拆分工单“{{name}}”', 'Split {{name}}', '拆分工單「{{name}}」', '「{{name}}」を分割'],
  splitFrom: ['拆分自', 'Split from', '拆分自', '分割元'],
  splitInto: ['已拆出', 'Split into', '已拆出', '分割先'],
  splitOrderAbout: [
    '拆出的数量连同零件和工序转到新工单。已接收和已报工的数量留在原工单。',
    'The quantity moves to a new order, with its parts and routings. What has been received or reported stays here.',
    '拆出的數量連同零件和工序轉到新工單。已接收和已報工的數量留在原工單。',
    '分割した数量は、部品・工程とともに新しい指図へ移ります。受入済みと実績のある数量は元の指図に残ります。',
  ],
  splitQuantity: ['拆出数量', 'Quantity to split off', '拆出數量', '分割する数量'],
  splitDatesKept: [
    '计划日期不变。',
    'The planned dates stay the same.',
    '計劃日期不變。',
    '計画日は変わりません。',
  ],
  splitPreview: ['拆分后的数量', 'Quantities after the split', '拆分後的數量', '分割後の数量'],
  splitRemaining: ['原工单', 'This order', '原工單', '元の指図'],
  splitOff: ['新工单', 'New order', '新工單', '新しい指図'],
  splitAtMost: [
    '最多可拆出 {{max}}。',
    'At most {{max}} can be split off.',
    '最多可拆出 {{max}}。',
    '分割できるのは {{max}} までです。',
  ],
  splitNothing: [
    '全部数量都已接收，没有可拆出的数量。',
    'All pieces have been received: nothing can be split off.',
    '全部數量都已接收，沒有可拆出的數量。',
    'すべて受入済みのため、分割できる数量がありません。',
  ],
  orderSplitDone: [
    '已拆出“{{name}}”，数量 {{quantity}}',
    '{{name}} split off with {{quantity}}',
    '已拆出「{{name}}」，數量 {{quantity}}',
    '「{{name}}」に {{quantity}} を分割しました',
  ],
} as const satisfies Record<string, Term>;
