import { useCallback, useMemo, useRef, useState } from 'react';
import type { Field, FieldMap, RecordValues } from '#shared/kernel/fields.ts';
import { validateRecord, type FieldProblem } from '#shared/kernel/validate.ts';

/** The problem of a field: a failed validation, or a message from the server. */
export type FormProblem = FieldProblem | string;
export type FormProblems = Readonly<Record<string, FormProblem>>;
export type RawFormValues = Readonly<Record<string, unknown>>;

/** The state of a form. The values are the raw input of the user, which may be invalid. */
export interface Form<M extends FieldMap = FieldMap> {
  readonly fields: M;
  readonly values: RawFormValues;
  readonly initial: RawFormValues;
  readonly problems: FormProblems;
  readonly dirty: boolean;
  /**
   * The number of refusals by `check` or `refuse`. After each refusal the form focuses the first
   * invalid field.
   */
  readonly refusalCount: number;
  set(name: string, value: unknown): void;
  /** Validates all fields and returns the values. If a field is invalid, returns null instead. */
  check(): RecordValues<M> | null;
  /** Shows problems at their fields. */
  refuse(problems: FormProblems): void;
  /** Replaces the initial and the current values, and removes all problems. */
  reset(values: RawFormValues): void;
  /**
   * Replaces the initial values after another user has changed the record. Also replaces the
   * current values, and removes all problems.
   */
  rebase(initial: RawFormValues, values: RawFormValues): void;
}

/** Returns the initial values of a new record. */
export function makeInitialValues(fields: FieldMap): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.initial ?? (field.kind === 'refs' || field.kind === 'lines' ? [] : null),
    ]),
  );
}

const toComparableValue = (field: Field | undefined, value: unknown): unknown => {
  if (value === undefined || value === null || value === '') return null;
  if (field?.kind === 'number') return String(value).trim();
  if (field?.kind === 'lines' && Array.isArray(value)) {
    return value.map((row: Record<string, unknown>) =>
      Object.entries(field.of ?? {}).map(([name, columnField]) => toComparableValue(columnField, row[name])),
    );
  }
  return value;
};

/** Whether two values of a field look the same to a user, such as '5' and 5, or '' and null. */
export const isSameValue = (field: Field | undefined, value: unknown, otherValue: unknown): boolean =>
  JSON.stringify(toComparableValue(field, value)) === JSON.stringify(toComparableValue(field, otherValue));

/** Keeps only the values of declared fields, because rows from the server also contain names for display. */
function dropUndeclaredValues(fields: FieldMap, values: RawFormValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = values[name];
      return [
        name,
        field.kind === 'lines' && Array.isArray(value)
          ? value.map((row) => dropUndeclaredValues(field.of ?? {}, row))
          : value,
      ];
    }),
  );
}

const removeFieldProblems = (problems: FormProblems, name: string): FormProblems =>
  Object.fromEntries(
    Object.entries(problems).filter(
      ([problemKey]) => problemKey !== name && !problemKey.startsWith(`${name}[`),
    ),
  );

/** Holds the state of a form. `check` validates the fields by their declarations, as the server does. */
export function useForm<M extends FieldMap>(fields: M, startValues?: RawFormValues): Form<M> {
  const [initial, setInitial] = useState<RawFormValues>(() => ({
    ...makeInitialValues(fields),
    ...startValues,
  }));
  const [values, setValues] = useState<RawFormValues>(initial);
  const [problems, setProblems] = useState<FormProblems>({});
  const [refusalCount, setRefusalCount] = useState(0);
  const latestValues = useRef(values);
  latestValues.current = values;

  const set = useCallback((name: string, value: unknown) => {
    latestValues.current = { ...latestValues.current, [name]: value };
    setValues(latestValues.current);
    setProblems((currentProblems) => removeFieldProblems(currentProblems, name));
  }, []);
  const refuse = useCallback((newProblems: FormProblems) => {
    setProblems(newProblems);
    setRefusalCount((count) => count + 1);
  }, []);
  const check = useCallback(() => {
    const result = validateRecord(fields, dropUndeclaredValues(fields, latestValues.current));
    if (result.problems) {
      refuse(result.problems);
      return null;
    }
    setProblems({});
    return result.values;
  }, [fields, refuse]);
  const rebase = useCallback((newInitial: RawFormValues, newValues: RawFormValues) => {
    setInitial(newInitial);
    setValues(newValues);
    setProblems({});
  }, []);
  const reset = useCallback((newValues: RawFormValues) => rebase(newValues, newValues), [rebase]);

  const dirty = useMemo(
    () => Object.entries(fields).some(([name, field]) => !isSameValue(field, initial[name], values[name])),
    [fields, initial, values],
  );
  return useMemo(
    () => ({ fields, values, initial, problems, dirty, refusalCount, set, check, refuse, reset, rebase }),
    [fields, values, initial, problems, dirty, refusalCount, set, check, refuse, reset, rebase],
  );
}
