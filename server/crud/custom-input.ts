import { text } from '#shared/kernel/fields.ts';

/**
 * The input field for the values of custom columns: JSON, by column id. Its maximum length is
 * enough for the longest possible values of all columns.
 */
export const customValuesField = text({ max: 60_000, label: 'customColumns' });
