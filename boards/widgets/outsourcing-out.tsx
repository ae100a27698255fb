import { useMemo } from 'react';
import { number } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { useToday } from '#client/kit/live/use-server-clock.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { DueMark } from '../kit/drawing/orders/due-mark.tsx';
import { formatFigure, formatShortDate, UNKNOWN_VALUE_TEXT } from '../kit/drawing/figure.ts';
import { PagedRows } from '../kit/drawing/paged-rows.tsx';
import { WallCode } from '../kit/drawing/wall-code.tsx';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import './outsourcing-out.css';

const words = {
  nothingOut: ['没有在外的外协件', 'Nothing is out', '沒有在外的委外件', '外注中のものはありません'],
  sentOnDay: ['{{day}} 发出', 'sent {{day}}', '{{day}} 發出', '{{day}} 出荷'],
} as const satisfies TermsByKey;

interface OutsourcedOrder {
  id: number;
  code: string;
  supplierName: string;
  sentOn: string;
  quantity: number | null;
  dueDate: string;
  overdueDays: number;
}

/** Reads an order. If the supplier has confirmed a day, this day is the due day. */
const readOutsourcedOrder = (row: ReportRow): OutsourcedOrder => ({
  id: cellReaders.number(row, 'id') ?? 0,
  code: cellReaders.text(row, 'code'),
  supplierName: cellReaders.text(row, 'supplierName'),
  sentOn: cellReaders.text(row, 'sentOn'),
  quantity: cellReaders.number(row, 'quantityOut'),
  dueDate: cellReaders.text(row, 'confirmedDate') || cellReaders.text(row, 'expectedDate'),
  overdueDays: cellReaders.number(row, 'outsourcingDaysLate') ?? 0,
});

function OutsourcingOutContent({ settings, rows, areRowsKnown }: WidgetProps<{ pageSeconds: number }>) {
  const t = useT(words);
  const lang = useLang();
  const today = useToday();
  const orders = useMemo(
    () =>
      rows
        .map(readOutsourcedOrder)
        .sort((one, other) => other.overdueDays - one.overdueDays || one.id - other.id),
    [rows],
  );
  if (orders.length === 0)
    return <TileMessage>{t(areRowsKnown ? 'nothingOut' : 'waitingForData')}</TileMessage>;
  return (
    <div className="wall-table">
      <PagedRows
        rows={orders}
        keyOf={({ id }) => String(id)}
        pageSeconds={settings.pageSeconds}
        rowClass="out-columns"
      >
        {(order) => (
          <>
            <span className="out-supplier cut">{order.supplierName || UNKNOWN_VALUE_TEXT}</span>
            <span className="out-quantity to-end">
              <ChangedValue>{formatFigure(order.quantity, lang)}</ChangedValue>
            </span>
            <span className="out-order cut quiet">
              <WallCode>{order.code || UNKNOWN_VALUE_TEXT}</WallCode>
              {order.sentOn !== '' && ` · ${t('sentOnDay', { day: formatShortDate(order.sentOn, today) })}`}
            </span>
            <span className="out-due to-end">
              <DueMark {...order} />
            </span>
          </>
        )}
      </PagedRows>
    </div>
  );
}

/** Shows the orders with pieces at suppliers: the supplier, the pieces, when they were sent and when they are due. */
export const outsourcingOut = defineWidget({
  type: 'outsourcingOut',
  version: 1,
  title: 'outsourcingOut',
  area: 'orders',
  words,
  size: { w: 9, h: 9, minW: 6, minH: 4 },
  settings: {
    pageSeconds: number({ min: 8, max: 12, decimals: 0, initial: 10, unit: 'seconds' }),
  },
  source: () => ({ path: '/mes/form/outsourcingOut', params: {} }),
  Component: OutsourcingOutContent,
});
