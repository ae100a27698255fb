import type { Field, FieldMap } from '#shared/kernel/fields.ts';
import { fieldSchema } from '#shared/kernel/validate.ts';

/** What a factory has said of one field of a form. */
export interface StoredFormField {
  readonly field: string;
  readonly shown: boolean;
  readonly required: boolean;
  /** What it begins with, as the wire writes values; null where the declaration's own counts. */
  readonly initial: string | null;
}

/** A field of a form as it is to be filled in. */
export interface FormField {
  readonly name: string;
  /** The declaration with what the factory has added to it. */
  readonly field: Field;
  readonly shown: boolean;
  readonly required: boolean;
  /** The declaration asks for it: it can neither be hidden nor left empty. */
  readonly locked: boolean;
  /** What a new record begins with by the factory's wish; undefined where it has none. */
  readonly initial: unknown;
}

const isMany = (field: Field): boolean => field.kind === 'refs' || field.kind === 'lines';

/** A field that a record cannot be without, and that nothing fills in by itself. */
export const isLocked = (field: Field): boolean =>
  isMany(field) ? (field.min ?? 0) > 0 : field.required && field.initial === undefined;

/**
 * Whether a value for new records can be given: not to what is unique, a day of its own, a file or a list; and what is
 * counted begins at nothing.
 */
export const mayBegin = (field: Field): boolean =>
  !field.unique && field.initial !== 0 && ['text', 'number', 'choice', 'flag', 'ref'].includes(field.kind);

/** The stored text as a value of the field; undefined where there is none, or the field no longer takes it. */
function initialOf(field: Field, text: string | null): unknown {
  if (text === null || !mayBegin(field)) return undefined;
  const read = fieldSchema({ ...field, required: true, initial: undefined }).safeParse(text);
  return read.success ? read.data : undefined;
}

function asArranged(name: string, field: Field, stored: StoredFormField | undefined): FormField {
  const locked = isLocked(field);
  // An answered question: a flag is always yes or no.
  const required = locked || ((stored?.required ?? false) && field.kind !== 'flag');
  const initial = initialOf(field, stored?.initial ?? null);
  const demanded: Partial<Field> = isMany(field) ? { min: Math.max(1, field.min ?? 0) } : { required: true };
  return {
    name,
    field: {
      ...field,
      ...(required && !locked ? demanded : {}),
      ...(initial === undefined ? {} : { initial }),
    },
    // What has to be filled in has to be seen.
    shown: required || (stored?.shown ?? true),
    required,
    locked,
    initial,
  };
}

/**
 * The fields of a form in the order in which they are asked. Whatever is stored, the result can be filled in: what the
 * declaration asks for is shown and required, what is unknown is left out, and a field that nothing is said of comes last.
 */
export function arrangeForm(fields: FieldMap, stored: readonly StoredFormField[]): FormField[] {
  const said = new Map(stored.map((one) => [one.field, one]));
  const order = [...said.keys(), ...Object.keys(fields).filter((name) => !said.has(name))];
  return order
    .filter((name) => Object.hasOwn(fields, name))
    .map((name) => asArranged(name, fields[name]!, said.get(name)));
}

/** The declarations of the fields that are asked, in their order. */
export const shownFields = (form: readonly FormField[]): FieldMap =>
  Object.fromEntries(form.filter(({ shown }) => shown).map(({ name, field }) => [name, field]));
