import { useLayoutEffect, useMemo, useRef } from 'react';
import type { FieldMap, RecordValues } from '#shared/kernel/fields.ts';
import { validateRecord } from '#shared/kernel/validate.ts';
import { useForm, type Form, type RawFormValues } from '#client/kit/forms/use-form.ts';

const NO_PROBLEMS = {};

/**
 * Holds a form that is not submitted: each valid input applies at once. Problems show at their fields while these are
 * invalid. The form follows values that change outside of it, such as by undo.
 * @param onChange called with the values after each valid input
 */
export function useLiveForm<M extends FieldMap>(
  fields: M,
  values: RawFormValues,
  onChange: (values: RecordValues<M>) => void,
): Form<M> {
  const form = useForm(fields, values);
  const checked = useMemo(() => validateRecord(fields, form.values), [fields, form.values]);
  const applied = useRef(values);
  const latest = useRef(onChange);
  latest.current = onChange;
  const { reset } = form;
  const isSame = (one: RawFormValues, other: RawFormValues) => JSON.stringify(one) === JSON.stringify(other);

  // A layout effect applies the input before the next key, such as Ctrl+S, is handled.
  useLayoutEffect(() => {
    if (isSame(applied.current, values)) return;
    applied.current = values;
    reset(values);
  }, [values, reset]);
  useLayoutEffect(() => {
    if (!checked.values || isSame(applied.current, checked.values)) return;
    applied.current = checked.values;
    latest.current(checked.values);
  }, [checked]);

  return useMemo(() => ({ ...form, problems: checked.problems ?? NO_PROBLEMS }), [form, checked]);
}
