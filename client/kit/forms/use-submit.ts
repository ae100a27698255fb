import type { FieldMap, ValuesOf } from '#shared/kernel/fields.ts';
import type { CallError } from '../wire/call-error.ts';
import type { Form, Problems } from './use-form.ts';
import { useSending } from './use-sending.ts';

/** What was refused, at the fields that the server names; who has a code already is said in full. */
const placedAsNamed = ({ code, fields, message }: CallError): Problems =>
  code === 'codeDuplicated' ? Object.fromEntries(Object.keys(fields).map((name) => [name, message])) : fields;

/**
 * Sends what a form holds, once it is right: what the server refuses stands at its fields, and what was typed stays.
 * @param run sends the checked values
 * @param placed the fields that a refusal is about, where the server does not name them
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
