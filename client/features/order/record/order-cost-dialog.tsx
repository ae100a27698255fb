import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import type { Entity } from '#shared/entities/index.ts';
import type { OrderCost } from '#shared/planning/order-cost.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { formatMoney } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';

const KIND_TERMS = {
  labourCost: 'costOfLabour',
  deviceCost: 'costOfMachines',
  outsourcingCost: 'outsourcingCost',
} as const satisfies Record<OrderCost['lines'][number]['kind'], TermKey>;

/** Compares the planned cost of an order with its cost to date, and shows what the figures do not include. */
export function OrderCostDialog({ order, onClose }: { order: Entity<'workOrder'>; onClose: () => void }) {
  const t = useT();
  const { data: cost, isError } = useQuery({
    queryKey: queryKeys.entity('workOrder', 'cost', { id: order.id }),
    queryFn: ({ signal }) => call<OrderCost>('/mes/order/cost', { id: order.id }, { signal }),
    meta: { watches: ['workReport', 'process', 'part', 'outsourcingOrder', 'costType'] },
  });
  const renderRow = (name: string, planned: number | null, actual: number) => {
    const difference = planned === null ? null : planned - actual;
    return (
      <tr key={name}>
        <th scope="row">{name}</th>
        <td className="figure">{formatMoney(planned)}</td>
        <td className="figure">{formatMoney(actual)}</td>
        <td className={`figure${difference !== null && difference < 0 ? ' cost-over' : ''}`}>
          {difference !== null && difference < 0 && <span aria-hidden="true">◆ </span>}
          {formatMoney(difference)}
        </td>
      </tr>
    );
  };
  const omittedCosts = cost
    ? ([
        ['unpricedReports', cost.unpricedReports],
        ['unpricedOutsourcing', cost.unpricedLines],
        ['unplannedProcesses', cost.unplannedProcesses],
      ] as const)
    : [];
  return (
    <Dialog isOpen title={t('costOfOrder', { name: order.code })} className="order-cost" onClose={onClose}>
      <DialogBody>
        {isError && <p role="alert">{t('error.requestFailed')}</p>}
        {cost && (
          <>
            <table className="plain-table">
              <TableHead
                heads={[
                  t('costKind'),
                  ...(['plannedCost', 'actualCostToDate', 'costDifference'] as const).map((term) => ({
                    words: t(term),
                    className: 'figure',
                  })),
                ]}
              />
              <tbody>
                {cost.lines.map(({ kind, planned, actual }) =>
                  renderRow(t(KIND_TERMS[kind]), planned, actual),
                )}
              </tbody>
              <tfoot>{renderRow(t('costTotal'), cost.planned, cost.actual)}</tfoot>
            </table>
            {omittedCosts
              .filter(([, count]) => count > 0)
              .map(([term, count]) => (
                <p key={term} className="cost-gap">
                  ▲ {t(term, { count })}
                </p>
              ))}
            <p className="nothing">{t('orderCostHint')}</p>
          </>
        )}
      </DialogBody>
      <DialogFooter actions={<Button size="large" text={t('dismiss')} onClick={onClose} />} />
    </Dialog>
  );
}
