import { fail } from '#shared/kernel/errors.ts';
import { validate, type FieldProblems } from '#shared/kernel/validate.ts';
import { customField, customName, type CustomColumn } from '#shared/rules/columns.ts';

/** The values of a row's custom columns, by column id. */
export type CustomValues = Record<string, unknown>;

/**
 * Merges given custom values into those of a row. Missing values stay, null clears.
 * @param columns the custom columns of the list, locked until the commit
 * @param before the stored values
 * @param given the new values by column id
 * @throws fieldsInvalid by 'custom.<id>', also for a column of another list or factory
 */
export function customValues(
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
    const checked = column && validate({ value: customField(column) }, { value: raw });
    if (!checked) problems[`custom.${id}`] = { reason: 'unknown' };
    else if (checked.problems) problems[customName(column.id)] = checked.problems['value']!;
    else if (checked.values.value === null) delete values[id];
    else values[id] = checked.values.value;
  }
  if (Object.keys(problems).length > 0) throw fail('fieldsInvalid', {}, problems);
  return values;
}
