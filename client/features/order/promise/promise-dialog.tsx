import { DialogBody } from '@blueprintjs/core';
import type { Entity } from '#shared/entities/index.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { useT } from '#client/kit/words/t.ts';
import { PromiseDate } from './promise-date.tsx';

interface Props {
  order: Entity<'workOrder'>;
  onClose: () => void;
}

/** Computes and shows when an order could be delivered. */
export function PromiseDialog({ order, onClose }: Props) {
  const t = useT();
  return (
    <Dialog isOpen onClose={onClose} title={`${t('askPromise')} ${order.code}`} className="form-dialog">
      <DialogBody>
        <PromiseDate orderId={order.id} dueDate={order.dueDate ?? order.promisedDate} isAskedAtOnce />
      </DialogBody>
    </Dialog>
  );
}
