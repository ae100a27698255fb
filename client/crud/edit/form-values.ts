import type { FieldMap } from '#shared/kernel/fields.ts';
import { parseCustomColumnId } from '#shared/rules/columns.ts';
import type { RawFormValues } from '#client/kit/forms/use-form.ts';
import { getCustomValue } from '../row.ts';

/** Converts a row to the initial values of its form. */
export const toFormValues = (fields: FieldMap, row: RawFormValues): RawFormValues =>
  Object.fromEntries(
    Object.keys(fields).map((name) => {
      const id = parseCustomColumnId(name);
      return [name, id === null ? row[name] : getCustomValue(row, id)];
    }),
  );

/**
 * Converts form values to the payload of a save. Its property `custom` contains the values of the
 * custom columns, by the id of the column.
 */
export function toSavePayload(values: RawFormValues): Record<string, unknown> {
  const entries = Object.entries(values);
  const declaredEntries = entries.filter(([name]) => parseCustomColumnId(name) === null);
  const customEntries = entries.flatMap(([name, value]) => {
    const id = parseCustomColumnId(name);
    return id === null ? [] : [[id, value] as const];
  });
  return {
    ...Object.fromEntries(declaredEntries),
    ...(customEntries.length > 0 ? { custom: Object.fromEntries(customEntries) } : {}),
  };
}
