import type { FieldMap, ValuesOf } from '#shared/kernel/fields.ts';
import type { CallError } from '../wire/call-error.ts';
import type { Form, Problems } from './use-form.ts';
import { useSending } from './use-sending.ts';

/** Places the server's messages at the fields that it names; a conflict names the existing row in full. */
const placedAsNamed = ({ code, fields, message }: CallError): Problems =>
  code === 'codeDuplicated' ? Object.fromEntries(Object.keys(fields).map((name) => [name, message])) : fields;

/**
 * Validates and sends a form: server messages appear at their fields, and the input is kept.
 * @param run sends the validated values
 * @param placed returns messages by field for a refusal in which the server names no field
 */
export function useSubmit<M extends FieldMap>(
  form: Form<M>,
  run: (values: ValuesOf<M>) => Promise<void>,
  placed: (error: CallError) => Problems = placedAsNamed,
): { busy: boolean; submit: () => void } {
  const { busy, sending } = useSending((error) => form.refuse(placed(error)));
  const submit = () => {
    const values = form.check();
    if (values) void sending(() => run(values));
  };
  return { busy, submit };
}
