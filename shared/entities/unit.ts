import { defineEntity } from '#shared/kernel/entity.ts';
import { number, text } from '#shared/kernel/fields.ts';

/** A unit of quantity: pieces, kilograms, metres. */
export const unit = defineEntity({
  name: 'unit',
  path: '/mes/system/basic/unit',
  permission: 'SYSTEM_BASIC_UNIT',
  shownAs: 'name',
  sort: 'code',
  fields: {
    code: text({ required: true, unique: true, max: 40 }),
    name: text({ required: true, max: 60 }),
    /**
     * The number of decimals that quantities in this unit have. The server does not round quantities to
     * this number yet.
     */
    decimals: number({ min: 0, max: 4, decimals: 0, initial: 0 }),
  },
});
