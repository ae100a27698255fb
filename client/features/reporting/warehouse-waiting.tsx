import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { WaitingPart } from '#shared/ledger/warehouse.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { WarehouseInDialog } from '#client/production/warehouse/warehouse-in-dialog.tsx';

/** Lists the finished parts that wait for the warehouse, and puts them there. */
export function WarehouseWaiting() {
  const t = useT();
  const user = useUser();
  const [chosen, setChosen] = useState<WaitingPart | null>(null);
  const { data } = useQuery({
    queryKey: queryKeys.entity('part', 'warehouseWaiting', {}),
    queryFn: ({ signal }) => call<WaitingPart[]>('/mes/warehouse/waiting', {}, { signal }),
    meta: { watches: ['part', 'process', 'workOrder'] },
  });
  if (!data || data.length === 0) return null;
  const mayPutIn = hasPermission(user, ['TASK_REPORT', 'TASK_REPORT_TEAM']);
  return (
    <section className="desk-work" aria-label={t('warehouseWaiting')}>
      <h2>
        {t('warehouseWaiting')} <span className="page-count">{data.length}</span>
      </h2>
      <table className="plain-table stacked-table" aria-label={t('warehouseWaiting')}>
        <TableHead
          heads={[
            t('part'),
            t('workOrder'),
            t('dueDate'),
            { words: t('completed'), className: 'figure' },
            { words: t('warehoused'), className: 'figure' },
            { words: t('warehouseWaiting'), className: 'figure' },
            { words: t('actions'), hidden: true },
          ]}
        />
        <tbody>
          {data.map((part) => (
            <tr key={part.partId}>
              <th scope="row">{part.partName}</th>
              <td>
                <Link to={`/order/${part.orderId}?part=${part.partId}`}>{part.orderCode}</Link>
              </td>
              <td className="desk-day" data-label={t('dueDate')}>
                {part.dueDate ?? '—'}
              </td>
              <td className="figure" data-label={t('completed')}>
                {formatNumber(part.completed)}
              </td>
              <td className="figure" data-label={t('warehoused')}>
                {formatNumber(part.warehoused)}
              </td>
              <td className="figure" data-label={t('warehouseWaiting')}>
                {formatNumber(part.waiting)}
              </td>
              <td>
                <div className="desk-row-actions">
                  {mayPutIn && (
                    <Button
                      size="small"
                      text={t('warehouseIn')}
                      aria-label={t('warehouseInOf', { name: `${part.partName} · ${part.orderCode}` })}
                      onClick={() => setChosen(part)}
                    />
                  )}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {chosen && (
        <WarehouseInDialog
          part={{ id: chosen.partId, name: chosen.partName }}
          waiting={chosen.waiting}
          onClose={() => setChosen(null)}
        />
      )}
    </section>
  );
}
