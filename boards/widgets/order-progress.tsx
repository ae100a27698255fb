import { useMemo, type CSSProperties } from 'react';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { choice, number, ref } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { ORDER_STATES, type OrderState } from '#shared/machines/work-order.ts';
import { useToday } from '#client/kit/live/use-server-clock.ts';
import { getStateStyle, LATE_STYLE } from '#client/kit/elements/state-style.ts';
import { useLang, useT, type Translate } from '#client/kit/words/t.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { formatFigure, formatShortDate, UNKNOWN_VALUE_TEXT } from '../kit/drawing/figure.ts';
import { buildLatenessTexts } from '../kit/drawing/orders/lateness-texts.ts';
import { PagedRows } from '../kit/drawing/paged-rows.tsx';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { buildGroupScopeParams } from '../kit/group-scope-params.ts';
import { buildReferenceParam } from '../kit/reference-param.ts';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import { computeColumnWidth } from '../kit/drawing/compute-column-width.ts';
import { WallCode } from '../kit/drawing/wall-code.tsx';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import './order-progress.css';

const words = {
  nameShown: ['第二列显示', 'Second column', '第二欄顯示', '2 列目の表示'],
  doneOfQuantity: ['完成/数量', 'Done / qty', '完成/數量', '完了/数量'],
  noOrdersInHand: ['没有在制工单', 'No open orders', '沒有在製工單', '進行中の指図はありません'],
} as const satisfies TermsByKey;

/** The maximum number of pages. With more pages, an order would be out of sight for too long. */
const MAX_PAGES = 2;

interface Order {
  id: string;
  code: string;
  name: string;
  customer: string;
  quantity: number | null;
  completedQuantity: number | null;
  progress: number | null;
  dueDate: string;
  overdueDays: number;
  expectedDelayDays: number | null;
  state: OrderState | null;
}

const readOrder = (row: ReportRow): Order => ({
  id: cellReaders.text(row, 'id'),
  code: cellReaders.text(row, 'code'),
  name: cellReaders.text(row, 'name'),
  customer: cellReaders.text(row, 'customerName'),
  quantity: cellReaders.number(row, 'quantity'),
  completedQuantity: cellReaders.number(row, 'completedQuantity'),
  progress: cellReaders.number(row, 'progress'),
  dueDate: cellReaders.text(row, 'dueDate'),
  overdueDays: cellReaders.number(row, 'lateDays') ?? 0,
  expectedDelayDays: cellReaders.number(row, 'expectedDelayDays'),
  state: ORDER_STATES.find((state) => state === row['state']) ?? null,
});

const isDone = ({ state }: Order): boolean => state === 'completed' || state === 'closed';

/**
 * Compares orders for sorting. Completed and closed orders come last. The other orders are sorted by the number of
 * overdue days, the most first, then by due date, with those without a due date at the end.
 */
const compareOrders = (one: Order, other: Order): number =>
  Number(isDone(one)) - Number(isDone(other)) ||
  other.overdueDays - one.overdueDays ||
  Number(one.dueDate === '') - Number(other.dueDate === '') ||
  one.dueDate.localeCompare(other.dueDate) ||
  one.code.localeCompare(other.code, undefined, { numeric: true }) ||
  Number(one.id) - Number(other.id);

function renderDueDate(order: Order, today: string, t: Translate<keyof typeof words>) {
  if (order.state && (isDone(order) || order.state === 'suspended')) {
    return <WallStateMark stateStyle={getStateStyle(order.state)}>{t(order.state)}</WallStateMark>;
  }
  const [firstText, ...otherTexts] = buildLatenessTexts(order, t);
  if (firstText)
    return (
      <>
        <WallStateMark stateStyle={LATE_STYLE}>{firstText}</WallStateMark>
        {otherTexts.map((text) => (
          <span key={text} className="order-also">{` · ${text}`}</span>
        ))}
      </>
    );
  return order.dueDate === '' ? UNKNOWN_VALUE_TEXT : formatShortDate(order.dueDate, today);
}

