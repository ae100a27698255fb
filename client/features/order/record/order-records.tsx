import { Button } from '@blueprintjs/core';
import { DollarIcon, PaperclipIcon } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { entities, type Entity } from '#shared/entities/index.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { PROJECT_COST_PERMISSION } from '#shared/planning/project-figures.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { fetchAllRows } from '../use-order.ts';
import { AttachmentsDialog } from './attachments-dialog.tsx';
import { OrderCostDialog } from './order-cost-dialog.tsx';
import './order-records.css';

/** Buttons that open the attachments of an order and, for people who may see money, its cost. */
export function OrderRecords({ order }: { order: Entity<'workOrder'> }) {
  const t = useT();
  const user = useUser();
  const [openedDialog, setOpenedDialog] = useState<'attachments' | 'cost' | null>(null);
  const { data: documents } = useQuery({
    queryKey: queryKeys.entity('orderDocument', 'page', { orderId: order.id }),
    queryFn: ({ signal }) =>
      fetchAllRows<Entity<'orderDocument'>>(
        entities.orderDocument.path,
        { orderId: order.id },
        entities.orderDocument.sort,
        signal,
      ),
  });
  const closeDialog = () => setOpenedDialog(null);
  return (
    <span className="order-records">
      <Button
        size="small"
        variant="minimal"
        icon={<PaperclipIcon />}
        text={t('attachmentsCount', { count: documents?.length ?? 0 })}
        onClick={() => setOpenedDialog('attachments')}
      />
      {hasPermission(user, PROJECT_COST_PERMISSION) && (
        <Button
          size="small"
          variant="minimal"
          icon={<DollarIcon />}
          text={t('actualCostToDate')}
          onClick={() => setOpenedDialog('cost')}
        />
      )}
      {openedDialog === 'attachments' && (
        <AttachmentsDialog order={order} documents={documents ?? []} onClose={closeDialog} />
      )}
      {openedDialog === 'cost' && <OrderCostDialog order={order} onClose={closeDialog} />}
    </span>
  );
}
