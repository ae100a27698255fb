import { text } from '#shared/kernel/fields.ts';

/** Values of custom columns by id, as JSON: room for all of them at their longest. */
export const customInput = text({ max: 60_000, label: 'customColumns' });
