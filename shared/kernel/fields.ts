import type { Lang } from './lang.ts';
import type { TermKey } from './term-key.ts';

/** The kinds of fields. Add a kind only if at least three fields need it. */
export type FieldKind = 'text' | 'number' | 'date' | 'choice' | 'flag' | 'ref' | 'refs' | 'lines' | 'file';

/** The options of fields. If the comment of an option names kinds, only fields of these kinds have the option. */
export interface FieldOptions<V> {
  /** Whether a row must have a value. A field with `initial` is required by default. */
  required?: boolean;
  /** Whether the value is unique among the undeleted rows of a factory; with `'forEver'`, also among deleted rows. */
  unique?: boolean | 'forEver';
  /**
   * number: smallest value (default 0; a negative value permits the minus sign). text: shortest length. lines, refs:
   * fewest rows.
   */
  min?: number;
  /**
   * number: largest value (default 9,999,999,999). text: longest length (default 200). lines, refs: most rows
   * (500).
   */
  max?: number;
  /** The term of the unit, shown in the column header. */
  unit?: TermKey;
  /** number: digits after the point, 0 to 4 (default 4). */
  decimals?: number;
  /** The value in a new row, which also replaces an empty value in a call. */
  initial?: V;
  /** The term of the label, if its key is not the field's name (without a final Id or Ids). */
  label?: TermKey;
}

/**
 * A declared field. `V` is the type of its value in a record; `R` is true if the value is never null. The value of a
 * date field is 'YYYY-MM-DD', or an ISO 8601 instant in UTC if `time` is set.
 */
export interface Field<V = unknown, R extends boolean = boolean> {
  readonly kind: FieldKind;
  readonly required: R;
  readonly unique: boolean | 'forEver';
  readonly min?: number;
  readonly max?: number;
  readonly unit?: TermKey;
  readonly decimals?: number;
  readonly initial?: V;
  readonly label?: TermKey;
  /** date: whether the value has a time of day. */
  readonly time?: boolean;
  /** text: whether the value is a password, which is not trimmed. */
  readonly secret?: boolean;
  /** choice: the allowed values; each value is the key of a term. */
  readonly choices?: readonly TermKey[];
  /** ref, refs: the name of the entity that the field refers to. */
  readonly to?: string;
  /** ref to classifications: the class whose classifications can be chosen. */
  readonly classId?: TermKey;
  /**
   * ref: the term that screens show for an empty reference. A field with this term has 0 on the wire for an empty
   * reference, as the specification demands.
   */
  readonly zero?: TermKey;
  /** lines: the fields of each line. */
  readonly of?: FieldMap;
  /** The label of a custom column. A custom column has no term. */
  readonly title?: string;
  /** The labels of a custom column in the languages for which the factory has entered one. */
  readonly titles?: Readonly<Partial<Record<Lang, string>>>;
  /** Whether forms show the value without letting users change it. */
  readonly readOnly?: boolean;
  /** Tells the compiler the type of the value. No field has this property at run time. */
  readonly valueType?: V;
}

export type FieldMap = { readonly [name: string]: Field };

/** The value of a field in a record. A field that is not required can be empty; its value is then null. */
export type FieldValueType<F> = F extends Field<infer V, infer R> ? (R extends true ? V : V | null) : never;
/** The record that a map of fields describes. */
export type RecordValues<M extends FieldMap> = { -readonly [K in keyof M]: FieldValueType<M[K]> };

type IsRequired<O> = O extends { required: true }
  ? true
  : O extends { initial: NonNullable<unknown> }
    ? true
    : false;
type BuiltField<V, O> = Field<V, IsRequired<O>> &
  (O extends { label: infer L extends TermKey } ? { readonly label: L } : unknown);

