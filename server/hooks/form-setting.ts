import { getFormFields } from '#shared/entities/forms.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { buildFieldSchema, type FieldProblems } from '#shared/kernel/validate.ts';
import { isLockedField, canHaveDefault } from '#shared/rules/form-setting.ts';
import type { HooksOf } from './hooks.ts';

/**
 * A line of a form layout names a field or a custom column. No two lines name the same field or column. The layout
 * cannot hide a declared field that the layout requires, or a declared field that must have a value but has no declared
 * default. The default value of a declared field must be valid.
 */
export const formSettingHooks: HooksOf<'formSetting'> = {
  beforeSave: async (_tx, next) => {
    const declaredFields = getFormFields(next.form);
    const lines = next.fields;
    const problems: FieldProblems = {};
    for (const [index, line] of lines.entries()) {
      const makePath = (column: string) => `fields[${index}].${column}`;
      const field = Object.hasOwn(declaredFields, line.field) ? declaredFields[line.field]! : undefined;
      if (!field && !line.field.startsWith('custom.')) problems[makePath('field')] = { reason: 'unknown' };
      if (lines.findIndex((other) => other.field === line.field) < index)
        problems[makePath('field')] = { reason: 'repeated' };
      if (!field) continue;
      if (isLockedField(field) && !line.shown) problems[makePath('shown')] = { reason: 'required' };
      if (line.required && !line.shown) problems[makePath('required')] = { reason: 'notAChoice' };
      if (line.initial === null) continue;
      const parsed = buildFieldSchema({ ...field, required: true, initial: undefined }).safeParse(
        line.initial,
      );
      if (!canHaveDefault(field) || !parsed.success) problems[makePath('initial')] = { reason: 'notAChoice' };
    }
    if (Object.keys(problems).length > 0) throw makeError('fieldsInvalid', {}, problems);
  },
};
