import { useEffect, useRef } from 'react';
import type { Form } from './use-form.ts';

/**
 * Sets a field to a computed value whenever that value changes, until the user edits the field. After the
 * form gets new initial values, the field follows the computed value again.
 * @param computedValue undefined leaves the field unchanged
 */
export function useComputedField(form: Form, name: string, computedValue: unknown): void {
  const followedValue = useRef<unknown>(form.values[name]);
  const initial = useRef(form.initial);
  if (initial.current !== form.initial) {
    initial.current = form.initial;
    followedValue.current = form.values[name];
  }
  const { set } = form;
  const isEdited = form.values[name] !== followedValue.current;
  useEffect(() => {
    if (isEdited || computedValue === undefined || computedValue === followedValue.current) return;
    followedValue.current = computedValue;
    set(name, computedValue);
  }, [isEdited, computedValue, name, set]);
}
