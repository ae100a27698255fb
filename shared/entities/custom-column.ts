import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, number, text } from '#shared/kernel/fields.ts';
import { COLUMN_OWNERS } from '#shared/kernel/column-owners.ts';
import { CUSTOM_COLUMN_ATTRIBUTES, CUSTOM_COLUMN_TYPES } from '#shared/rules/columns.ts';

/**
 * A column that a factory adds to its work orders, parts, processes, projects or work reports. The required
 * permission depends on the owner of the column, so the endpoints are written by hand.
 */
export const customColumn = defineEntity({
  name: 'customColumn',
  path: '/mes/system/column/custom',
  permission: 'SIGNED_IN',
  shownAs: 'name',
  sort: 'seq',
  verbs: [],
  filters: ['owner'],
  fields: {
    owner: choice(COLUMN_OWNERS, { required: true, label: 'columnOwner' }),
    seq: number({ min: 1, max: 9999, decimals: 0, initial: 1 }),
    code: text({ required: true, unique: true, max: 40 }),
    name: text({ required: true, max: 60 }),
    nameZhCn: text({ max: 60 }),
    nameEnUs: text({ max: 60 }),
    nameZhTw: text({ max: 60 }),
    nameJaJp: text({ max: 60 }),
    type: choice(CUSTOM_COLUMN_TYPES, { initial: 'text', label: 'columnType' }),
    width: number({ unit: 'pixels', min: 56, max: 800, decimals: 0, label: 'columnWidth' }),
    attribute: choice(CUSTOM_COLUMN_ATTRIBUTES, { initial: 'editable' }),
  },
});
