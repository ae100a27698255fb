import { useEffect, useRef } from 'react';
import type { Form } from './use-form.ts';

/**
 * A field that follows others until somebody types into it.
 * @param next what it should be now; undefined leaves it alone
 */
export function useFollow(form: Form, name: string, next: unknown): void {
  const followed = useRef<unknown>(form.values[name]);
  const { set } = form;
  const typed = form.values[name] !== followed.current;
  useEffect(() => {
    if (typed || next === undefined || next === followed.current) return;
    followed.current = next;
    set(name, next);
  }, [typed, next, name, set]);
}
