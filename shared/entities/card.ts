import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, quantity, ref, text } from '#shared/kernel/fields.ts';

/**
 * The process card that travels with a part through the factory; people scan its barcode (ISA-95:
 * material sublot).
 */
export const card = defineEntity({
  name: 'card',
  path: '/mes/process/card',
  permission: 'PRODUCTION',
  shownAs: 'code',
  sort: 'code',
  topic: 'progress',
  verbs: ['page', 'get', 'list'],
  filters: ['partId', 'state'],
  fields: {
    code: text({ required: true, unique: true, max: 60, label: 'cardCode' }),
    partId: ref('part', { required: true }),
    quantity: quantity({ required: true }),
    state: choice(['active', 'outsourced', 'completed', 'split', 'combined', 'scrapped'], {
      initial: 'active',
      label: 'cardState',
    }),
  },
});
