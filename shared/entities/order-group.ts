import { defineEntity } from '#shared/kernel/entity.ts';
import { date, ref, text } from '#shared/kernel/fields.ts';

/** A group of work orders, such as the orders of one delivery or of one campaign. */
export const orderGroup = defineEntity({
  name: 'orderGroup',
  path: '/mes/order/group',
  permission: 'WORK_ORDER',
  shownAs: 'name',
  sort: 'code',
  topic: 'progress',
  filters: ['customerId', 'deliveryDate'],
  fields: {
    code: text({ required: true, unique: true, max: 60 }),
    name: text({ required: true, max: 100 }),
    customerId: ref('customer'),
    deliveryDate: date(),
    remark: text({ max: 500 }),
  },
});

/** Each term in simplified Chinese, English, traditional Chinese and Japanese. */
export const orderGroupTerms = {
  orderGroup: ['工单组', 'Order group', '工單組', '指図グループ'],
  orderGroups: ['工单组', 'Order groups', '工單組', '指図グループ'],
  deliveryDate: ['交货日期', 'Delivery date', '交貨日期', '納入日'],
} as const;
