import type { Field } from '#shared/kernel/fields.ts';

/** A text field of at least this maximum length gets several lines. */
const LONG_TEXT = 400;

/** Whether a field needs a multi-line input. Custom columns may be long but seldom are. */
export const isLongText = (field: Field): boolean =>
  field.kind === 'text' && (field.max ?? 0) >= LONG_TEXT && field.title === undefined;
