import { useMemo, type CSSProperties } from 'react';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { number, ref } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { ORDER_STATES, type OrderState } from '#shared/machines/work-order.ts';
import { addDays, isDay } from '#shared/rules/days.ts';
import { getStateStyle, LATE_STYLE } from '#client/kit/elements/state-style.ts';
import { useServerTimeInMinutes } from '#client/kit/live/use-server-clock.ts';
import { formatLocalTime } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { computeColumnWidth, computeColumnWidthForAll } from '../kit/drawing/compute-column-width.ts';
import { DueMark } from '../kit/drawing/orders/due-mark.tsx';
import { formatShortDate, UNKNOWN_VALUE_TEXT } from '../kit/drawing/figure.ts';
import {
  listGanttTicks,
  makeGanttAxis,
  makeGanttBar,
  type GanttAxis,
} from '../kit/drawing/orders/gantt-bars.ts';
import { buildLatenessTexts } from '../kit/drawing/orders/lateness-texts.ts';
import { PagedRows } from '../kit/drawing/paged-rows.tsx';
import { WallCode } from '../kit/drawing/wall-code.tsx';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import { buildGroupScopeParams } from '../kit/group-scope-params.ts';
import { buildReferenceParam } from '../kit/reference-param.ts';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import './order-gantt.css';

const words = {
  spanDays: ['显示天数', 'Days shown', '顯示天數', '表示日数'],
  noOrdersScheduled: ['没有在制工单', 'No open orders', '沒有在製工單', '進行中の指図はありません'],
  barPlanned: ['计划', 'Planned', '計劃', '計画'],
  barActual: ['实际', 'Actual', '實際', '実績'],
  barExpected: ['预计', 'Expected', '預計', '見込み'],
} as const satisfies TermsByKey;

const MAX_PAGES = 4;
const MAX_TICKS = 8;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

interface Order {
  id: string;
  position: number;
  code: string;
  name: string;
  state: OrderState | null;
  plannedStart: string;
  dueDate: string;
  startedOn: string;
  endedOn: string;
  expectedOn: string;
  overdueDays: number;
  expectedDelayDays: number | null;
}

const readDay = (row: ReportRow, name: string): string => {
  const text = cellReaders.text(row, name);
  return isDay(text) ? text : '';
};

const readOrder = (row: ReportRow): Order => ({
  id: cellReaders.text(row, 'id'),
  position: cellReaders.number(row, 'position') ?? 0,
  code: cellReaders.text(row, 'code'),
  name: cellReaders.text(row, 'name'),
  state: ORDER_STATES.find((state) => state === row['state']) ?? null,
  plannedStart: readDay(row, 'plannedStart'),
  dueDate: readDay(row, 'dueDate'),
  startedOn: readDay(row, 'startedOn'),
  endedOn: readDay(row, 'endedOn'),
  expectedOn: readDay(row, 'expectedOn'),
  overdueDays: cellReaders.number(row, 'overdueDays') ?? 0,
  expectedDelayDays: cellReaders.number(row, 'expectedDelayDays'),
});

const isLate = ({ overdueDays, expectedDelayDays }: Order): boolean =>
  overdueDays > 0 || (expectedDelayDays ?? 0) > 0;

interface BarProps {
  /** The positions on the axis at which the bar begins and ends; null if unknown. */
  from: number | null;
  to: number | null;
  className: string;
  /** The vertical position and the height in percent of the row. */
  top: number;
  height: number;
}

function Bar({ from, to, className, top, height }: BarProps) {
  const bar = makeGanttBar(from, to);
  if (!bar) return null;
  return (
    <rect
      className={className}
      x={`${bar.start}%`}
      width={`${bar.width}%`}
      y={`${top}%`}
      height={`${height}%`}
    />
  );
}

/**
 * Draws the planned days of an order above its actual days. The expected days follow the actual days; those after the
 * due day are marked as late.
 * @param nowPosition the position of the current time
 */
function OrderBars({ order, axis, nowPosition }: { order: Order; axis: GanttAxis; nowPosition: number }) {
  const { plannedStart, dueDate, startedOn, endedOn, expectedOn, state } = order;
  const getDayStart = (day: string) => (day === '' ? null : axis.computePosition(day));
  const getDayEnd = (day: string) => (day === '' ? null : axis.computePosition(addDays(day, 1)));
  const isOver = state === 'completed' || state === 'closed';
  const duePosition = getDayEnd(dueDate);
  const expectedPosition = getDayEnd(expectedOn);
  const expectedStartPosition =
    startedOn === '' ? Math.max(nowPosition, getDayStart(plannedStart) ?? nowPosition) : nowPosition;
  const isExpectedLate = duePosition !== null && expectedPosition !== null && expectedPosition > duePosition;
  return (
    <svg className="gantt-bars" aria-hidden="true">
      <Bar
        from={getDayStart(plannedStart || dueDate)}
        to={duePosition}
        className="gantt-planned"
        top={16}
        height={20}
      />
      <Bar
        from={getDayStart(startedOn)}
        to={isOver ? getDayEnd(endedOn) : nowPosition}
        className={isOver ? 'gantt-actual is-done' : 'gantt-actual'}
        top={46}
        height={32}
      />
      <Bar
        from={expectedStartPosition}
        to={isExpectedLate ? duePosition : expectedPosition}
        className="gantt-expected"
        top={46}
        height={32}
      />
      {isExpectedLate && (
        <Bar
          from={Math.max(duePosition, expectedStartPosition)}
          to={expectedPosition}
          className="gantt-expected is-late"
          top={46}
          height={32}
        />
      )}
      {duePosition !== null && duePosition >= 0 && duePosition <= 100 && (
        <line className="gantt-due" x1={`${duePosition}%`} x2={`${duePosition}%`} y1="8%" y2="86%" />
      )}
      <line className="gantt-now" x1={`${nowPosition}%`} x2={`${nowPosition}%`} y1="0" y2="100%" />
    </svg>
  );
}

