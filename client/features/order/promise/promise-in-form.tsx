import { useEnclosingForm } from '#client/kit/forms/form-context.tsx';
import { PromiseDate } from './promise-date.tsx';

/** The promise of an order in the dialog that edits it: for the due date that is typed there. */
export function PromiseInForm({ orderId }: { orderId: number }) {
  const form = useEnclosingForm();
  return (
    <div className="field-across">
      <PromiseDate orderId={orderId} dueDate={form.values['dueDate']} />
    </div>
  );
}
