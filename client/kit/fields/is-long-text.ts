import type { Field } from '#shared/kernel/fields.ts';

/** A text field whose maximum length reaches this number of characters gets several lines. */
const LONG_TEXT_LENGTH = 400;

/** Whether a field needs a multi-line input. Custom columns get one line: their texts are seldom long. */
export const isLongText = (field: Field): boolean =>
  field.kind === 'text' && (field.max ?? 0) >= LONG_TEXT_LENGTH && field.title === undefined;
