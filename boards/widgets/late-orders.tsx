import { useMemo, type CSSProperties } from 'react';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { number, ref } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { CAUSE_KINDS } from '#shared/planning/engine/proposal.ts';
import { groupBy } from '#shared/planning/group-by.ts';
import { isDay } from '#shared/rules/days.ts';
import {
  describeNamedCauses,
  formatLateness,
  type NamedCause,
} from '#client/production/plan/describe-causes.ts';
import { useToday } from '#client/kit/live/use-server-clock.ts';
import { LATE_STYLE } from '#client/kit/elements/state-style.ts';
import { formatLocalTime, formatMoment } from '#client/kit/words/formats.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { formatFigure, formatShortDate, UNKNOWN_VALUE_TEXT } from '../kit/drawing/figure.ts';
import { PagedRows } from '../kit/drawing/paged-rows.tsx';
import { WallCode } from '../kit/drawing/wall-code.tsx';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import { buildGroupScopeParams } from '../kit/group-scope-params.ts';
import { buildReferenceParam } from '../kit/reference-param.ts';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import './late-orders.css';

const words = {
  noOrdersLate: ['没有工单会延迟', 'No order will be late', '沒有工單會延遲', '遅れる指図はありません'],
  causeCount: ['显示原因数', 'Reasons shown', '顯示原因數', '表示する理由の数'],
  dueThenEnd: [
    '交期 {{due}}，预计 {{end}}',
    'due {{due}}, ready {{end}}',
    '交期 {{due}}，預計 {{end}}',
    '納期 {{due}}、見込み {{end}}',
  ],
} as const satisfies TermsByKey;

const MAX_PAGES = 6;
interface Settings {
  customerId: number | null;
  causeCount: number;
  pageSeconds: number;
}

interface Order {
  readonly id: string;
  readonly position: number;
  readonly code: string;
  /** The name of the order and the name of its customer, in one text. */
  readonly name: string;
  readonly dueDate: string;
  readonly endsAt: string;
  readonly lateMinutes: number;
  readonly causes: readonly NamedCause[];
}

const readCause = (row: ReportRow): NamedCause => ({
  kind: CAUSE_KINDS.find((kind) => kind === row['cause']) ?? 'others',
  minutes: cellReaders.number(row, 'causeMinutes') ?? 0,
  machineName: cellReaders.text(row, 'deviceName'),
  orderCodes: cellReaders.text(row, 'behindOrders').split(', ').filter(Boolean),
  orderCount: cellReaders.number(row, 'behindCount') ?? 0,
});

/** Groups the rows of causes by order. The order with the longest delay comes first. */
function readOrders(rows: readonly ReportRow[]): Order[] {
  const readPosition = (row: ReportRow, name: string) => cellReaders.number(row, name) ?? 0;
  return [...groupBy(rows, (row) => cellReaders.text(row, 'id'))]
    .map(([id, orderRows]): Order => {
      const firstRow = orderRows[0]!;
      return {
        id,
        position: readPosition(firstRow, 'position'),
        code: cellReaders.text(firstRow, 'orderCode'),
        name: [cellReaders.text(firstRow, 'name'), cellReaders.text(firstRow, 'customerName')]
          .filter(Boolean)
          .join(' · '),
        dueDate: cellReaders.text(firstRow, 'dueDate'),
        endsAt: cellReaders.instant(firstRow, 'endsAt'),
        lateMinutes: cellReaders.number(firstRow, 'lateMinutes') ?? 0,
        causes: orderRows
          .toSorted((a, b) => readPosition(a, 'causePosition') - readPosition(b, 'causePosition'))
          .map(readCause),
      };
    })
    .sort((a, b) => a.position - b.position);
}

function LateOrdersContent({ settings, rows, areRowsKnown }: WidgetProps<Settings>) {
  const t = useT(words);
  const lang = useLang();
  const zone = useTimeZone();
  const today = useToday();
  const orders = useMemo(() => readOrders(rows), [rows]);
  if (orders.length === 0)
    return <TileMessage>{t(areRowsKnown ? 'noOrdersLate' : 'waitingForData')}</TileMessage>;
  const style: CSSProperties & Record<'--reasons', number> = { '--reasons': settings.causeCount };
  const formatDay = (day: string) => (isDay(day) ? formatShortDate(day, today) : UNKNOWN_VALUE_TEXT);
  const plannedAt = cellReaders.instant(rows[0]!, 'plannedAt');
  return (
    <div className="wall-table late-orders" style={style}>
      <p className="late-orders-count wall-late">
        <WallStateMark stateStyle={LATE_STYLE}>{t('lateOrdersCount')}</WallStateMark>{' '}
        <ChangedValue>{formatFigure(orders.length, lang)}</ChangedValue>
        {plannedAt !== '' && (
          <span className="quiet">{t('planOfTime', { time: formatMoment(plannedAt, zone) })}</span>
        )}
      </p>
      <PagedRows
        rows={orders}
        keyOf={({ id }) => id}
        pageSeconds={settings.pageSeconds}
        maxPages={MAX_PAGES}
        rowClass="late-orders-row"
        marksNew
      >
        {(order) => (
          <>
            <WallCode className="late-orders-code">{order.code || UNKNOWN_VALUE_TEXT}</WallCode>
            <span className="late-orders-name cut quiet">{order.name}</span>
            <span className="late-orders-late wall-late to-end">
              <WallStateMark stateStyle={LATE_STYLE}>{formatLateness(order.lateMinutes, t)}</WallStateMark>
            </span>
            <span className="late-orders-reasons">
              {describeNamedCauses(order.causes, t, settings.causeCount).map((reason) => (
                <span key={reason} className="cut">
                  {reason}
                </span>
              ))}
            </span>
            <span className="late-orders-days cut quiet to-end">
              {t('dueThenEnd', {
                due: formatDay(order.dueDate),
                end: formatDay(order.endsAt === '' ? '' : formatLocalTime(order.endsAt, zone).slice(0, 10)),
              })}
            </span>
          </>
        )}
      </PagedRows>
    </div>
  );
}

/**
 * Shows the orders that the applied plan ends after their due date, with their causes. The longest delay comes first.
 */
export const lateOrders = defineWidget({
  type: 'lateOrders',
  version: 1,
  title: 'lateOrders',
  area: 'orders',
  words,
  size: { w: 12, h: 12, minW: 8, minH: 6 },
  settings: {
    customerId: ref('customer'),
    ...GROUP_SCOPE_FIELDS,
    causeCount: number({ min: 1, max: 4, decimals: 0, initial: 3 }),
    pageSeconds: number({ min: 8, max: 12, decimals: 0, initial: 10, unit: 'seconds' }),
  },
  source: ({ customerId, ...settings }, variables) => ({
    path: '/mes/form/lateOrders',
    params: {
      ...buildReferenceParam('customerId', customerId, variables.customer),
      ...buildGroupScopeParams(settings, variables),
    },
  }),
  Component: LateOrdersContent,
});
