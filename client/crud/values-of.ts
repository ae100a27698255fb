import type { FieldMap } from '#shared/kernel/fields.ts';
import type { RawValues } from '#client/kit/forms/use-form.ts';

/** Of a row what a form of these fields begins with. */
export const valuesOf = (fields: FieldMap, row: RawValues): RawValues =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, row[name]]));
