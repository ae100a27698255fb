import type { FieldMap } from '#shared/kernel/fields.ts';
import { arrangeForm, type StoredFormField } from '#shared/rules/form-setting.ts';

/** Every field of a form with what is said of it, in the order in which they are asked. */
export function formLines(fields: FieldMap, stored: readonly StoredFormField[]): StoredFormField[] {
  const said = new Map(stored.map((one) => [one.field, one]));
  return arrangeForm(fields, stored).map(({ name, shown, required }) => ({
    field: name,
    shown,
    required,
    initial: said.get(name)?.initial ?? null,
  }));
}
