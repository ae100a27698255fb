import { useEffect, useRef } from 'react';
import type { Form } from './use-form.ts';

/**
 * Sets a field to a computed value whenever that value changes, until the user edits the field. After the
 * form gets new initial values, the field follows the computed value again.
 * @param next the computed value; undefined leaves the field unchanged
 */
export function useComputedField(form: Form, name: string, next: unknown): void {
  const followedValue = useRef<unknown>(form.values[name]);
  const initial = useRef(form.initial);
  if (initial.current !== form.initial) {
    initial.current = form.initial;
    followedValue.current = form.values[name];
  }
  const { set } = form;
  const isEdited = form.values[name] !== followedValue.current;
  useEffect(() => {
    if (isEdited || next === undefined || next === followedValue.current) return;
    followedValue.current = next;
    set(name, next);
  }, [isEdited, next, name, set]);
}
