import { defineEntity } from '#shared/kernel/entity.ts';
import { file, ref, text } from '#shared/kernel/fields.ts';

/** A file attached to a work order, such as a contract, a photo or a delivery note. */
export const orderDocument = defineEntity({
  name: 'orderDocument',
  path: '/mes/order/document',
  permission: 'WORK_ORDER',
  shownAs: 'name',
  sort: '-id',
  topic: 'progress',
  fields: {
    orderId: ref('workOrder', { required: true, label: 'workOrder' }),
    /** The name of the uploaded file. */
    name: text({ required: true, max: 120 }),
    file: file({ label: 'documentFile' }),
  },
});

/** Each term in simplified Chinese, English, traditional Chinese and Japanese. */
export const orderDocumentTerms = {
  orderDocument: ['工单附件', 'Attachment', '工單附件', '添付ファイル'],
  orderDocuments: ['工单附件', 'Attachments', '工單附件', '添付ファイル'],
} as const;
