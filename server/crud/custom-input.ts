import { text } from '#shared/kernel/fields.ts';

/**
 * The input field for the values of custom columns, as a JSON object by column id. Its maximum length suffices for
 * the maximum number of custom columns with texts of the maximum length.
 */
export const customValuesField = text({ max: 60_000, label: 'customColumns' });
