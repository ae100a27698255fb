import type { FieldMap } from '#shared/kernel/fields.ts';
import { customIdOf } from '#shared/rules/columns.ts';
import type { RawValues } from '#client/kit/forms/use-form.ts';
import { customValue } from '../row.ts';

/** Of a row what a form of these fields begins with. */
export const valuesOf = (fields: FieldMap, row: RawValues): RawValues =>
  Object.fromEntries(
    Object.keys(fields).map((name) => {
      const id = customIdOf(name);
      return [name, id === null ? row[name] : customValue(row, id)];
    }),
  );

/** The values of a form as a save takes them: those of custom columns together, by id. */
export function savedValues(values: RawValues): Record<string, unknown> {
  const entries = Object.entries(values);
  const own = entries.filter(([name]) => customIdOf(name) === null);
  const custom = entries.flatMap(([name, value]) => {
    const id = customIdOf(name);
    return id === null ? [] : [[id, value] as const];
  });
  return {
    ...Object.fromEntries(own),
    ...(custom.length > 0 ? { custom: Object.fromEntries(custom) } : {}),
  };
}
