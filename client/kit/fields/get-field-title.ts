import { getFieldLabel, type Field } from '#shared/kernel/fields.ts';
import type { Translate } from '../words/t.ts';

/** Returns the heading of a field: the title of a custom column, otherwise the term of its label. */
export const getFieldTitle = (name: string, field: Field, t: Translate): string =>
  field.title ?? t(getFieldLabel(name, field));
