import { getFieldLabel, type Field } from '#shared/kernel/fields.ts';
import type { Translate } from '../words/t.ts';

/** Returns the heading of a field: the term of its name, or the words of a custom column. */
export const getFieldTitle = (name: string, field: Field, t: Translate): string =>
  field.title ?? t(getFieldLabel(name, field));
