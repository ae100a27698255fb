import { useLayoutEffect, useMemo, useRef } from 'react';
import type { FieldMap, RecordValues } from '#shared/kernel/fields.ts';
import { validateRecord } from '#shared/kernel/validate.ts';
import { useForm, type Form, type RawFormValues } from '#client/kit/forms/use-form.ts';

const NO_PROBLEMS = {};

/**
 * Holds a form that is not submitted: each valid input applies at once. An invalid field shows its
 * problem. The form also shows values that change outside of it, for example by undo.
 * @param onChange called with the values after each valid input
 */
export function useLiveForm<M extends FieldMap>(
  fields: M,
  values: RawFormValues,
  onChange: (values: RecordValues<M>) => void,
): Form<M> {
  const form = useForm(fields, values);
  const validation = useMemo(() => validateRecord(fields, form.values), [fields, form.values]);
  const appliedValues = useRef(values);
  const latestOnChange = useRef(onChange);
  latestOnChange.current = onChange;
  const { reset } = form;
  const areValuesEqual = (one: RawFormValues, other: RawFormValues) =>
    JSON.stringify(one) === JSON.stringify(other);

  // A layout effect applies the input before the next key, such as Ctrl+S, is handled.
  useLayoutEffect(() => {
    if (areValuesEqual(appliedValues.current, values)) return;
    appliedValues.current = values;
    reset(values);
  }, [values, reset]);
  useLayoutEffect(() => {
    if (!validation.values || areValuesEqual(appliedValues.current, validation.values)) return;
    appliedValues.current = validation.values;
    latestOnChange.current(validation.values);
  }, [validation]);

  return useMemo(() => ({ ...form, problems: validation.problems ?? NO_PROBLEMS }), [form, validation]);
}
