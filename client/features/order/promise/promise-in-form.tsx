import { useEnclosingForm } from '#client/kit/forms/form-context.tsx';
import { PromiseDate } from './promise-date.tsx';

/** Shows the promise of an order in the dialog that edits the order. It uses the due date that the dialog contains. */
export function PromiseInForm({ orderId }: { orderId: number }) {
  const form = useEnclosingForm();
  return (
    <div className="field-across">
      <PromiseDate orderId={orderId} dueDate={form.values['dueDate']} />
    </div>
  );
}
