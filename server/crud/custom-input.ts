import { text } from '#shared/kernel/fields.ts';

/** Values of custom columns by id, as JSON. The maximum fits all columns at full length. */
export const customInput = text({ max: 60_000, label: 'customColumns' });
