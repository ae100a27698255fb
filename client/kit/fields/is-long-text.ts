import type { Field } from '#shared/kernel/fields.ts';

/** From this many characters on a text gets several lines. */
const LONG_TEXT = 400;

/** A text of several lines. What a factory adds for itself may be long, but seldom is. */
export const isLongText = (field: Field): boolean =>
  field.kind === 'text' && (field.max ?? 0) >= LONG_TEXT && field.title === undefined;
