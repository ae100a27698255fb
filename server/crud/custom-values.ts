import { fail } from '#shared/kernel/errors.ts';
import { validateRecord, type FieldProblems } from '#shared/kernel/validate.ts';
import { buildCustomField, buildCustomColumnName, type CustomColumn } from '#shared/rules/columns.ts';

/** The values of a row's custom columns, by column id. */
export type CustomValues = Record<string, unknown>;

/**
 * Merges new custom values into the stored ones of a row. An empty new value deletes the stored value. Stored
 * values for which no new value is given are kept.
 * @param columns the custom columns of the list, locked until the commit
 * @param before the stored values by column id
 * @param given the new values by column id
 * @throws fieldsInvalid, with a problem under `custom.<id>` for each invalid value and each id that is not in
 * `columns`, or under `custom` if `given` is not an object
 */
export function mergeCustomValues(
  columns: readonly CustomColumn[],
  before: CustomValues,
  given: unknown,
): CustomValues {
  if (given === null || typeof given !== 'object' || Array.isArray(given))
    throw fail('fieldsInvalid', {}, { custom: { reason: 'notAList' } });
  const problems: FieldProblems = {};
  const values = { ...before };
  for (const [id, raw] of Object.entries(given)) {
    const column = columns.find((one) => String(one.id) === id);
    const checked = column && validateRecord({ value: buildCustomField(column) }, { value: raw });
    if (!checked) problems[`custom.${id}`] = { reason: 'unknown' };
    else if (checked.problems) problems[buildCustomColumnName(column.id)] = checked.problems['value']!;
    else if (checked.values.value === null) delete values[id];
    else values[id] = checked.values.value;
  }
  if (Object.keys(problems).length > 0) throw fail('fieldsInvalid', {}, problems);
  return values;
}
