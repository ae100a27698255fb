import type { Field, FieldMap } from '#shared/kernel/fields.ts';
import { buildFieldSchema } from '#shared/kernel/validate.ts';

export interface FormFieldSetting {
  readonly field: string;
  readonly shown: boolean;
  readonly required: boolean;
  /** The default value in wire notation; null if the declared default applies. */
  readonly initial: string | null;
}

/** A field of a form with its settings applied. */
export interface FormField {
  readonly name: string;
  /** The declaration of the field, changed by the factory's settings. */
  readonly field: Field;
  readonly shown: boolean;
  readonly required: boolean;
  /** Whether `isLockedField` applies, so that the factory cannot hide the field or make it optional. */
  readonly locked: boolean;
  /** The factory's default value for new records; undefined if there is none. */
  readonly initial: unknown;
}

const isListField = (field: Field): boolean => field.kind === 'refs' || field.kind === 'lines';

/** Whether a field requires a value and has no default value. A list field is locked if it requires an entry. */
export const isLockedField = (field: Field): boolean =>
  isListField(field) ? (field.min ?? 0) > 0 : field.required && field.initial === undefined;

/**
 * Whether a factory can set the default value of a field. Unique fields, dates, files, lists, and fields whose
 * declared default is 0 cannot have one.
 */
export const canHaveDefault = (field: Field): boolean =>
  !field.unique && field.initial !== 0 && ['text', 'number', 'choice', 'flag', 'ref'].includes(field.kind);

/** Parses a stored default value; undefined if there is none, or if the field no longer accepts the value. */
function parseStoredDefault(field: Field, text: string | null): unknown {
  if (text === null || !canHaveDefault(field)) return undefined;
  const parsed = buildFieldSchema({ ...field, required: true, initial: undefined }).safeParse(text);
  return parsed.success ? parsed.data : undefined;
}

function applySetting(name: string, field: Field, storedSetting: FormFieldSetting | undefined): FormField {
  const isLocked = isLockedField(field);
  // A flag always has a value, so the setting `required` has no effect on a flag.
  const isRequired = isLocked || ((storedSetting?.required ?? false) && field.kind !== 'flag');
  const initial = parseStoredDefault(field, storedSetting?.initial ?? null);
  const requiredProperties: Partial<Field> = isListField(field)
    ? { min: Math.max(1, field.min ?? 0) }
    : { required: true };
  return {
    name,
    field: {
      ...field,
      ...(isRequired && !isLocked ? requiredProperties : {}),
      ...(initial === undefined ? {} : { initial }),
    },
    // A required field must be visible.
    shown: isRequired || (storedSetting?.shown ?? true),
    required: isRequired,
    locked: isLocked,
    initial,
  };
}

/**
 * Builds the fields of a form in display order. Locked fields are always shown and required. Stored settings of
 * unknown fields are ignored. Fields without settings come last.
 */
export function buildFormFields(fields: FieldMap, storedSettings: readonly FormFieldSetting[]): FormField[] {
  const settingByField = new Map(storedSettings.map((setting) => [setting.field, setting]));
  const fieldNames = [
    ...settingByField.keys(),
    ...Object.keys(fields).filter((name) => !settingByField.has(name)),
  ];
  return fieldNames
    .filter((name) => Object.hasOwn(fields, name))
    .map((name) => applySetting(name, fields[name]!, settingByField.get(name)));
}

/** Returns the declarations of the visible fields, in display order. */
export const getShownFields = (formFields: readonly FormField[]): FieldMap =>
  Object.fromEntries(formFields.filter(({ shown }) => shown).map(({ name, field }) => [name, field]));
