import { number } from '#shared/kernel/fields.ts';

/** The hidden column with the id that identifies a row of a report. */
export const rowIdColumn = {
  field: number({ required: true, decimals: 0 }),
  label: 'rowNumber',
  hidden: true,
} as const;