function buildField<V, O extends FieldOptions<V>>(
  kind: FieldKind,
  options: O | undefined,
  extraProperties: Partial<Field<V>> = {},
): BuiltField<V, O> {
  const { required, initial, unique, ...otherOptions } = options ?? ({} as O);
  const field: Field<V> = {
    kind,
    ...otherOptions,
    ...(initial === undefined ? {} : { initial }),
    ...extraProperties,
    unique: unique ?? false,
    required: required ?? initial !== undefined,
  };
  return field as BuiltField<V, O>;
}

/** Declares a text: trimmed, at most `max` characters (default 200). */
export const text = <const O extends FieldOptions<string>>(options?: O) =>
  buildField<string, O>('text', options);
/** Declares a password: not trimmed, because spaces belong to it; at most `max` characters (default 200). */
export const password = <const O extends FieldOptions<string>>(options?: O) =>
  buildField<string, O>('text', options, { secret: true });
/** Declares a decimal number with at most `decimals` digits after the point (default 4). */
export const number = <const O extends FieldOptions<number>>(options?: O) =>
  buildField<number, O>('number', options);
/** Declares a calendar day of the factory: 'YYYY-MM-DD'. */
export const date = <const O extends FieldOptions<string>>(options?: O) =>
  buildField<string, O>('date', options);
/** Declares an instant: ISO 8601 in UTC. */
export const moment = <const O extends FieldOptions<string>>(options?: O) =>
  buildField<string, O>('date', options, { time: true });
/** Declares one value of a fixed list. Each value is the key of a term. */
export const choice = <const C extends TermKey, const O extends FieldOptions<C>>(
  choices: readonly C[],
  options?: O,
) => buildField<C, O>('choice', options, { choices });
/** Declares a yes-or-no value, which is never null and is no by default. */
export const flag = <const O extends FieldOptions<boolean>>(options?: O) =>
  buildField<boolean, O & { required: true }>('flag', { initial: false, ...(options as O), required: true });
/** Declares a reference to one row of an entity, by id. */
export const ref = <const O extends FieldOptions<number>>(entityName: string, options?: O) =>
  buildField<number, O>('ref', options, { to: entityName });
/** Declares a list of references to rows of an entity, by id; never null. The order of the list is kept. */
export const refs = <const O extends FieldOptions<number[]>>(entityName: string, options?: O) =>
  buildField<number[], O & { required: true }>(
    'refs',
    { ...(options as O), required: true },
    { to: entityName },
  );
/** Declares a list of lines, which are saved together with the row that owns them; never null. */
export const lines = <const M extends FieldMap, const O extends FieldOptions<RecordValues<M>[]>>(
  lineFields: M & LabelledFields<M>,
  options?: O,
) =>
  buildField<RecordValues<M>[], O & { required: true }>(
    'lines',
    { ...(options as O), required: true },
    { of: lineFields },
  );
/** Declares an uploaded file, by its id. */
export const file = <const O extends FieldOptions<number>>(options?: O) =>
  buildField<number, O>('file', options);

/** Declares a quantity, such as pieces or kilograms: at most four decimals, from 0 unless `min` is set. */
export const quantity = <const O extends FieldOptions<number>>(options?: O) =>
  buildField<number, O>('number', { min: 0, max: 9_999_999_999, decimals: 4, ...options } as O);

/** Whether a field is a column of its entity's own table. Fields of the kinds refs and lines have separate tables. */
export const isTableColumn = (field: Field): boolean => field.kind !== 'refs' && field.kind !== 'lines';

/** The key of the default label of a field: the name of the field without a final Id or Ids. */
type DefaultLabel<K> = K extends `${infer B}Ids` ? B : K extends `${infer B}Id` ? B : K;
export function getFieldLabel(name: string, field: Field): TermKey {
  if (field.label) return field.label;
  return name.replace(/Ids?$/, '') as TermKey;
}

/**
 * Makes the compiler require a label for every field: `label`, or a term with the default key. `W` is the union of
 * the keys of the terms that the declaration itself adds.
 */
export type LabelledFields<M extends FieldMap, W = never> = {
  [K in keyof M]: DefaultLabel<K> extends TermKey | W ? M[K] : M[K] & { readonly label: TermKey };
};