/** Shows the delay of a late order, the state of an ended or suspended order, otherwise the due date. */
function OrderMark({ order }: { order: Order }) {
  const t = useT();
  const [latenessText] = buildLatenessTexts(order, t);
  if (latenessText) return <WallStateMark stateStyle={LATE_STYLE}>{latenessText}</WallStateMark>;
  if (order.state === 'completed' || order.state === 'closed' || order.state === 'suspended')
    return <WallStateMark stateStyle={getStateStyle(order.state)}>{t(order.state)}</WallStateMark>;
  return <DueMark {...order} />;
}

function OrderGanttContent({
  settings,
  rows,
  areRowsKnown,
}: WidgetProps<{ spanDays: number; customerId: number | null; pageSeconds: number }>) {
  const t = useT(words);
  const zone = useTimeZone();
  const localTime = formatLocalTime(useServerTimeInMinutes() * MINUTE_MS, zone);
  const today = localTime.slice(0, 10);
  const axis = useMemo(() => makeGanttAxis(today, settings.spanDays), [today, settings.spanDays]);
  const orders = useMemo(
    () => rows.map(readOrder).sort((one, other) => one.position - other.position),
    [rows],
  );
  if (orders.length === 0)
    return <TileMessage>{t(areRowsKnown ? 'noOrdersScheduled' : 'waitingForData')}</TileMessage>;
  const elapsedDayShare =
    (Number(localTime.slice(11, 13)) * 60 + Number(localTime.slice(14, 16))) / DAY_MINUTES;
  const nowPosition = axis.computePosition(today) + (elapsedDayShare * 100) / settings.spanDays;
  const style: CSSProperties & Record<'--code' | '--mark', string> = {
    '--code': computeColumnWidth(orders.map(({ code }) => code)),
    // The column is wide enough for every mark, because the lateness is the purpose of the chart.
    '--mark': computeColumnWidthForAll(orders.map((order) => `◆ ${buildLatenessTexts(order, t)[0] ?? ''}`)),
  };
  return (
    <div className="wall-table gantt" style={style}>
      <div className="columns-head gantt-columns">
        <span className="gantt-legend">
          {(['planned', 'actual', 'expected'] as const).map((bar) => (
            <span key={bar}>
              <span className={`gantt-sample is-${bar}`} aria-hidden="true" />
              {t(bar === 'planned' ? 'barPlanned' : bar === 'actual' ? 'barActual' : 'barExpected')}
            </span>
          ))}
        </span>
        <span className="gantt-axis">
          {listGanttTicks(axis, MAX_TICKS).map(({ day, position }) => (
            <span key={day} style={{ insetInlineStart: `${position}%` }}>
              {formatShortDate(day, today)}
            </span>
          ))}
        </span>
      </div>
      <PagedRows
        rows={orders}
        keyOf={({ id }) => id}
        pageSeconds={settings.pageSeconds}
        maxPages={MAX_PAGES}
        rowClass="gantt-columns gantt-row"
      >
        {(order) => (
          <>
            <WallCode className="gantt-code">{order.code || UNKNOWN_VALUE_TEXT}</WallCode>
            <span className="gantt-name cut quiet">{order.name}</span>
            <span className={`gantt-track${isLate(order) ? ' is-late' : ''}`}>
              <OrderBars order={order} axis={axis} nowPosition={nowPosition} />
            </span>
            <span className="gantt-mark cut to-end">
              <OrderMark order={order} />
            </span>
          </>
        )}
      </PagedRows>
    </div>
  );
}

/**
 * Shows the planned, actual and expected days of orders as bars along a time axis, and marks the
 * current time. The most overdue orders come first.
 */
export const orderGantt = defineWidget({
  type: 'orderGantt',
  version: 1,
  title: 'orderSchedule',
  area: 'orders',
  words,
  size: { w: 24, h: 14, minW: 6, minH: 4 },
  settings: {
    spanDays: number({ min: 7, max: 180, decimals: 0, initial: 28 }),
    customerId: ref('customer'),
    ...GROUP_SCOPE_FIELDS,
    pageSeconds: number({ min: 8, max: 12, decimals: 0, initial: 10, unit: 'seconds' }),
  },
  source: ({ customerId, ...settings }, variables) => ({
    path: '/mes/form/orderSchedule',
    params: {
      ...buildReferenceParam('customerId', customerId, variables.customer),
      ...buildGroupScopeParams(settings, variables),
    },
  }),
  Component: OrderGanttContent,
});
