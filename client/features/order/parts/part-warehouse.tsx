import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import type { Entity } from '#shared/entities/index.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { WarehouseReceipt } from '#shared/ledger/warehouse.ts';
import { hasOrderEnded } from '#shared/machines/work-order.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { formatMoment, formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { ReasonDialog } from '#client/production/reporting/reason-dialog.tsx';
import { usePartWarehouse } from '#client/production/warehouse/use-part-warehouse.ts';
import { WarehouseInDialog } from '#client/production/warehouse/warehouse-in-dialog.tsx';
import './part-warehouse.css';

interface Props {
  order: Entity<'workOrder'>;
  part: Entity<'part'>;
}

const FIGURES = ['completed', 'consumed', 'warehoused', 'waiting'] as const;
const FIGURE_TERMS = {
  completed: 'completed',
  consumed: 'usedInAssembly',
  warehoused: 'warehoused',
  waiting: 'warehouseWaiting',
} as const;

/**
 * Shows how many pieces of a part are finished and how many are in the warehouse. The user can put finished pieces into
 * the warehouse and reverse receipts.
 */
export function PartWarehouseSection({ order, part }: Props) {
  const t = useT();
  const user = useUser();
  const zone = useTimeZone();
  const { data } = usePartWarehouse(part.id);
  const [isOpen, setIsOpen] = useState(false);
  const [receiptToReverse, setReceiptToReverse] = useState<WarehouseReceipt | null>(null);
  if (!data || (data.completed === 0 && data.receipts.length === 0)) return null;
  const isOrderEnded = hasOrderEnded(order.state);
  const mayPutIn =
    !isOrderEnded && data.waiting > 0 && hasPermission(user, ['TASK_REPORT', 'TASK_REPORT_TEAM']);
  const mayReverse = ({ reversedBy }: WarehouseReceipt) =>
    reversedBy === null && !isOrderEnded && hasPermission(user, 'TASK_REPORT_REVERSE');
  return (
    <section className="part-warehouse" aria-labelledby="part-warehouse-title">
      <header>
        <h3 id="part-warehouse-title">{t('warehouseStatus')}</h3>
        <span>{t(data.warehouseStatus)}</span>
        <dl>
          {FIGURES.filter((name) => name !== 'consumed' || data.consumed > 0).map((name) => (
            <div key={name}>
              <dt>{t(FIGURE_TERMS[name])}</dt>
              <dd>{formatNumber(Math.max(0, data[name]))}</dd>
            </div>
          ))}
        </dl>
        {mayPutIn && (
          <Button
            size="small"
            intent="primary"
            text={t('warehouseIn')}
            aria-label={t('warehouseInOf', { name: part.name })}
            onClick={() => setIsOpen(true)}
          />
        )}
      </header>
      {data.receipts.length > 0 && (
        <table className="plain-table stacked-table" aria-label={t('warehouseReceipts')}>
          <TableHead
            heads={[
              t('time'),
              { words: t('quantity'), className: 'figure' },
              t('shelf'),
              t('people'),
              t('remark'),
              { words: t('actions'), hidden: true },
            ]}
          />
          <tbody>
            {data.receipts.map((receipt) => (
              <tr key={receipt.receiptId} className={receipt.reversedBy === null ? undefined : 'taken-back'}>
                <td>{formatMoment(receipt.at, zone)}</td>
                <td className="figure" data-label={t('quantity')}>
                  {formatNumber(receipt.quantity)}
                </td>
                <td>{receipt.shelfName ?? '—'}</td>
                <td>{receipt.byName}</td>
                <td>{receipt.reverseReason ?? receipt.remark}</td>
                <td className="part-warehouse-actions">
                  {mayReverse(receipt) && (
                    <Button
                      size="small"
                      variant="minimal"
                      text={t('reverseReceipt')}
                      onClick={() => setReceiptToReverse(receipt)}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isOpen && <WarehouseInDialog part={part} waiting={data.waiting} onClose={() => setIsOpen(false)} />}
      {receiptToReverse && (
        <ReasonDialog
          verb="reverseReceipt"
          description={
            <>
              <strong>{part.name}</strong> · {formatNumber(receiptToReverse.quantity)} ·{' '}
              {receiptToReverse.shelfName ?? '—'}
            </>
          }
          path="/mes/warehouse/reverse"
          fields={{ receiptId: receiptToReverse.receiptId }}
          successTerm="receiptReversedNow"
          onClose={() => setReceiptToReverse(null)}
        />
      )}
    </section>
  );
}
