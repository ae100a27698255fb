import { useCallback, useMemo, useRef, useState } from 'react';
import type { Field, FieldMap, ValuesOf } from '#shared/kernel/fields.ts';
import { validate, type FieldProblem } from '#shared/kernel/validate.ts';

/** The problem of a field: a failed validation, or a message from the server. */
export type Problem = FieldProblem | string;
export type Problems = Readonly<Record<string, Problem>>;
export type RawValues = Readonly<Record<string, unknown>>;

/** The state of a form. Its values are the raw input, valid or not. */
export interface Form<M extends FieldMap = FieldMap> {
  readonly fields: M;
  readonly values: RawValues;
  /** The initial values. */
  readonly initial: RawValues;
  readonly problems: Problems;
  readonly dirty: boolean;
  /** Increases whenever problems are to be shown; the form then focuses the first one. */
  readonly refusals: number;
  set(name: string, value: unknown): void;
  /** Validates all fields. Shows the problems and returns null if there are any. */
  check(): ValuesOf<M> | null;
  /** Shows the server's messages by field. */
  refuse(problems: Problems): void;
  /** Resets the form to other values, without problems. */
  reset(values: RawValues): void;
  /** Makes a newer version of the record the initial state and keeps what was typed. */
  rebase(initial: RawValues, values: RawValues): void;
}

/** The initial values of a new record. */
export function initialValues(fields: FieldMap): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.initial ?? (field.kind === 'refs' || field.kind === 'lines' ? [] : null),
    ]),
  );
}

const comparable = (field: Field | undefined, value: unknown): unknown => {
  if (value === undefined || value === null || value === '') return null;
  if (field?.kind === 'number') return String(value).trim();
  if (field?.kind === 'lines' && Array.isArray(value)) {
    return value.map((row: Record<string, unknown>) =>
      Object.entries(field.of ?? {}).map(([name, of]) => comparable(of, row[name])),
    );
  }
  return value;
};

/** Whether two values of a field look the same to a user: '5' and 5, '' and null. */
export const sameValue = (field: Field | undefined, one: unknown, other: unknown): boolean =>
  JSON.stringify(comparable(field, one)) === JSON.stringify(comparable(field, other));

/** Drops the columns of owned rows that are not declared, such as names that the server adds for display. */
function declaredOnly(fields: FieldMap, values: RawValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = values[name];
      return [
        name,
        field.kind === 'lines' && Array.isArray(value)
          ? value.map((row) => declaredOnly(field.of ?? {}, row))
          : value,
      ];
    }),
  );
}

const without = (problems: Problems, name: string): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([at]) => at !== name && !at.startsWith(`${name}[`)));

/** The state of a form over declared fields, validated by the same rules as on the server. */
export function useForm<M extends FieldMap>(fields: M, begin?: RawValues): Form<M> {
  const [initial, setInitial] = useState<RawValues>(() => ({ ...initialValues(fields), ...begin }));
  const [values, setValues] = useState<RawValues>(initial);
  const [problems, setProblems] = useState<Problems>({});
  const [refusals, setRefusals] = useState(0);
  const now = useRef(values);
  now.current = values;

  const set = useCallback((name: string, value: unknown) => {
    now.current = { ...now.current, [name]: value };
    setValues(now.current);
    setProblems((before) => without(before, name));
  }, []);
  const refuse = useCallback((next: Problems) => {
    setProblems(next);
    setRefusals((count) => count + 1);
  }, []);
  const check = useCallback(() => {
    const checked = validate(fields, declaredOnly(fields, now.current));
    if (checked.problems) {
      refuse(checked.problems);
      return null;
    }
    setProblems({});
    return checked.values;
  }, [fields, refuse]);
  const rebase = useCallback((base: RawValues, next: RawValues) => {
    setInitial(base);
    setValues(next);
    setProblems({});
  }, []);
  const reset = useCallback((next: RawValues) => rebase(next, next), [rebase]);

  const dirty = useMemo(
    () => Object.entries(fields).some(([name, field]) => !sameValue(field, initial[name], values[name])),
    [fields, initial, values],
  );
  return useMemo(
    () => ({ fields, values, initial, problems, dirty, refusals, set, check, refuse, reset, rebase }),
    [fields, values, initial, problems, dirty, refusals, set, check, refuse, reset, rebase],
  );
}
