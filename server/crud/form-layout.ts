import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';
import type { FieldProblems } from '#shared/kernel/validate.ts';
import { getEntity } from '#shared/entities/index.ts';
import { findFormEntity, getFormFields, findFormName } from '#shared/entities/forms.ts';
import { buildCustomField, parseCustomColumnId, buildCustomColumnName } from '#shared/rules/columns.ts';
import type { FormName } from '#shared/rules/form-names.ts';
import { buildFormFields, type FormField, type FormFieldSetting } from '#shared/rules/form-setting.ts';
import { toSnakeCase } from '../db/names.ts';
import type { Transaction } from '../db/transaction.ts';
import type { Draft } from '../hooks/hooks.ts';
import { loadCustomColumns } from './custom-columns.ts';

const layoutsByTransaction = new WeakMap<Transaction, Map<FormName, Promise<FormField[] | null>>>();

/** Loads the declared fields and the custom columns of a form. */
async function loadFormFields(tx: Transaction, form: FormName): Promise<FieldMap> {
  const entity = findFormEntity(form);
  const owner = entity && getEntity(entity).customColumns;
  const customColumns = owner ? await loadCustomColumns(tx.db, tx.factoryId, owner) : [];
  return {
    ...getFormFields(form),
    ...Object.fromEntries(
      customColumns.map((column) => [buildCustomColumnName(column.id), buildCustomField(column)]),
    ),
  };
}

async function readFormLayout(tx: Transaction, form: FormName): Promise<FormField[] | null> {
  const { rows } = await sql<FormFieldSetting>`select f.field, f.shown, f.required, f.initial
    from form_setting s join form_setting_fields f on f.factory_id = s.factory_id and f.owner_id = s.id
    where s.factory_id = ${tx.factoryId} and s.form = ${form} and s.deleted_at is null
    order by f.position`.execute(tx.db);
  return rows.length > 0 ? buildFormFields(await loadFormFields(tx, form), rows) : null;
}

/** Loads the factory's layout of a form, once per transaction; null if the factory has none. */
export function loadFormLayout(tx: Transaction, form: FormName): Promise<FormField[] | null> {
  const layoutsByForm = layoutsByTransaction.get(tx) ?? new Map<FormName, Promise<FormField[] | null>>();
  layoutsByTransaction.set(tx, layoutsByForm);
  const layout = layoutsByForm.get(form) ?? readFormLayout(tx, form);
  layoutsByForm.set(form, layout);
  return layout;
}

/** Loads the factory's layout of the form of an entity; null if the factory has none. */
export async function loadEntityLayout(
  tx: Transaction,
  entity: EntityDeclaration,
): Promise<FormField[] | null> {
  const form = findFormName(entity.name);
  return form ? loadFormLayout(tx, form) : null;
}

const isEmptyValue = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

const getCustomValues = (values: Draft): Draft => (values['custom'] ?? {}) as Draft;

/** Returns the value of a declared field or of a custom column. */
function getFieldValue(values: Draft, name: string): unknown {
  const customColumnId = parseCustomColumnId(name);
  return customColumnId === null ? values[name] : getCustomValues(values)[String(customColumnId)];
}

/** Whether a row of the factory exists and is not deleted. */
async function doesRowExist(tx: Transaction, entityName: string, id: unknown): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(toSnakeCase(entityName))}
    where factory_id = ${tx.factoryId} and id = ${id} and deleted_at is null`.execute(tx.db);
  return rows.length > 0;
}

/**
 * Fills the empty fields of a new record with the default values of a layout. A default reference to a row
 * that no longer exists is ignored.
 */
export async function applyFormDefaults(
  tx: Transaction,
  layout: readonly FormField[],
  enteredValues: Draft,
): Promise<Draft> {
  const filledValues = { ...enteredValues };
  for (const { name, field, initial } of layout) {
    if (initial === undefined || !isEmptyValue(getFieldValue(enteredValues, name))) continue;
    if (field.kind === 'ref' && !(await doesRowExist(tx, field.to!, initial))) continue;
    const customColumnId = parseCustomColumnId(name);
    if (customColumnId === null) filledValues[name] = initial;
    else filledValues['custom'] = { ...getCustomValues(filledValues), [customColumnId]: initial };
  }
  return filledValues;
}

/**
 * Refuses a record that lacks a field required only by the factory's layout. Validation checks the
 * fields that the declaration requires.
 * @param givenValues the given values of an existing record, whose other fields are not checked;
 * null for a new record
 * @throws fieldsInvalid, with a problem for each empty field
 */
export function refuseMissingFields(
  layout: readonly FormField[],
  values: Draft,
  givenValues: Draft | null,
): void {
  const problems: FieldProblems = {};
  for (const { name, required, locked } of layout) {
    if (!required || locked || !isEmptyValue(getFieldValue(values, name))) continue;
    const customColumnId = parseCustomColumnId(name);
    if (
      givenValues &&
      !(customColumnId === null
        ? name in givenValues
        : String(customColumnId) in getCustomValues(givenValues))
    )
      continue;
    problems[name] = { reason: 'required' };
  }
  if (Object.keys(problems).length > 0) throw makeError('fieldsInvalid', {}, problems);
}
