import { useEffect, useRef } from 'react';
import type { Form } from './use-form.ts';

/**
 * Makes a field follow others until the user types into it.
 * @param next the computed value; undefined leaves the field unchanged
 */
export function useComputedField(form: Form, name: string, next: unknown): void {
  const followed = useRef<unknown>(form.values[name]);
  const { set } = form;
  const typed = form.values[name] !== followed.current;
  useEffect(() => {
    if (typed || next === undefined || next === followed.current) return;
    followed.current = next;
    set(name, next);
  }, [typed, next, name, set]);
}
