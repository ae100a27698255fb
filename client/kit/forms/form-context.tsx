import { createContext, useContext, useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import type { Form } from './use-form.ts';

const FormContext = createContext<Form | null>(null);

/** Returns the form that contains the calling component. */
export function useEnclosingForm(): Form {
  const form = useContext(FormContext);
  if (!form) throw new Error('A field must stand in a form');
  return form;
}

interface Props {
  form: Form;
  onSubmit: () => void;
  children: ReactNode;
  className?: string;
  label?: string;
}

/**
 * A form in a page or a dialog. Enter, Ctrl+Enter and Ctrl+S submit the form. After a refusal the first
 * invalid field gets the focus.
 */
export function FormArea({ form, onSubmit, children, className, label }: Props) {
  const element = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  useEffect(() => {
    if (form.refusalCount > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form.refusalCount]);
  const latestOnSubmit = useRef(onSubmit);
  latestOnSubmit.current = onSubmit;
  useEffect(() => {
    const submitOnShortcut = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey)) return;
      // Ctrl+S submits the visible form. Ctrl+Enter submits the form with the focus.
      const isEnterInForm = event.key === 'Enter' && element.current?.contains(event.target as Node);
      if (event.key.toLowerCase() !== 's' && !isEnterInForm) return;
      event.preventDefault();
      // A dialog over the page, or another form with the focus, takes precedence.
      const dialog = document.querySelector('[role="dialog"]');
      const focusedForm = document.activeElement?.closest('form');
      if ((dialog && !dialog.contains(element.current)) || (focusedForm && focusedForm !== element.current))
        return;
      latestOnSubmit.current();
    };
    window.addEventListener('keydown', submitOnShortcut);
    return () => window.removeEventListener('keydown', submitOnShortcut);
  }, []);
  return (
    <FormContext value={form}>
      <form ref={element} className={className} aria-label={label} onSubmit={submit} noValidate>
        {children}
      </form>
    </FormContext>
  );
}
