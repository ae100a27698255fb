import { makeError } from '#shared/kernel/errors.ts';
import { validateRecord, type FieldProblems } from '#shared/kernel/validate.ts';
import { buildCustomField, buildCustomColumnName, type CustomColumn } from '#shared/rules/columns.ts';

/** The values of a row's custom columns, by column id. */
export type CustomValues = Record<string, unknown>;

interface CustomValuesContext {
  /** Whether the row is new, so that every required column must have a value. */
  readonly isNew: boolean;
  /** Whether the values come from an import. An import may fill read-only columns. */
  readonly isImport?: boolean;
}

/**
 * Merges new custom values into the stored ones of a row. An empty new value deletes the stored value. Stored
 * values for which no new value is given are kept.
 * @param columns the custom columns of the list, locked until the commit
 * @param before the stored values by column id
 * @param newValues the new values by column id
 * @throws fieldsInvalid if `newValues` is not an object; or with a problem under `custom.<id>` for each invalid
 * or missing value, each changed value of a read-only column, and each unknown column
 */
export function mergeCustomValues(
  columns: readonly CustomColumn[],
  before: CustomValues,
  newValues: unknown,
  { isNew, isImport = false }: CustomValuesContext,
): CustomValues {
  if (newValues === null || typeof newValues !== 'object' || Array.isArray(newValues))
    throw makeError('fieldsInvalid', {}, { custom: { reason: 'notAList' } });
  const problems: FieldProblems = {};
  const values = { ...before };
  const requiredColumns = isNew ? columns.filter(({ attribute }) => attribute === 'required') : [];
  const nullByRequiredColumnId = Object.fromEntries(requiredColumns.map(({ id }) => [id, null]));
  for (const [id, raw] of Object.entries({ ...nullByRequiredColumnId, ...newValues })) {
    const column = columns.find((candidate) => String(candidate.id) === id);
    const validation = column && validateRecord({ value: buildCustomField(column) }, { value: raw });
    if (!validation) {
      problems[`custom.${id}`] = { reason: 'unknown' };
      continue;
    }
    const name = buildCustomColumnName(column.id);
    const value = validation.values?.value ?? null;
    if (validation.problems) problems[name] = validation.problems['value']!;
    else if (column.attribute === 'readOnly' && !isImport && value !== (before[id] ?? null))
      problems[name] = { reason: 'readOnly' };
    else if (value === null) delete values[id];
    else values[id] = value;
  }
  if (Object.keys(problems).length > 0) throw makeError('fieldsInvalid', {}, problems);
  return values;
}
