import type { FieldMap, RecordValues } from '#shared/kernel/fields.ts';
import type { CallError } from '../wire/call-error.ts';
import type { Form, FormProblems } from './use-form.ts';
import { useRequestSender } from './use-request-sender.ts';

/**
 * Returns the server's messages by field. If the record's code equals or resembles another
 * record's code, the fields get the message of the refusal itself.
 */
const getProblemsByField = ({ code, fields, message }: CallError): FormProblems =>
  code === 'codeDuplicated' || code === 'codeLooksAlike'
    ? Object.fromEntries(Object.keys(fields).map((name) => [name, message]))
    : fields;

/**
 * Validates and sends a form. After a refusal the server's messages appear at their fields.
 * @param run sends the validated values
 * @param getProblems returns the messages of a refusal by field
 */
export function useSubmit<M extends FieldMap>(
  form: Form<M>,
  run: (values: RecordValues<M>) => Promise<void>,
  getProblems: (error: CallError) => FormProblems = getProblemsByField,
): { busy: boolean; submit: () => void } {
  const { busy, runRequest } = useRequestSender((error) => form.refuse(getProblems(error)));
  const submit = () => {
    const values = form.check();
    if (values) void runRequest(() => run(values));
  };
  return { busy, submit };
}
