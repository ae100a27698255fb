import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { hasOrderEnded } from '#shared/machines/work-order.ts';
import type { AnyRow } from '#client/crud/row.ts';
import { useT } from '#client/kit/words/t.ts';
import { ORDER_FORM_FIELDS } from './form-fields.ts';
import { OrderRecordDialog } from './order-record-dialog.tsx';
import { PromiseInForm } from './promise/promise-in-form.tsx';

interface Props {
  order: Entity<'workOrder'>;
  onClose: () => void;
}

/** Edits the data of an order, without its parts. */
export function OrderDialog({ order, onClose }: Props) {
  const t = useT();
  return (
    <OrderRecordDialog
      entity={entities.workOrder as EntityDeclaration}
      names={ORDER_FORM_FIELDS.usualFields}
      row={order as unknown as AnyRow}
      title={t('editNamed', { name: order.code })}
      belowFields={hasOrderEnded(order.state) ? undefined : <PromiseInForm orderId={order.id} />}
      onClose={onClose}
    />
  );
}
