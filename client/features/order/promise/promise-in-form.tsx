import { useEnclosingForm } from '#client/kit/forms/form-context.tsx';
import { PromiseDate } from './promise-date.tsx';

/**
 * Shows when an order could be delivered, in the dialog that edits the order. Compares this time with the due date in
 * the dialog, or else with the promised date, as plans do.
 */
export function PromiseInForm({ orderId }: { orderId: number }) {
  const { dueDate, promisedDate } = useEnclosingForm().values;
  return (
    <div className="field-across">
      <PromiseDate orderId={orderId} dueDate={dueDate ?? promisedDate} />
    </div>
  );
}
