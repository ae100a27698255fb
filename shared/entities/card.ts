import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import { CARD_STATES } from '#shared/machines/card.ts';

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
    state: choice(CARD_STATES, {
      initial: 'active',
      label: 'cardState',
    }),
    /** How often the card has been printed. */
    printCount: number({ min: 0, decimals: 0, initial: 0 }),
  },
});