/**
 * Shows the expected delay of an overdue order. Only narrow tiles display it, in place of the name and percentage.
 */
const NarrowTileDelay = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => (
    <span key={text} className="order-expected cut wall-late" aria-hidden="true">
      {text}
    </span>
  ));

/**
 * Makes the style that sets the column widths. The widths depend on the values of all pages, so no column moves
 * when the page changes.
 */
const makeColumnStyle = (
  orders: readonly Order[],
  lang: Lang,
  t: Translate,
): CSSProperties & Record<'--code' | '--done' | '--due', string> => ({
  '--due': computeColumnWidth(orders.map((order) => `◆ ${buildLatenessTexts(order, t).join(' · ')}`)),
  '--code': computeColumnWidth(orders.map(({ code }) => code)),
  '--done': computeColumnWidth(
    orders.map(({ quantity }) => `${formatFigure(quantity, lang)}/${formatFigure(quantity, lang)}`),
  ),
});

function OrderProgressContent({
  settings,
  rows,
  areRowsKnown,
}: WidgetProps<{ pageSeconds: number; nameShown: 'name' | 'customer' }>) {
  const t = useT(words);
  const lang = useLang();
  const today = useToday();
  const orders = useMemo(() => rows.map(readOrder).sort(compareOrders), [rows]);
  if (orders.length === 0)
    return <TileMessage>{t(areRowsKnown ? 'noOrdersInHand' : 'waitingForData')}</TileMessage>;
  return (
    <div className="wall-table" style={makeColumnStyle(orders, lang, t)}>
      <div className="columns-head order-columns">
        <span className="order-code">{t('workOrder')}</span>
        <span className="order-name">{t(settings.nameShown)}</span>
        <span className="order-percent to-end">%</span>
        <span className="order-done to-end">{t('doneOfQuantity')}</span>
        <span className="order-due to-end">{t('dueDate')}</span>
      </div>
      <PagedRows
        rows={orders}
        keyOf={({ id }) => id}
        pageSeconds={settings.pageSeconds}
        maxPages={MAX_PAGES}
        rowClass="order-columns order-row"
        barOf={(order) => ({
          percent: order.progress ?? 0,
          className: isDone(order) ? 'is-done' : order.overdueDays > 0 ? 'is-late' : '',
        })}
      >
        {(order) => (
          <>
            <WallCode className="order-code">{order.code}</WallCode>
            <span className="order-name cut quiet">
              {settings.nameShown === 'customer' ? order.customer : order.name}
            </span>
            <NarrowTileDelay texts={buildLatenessTexts(order, t).slice(1)} />
            <ChangedValue className="order-percent to-end">
              {order.progress === null ? UNKNOWN_VALUE_TEXT : formatFigure(Math.floor(order.progress), lang)}
            </ChangedValue>
            <span className="order-done to-end">
              <ChangedValue>{formatFigure(order.completedQuantity, lang)}</ChangedValue>
              <span className="quiet">/{formatFigure(order.quantity, lang)}</span>
            </span>
            <span className="order-due cut to-end">{renderDueDate(order, today, t)}</span>
          </>
        )}
      </PagedRows>
    </div>
  );
}

/** Shows at most two pages of orders, the most overdue first, each with a bar for its progress. */
export const orderProgress = defineWidget({
  type: 'orderProgress',
  version: 1,
  title: 'orderProgress',
  area: 'orders',
  words,
  size: { w: 18, h: 15, minW: 8, minH: 8 },
  settings: {
    customerId: ref('customer'),
    ...GROUP_SCOPE_FIELDS,
    pageSeconds: number({ min: 8, max: 12, decimals: 0, initial: 10, unit: 'seconds' }),
    nameShown: choice(['name', 'customer'], { initial: 'name' }),
  },
  source: ({ customerId, ...settings }, variables) => ({
    path: '/mes/form/orderProgress',
    params: {
      ...buildReferenceParam('customerId', customerId, variables.customer),
      ...buildGroupScopeParams(settings, variables),
    },
  }),
  Component: OrderProgressContent,
});
