import { number } from '#shared/kernel/fields.ts';

/** What tells the rows of a report apart; nobody sees it. */
export const rowNumberColumn = {
  field: number({ required: true, decimals: 0 }),
  label: 'rowNumber',
  hidden: true,
} as const;
