import { useCallback, useMemo, useRef, useState } from 'react';
import type { Field, FieldMap, ValuesOf } from '#shared/kernel/fields.ts';
import { validate, type FieldProblem } from '#shared/kernel/validate.ts';

/** What is wrong with a field: found here, or words from the server. */
export type Problem = FieldProblem | string;
export type Problems = Readonly<Record<string, Problem>>;
export type RawValues = Readonly<Record<string, unknown>>;

/** A form that is being filled in: what stands in it is what was typed, checked or not. */
export interface Form<M extends FieldMap = FieldMap> {
  readonly fields: M;
  readonly values: RawValues;
  /** What the form began with. */
  readonly initial: RawValues;
  readonly problems: Problems;
  readonly dirty: boolean;
  /** Goes up each time problems are to be shown: then the first is focused. */
  readonly refusals: number;
  set(name: string, value: unknown): void;
  /** Checks everything; on a refusal shows the problems and answers null. */
  check(): ValuesOf<M> | null;
  /** Shows what the server refused, by field. */
  refuse(problems: Problems): void;
  /** Begins anew from other values, without problems. */
  reset(values: RawValues): void;
  /** Takes a newer state of the record as the beginning and keeps what was typed. */
  rebase(initial: RawValues, values: RawValues): void;
}

/** What a new record begins with. */
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

/** Whether two values of a field are the same to a person: '5' and 5, '' and nothing. */
export const sameValue = (field: Field | undefined, one: unknown, other: unknown): boolean =>
  JSON.stringify(comparable(field, one)) === JSON.stringify(comparable(field, other));

/** Only the declared columns of owned rows go over the wire; what the server added to show them stays here. */
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

/** The state of a form over declared fields, checked by the same rules as on the server. */
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
