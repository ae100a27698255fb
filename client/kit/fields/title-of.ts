import { labelOf, type Field } from '#shared/kernel/fields.ts';
import type { Translate } from '../words/t.ts';

/** What heads a field: the term of its name, or a custom column's own words. */
export const titleOf = (name: string, field: Field, t: Translate): string =>
  field.title ?? t(labelOf(name, field));
