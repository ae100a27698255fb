import type { CSSProperties } from 'react';
import { ref } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { ORDER_STATES, type OrderState } from '#shared/machines/work-order.ts';
import { addDays, countDaysBetween, isDay } from '#shared/rules/days.ts';
import { getStateStyle, LATE_STYLE } from '#client/kit/elements/state-style.ts';
import { useServerTimeInMinutes } from '#client/kit/live/use-server-clock.ts';
import { formatDuration, localTimeToInstant, toLocalDay } from '#client/kit/words/formats.ts';
import { useLang, useT, type Translate } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { formatFigure, formatShortDate } from '../kit/drawing/figure.ts';
import { estimateTextWidthEm } from '../kit/drawing/measure-text-em.ts';
import { WallCode } from '../kit/drawing/wall-code.tsx';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import { buildReferenceParam } from '../kit/reference-param.ts';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import './due-countdown.css';

const words = {
  dueCountdown: ['交期倒计时', 'Time to due date', '交期倒數', '納期までの時間'],
  noOrderToCount: ['没有可显示的工单', 'No order to show', '沒有可顯示的工單', '表示できる指図がありません'],
  dueInTime: ['还剩 {{time}}', '{{time}} left', '還剩 {{time}}', '残り {{time}}'],
} as const satisfies TermsByKey;

const MINUTE_MS = 60_000;

interface Order {
  code: string;
  name: string;
  customer: string;
  state: OrderState | null;
  progress: number | null;
  dueDate: string;
  endedOn: string;
  expectedOn: string;
  expectedDelayDays: number | null;
}

const readDay = (row: ReportRow, name: string): string => {
  const text = cellReaders.text(row, name);
  return isDay(text) ? text : '';
};

const readOrder = (row: ReportRow): Order => ({
  code: cellReaders.text(row, 'code'),
  name: cellReaders.text(row, 'name'),
  customer: cellReaders.text(row, 'customerName'),
  state: ORDER_STATES.find((state) => state === row['state']) ?? null,
  progress: cellReaders.number(row, 'progress'),
  dueDate: readDay(row, 'dueDate'),
  endedOn: readDay(row, 'endedOn'),
  expectedOn: readDay(row, 'expectedOn'),
  expectedDelayDays: cellReaders.number(row, 'expectedDelayDays'),
});

/**
 * Describes how much time is left: whole days, the hours and minutes on the due day, or by how many days the due day
 * has passed.
 * @param now the current time in epoch milliseconds
 */
function describeTimeLeft(
  dueDate: string,
  now: number,
  zone: string,
  t: Translate<keyof typeof words>,
): { text: string; isLate: boolean } {
  const days = countDaysBetween(toLocalDay(zone, now), dueDate);
  if (days < 0) return { text: t('overdueByDays', { days: -days }), isLate: true };
  if (days > 0) return { text: t('daysLeft', { days }), isLate: false };
  const end = Date.parse(localTimeToInstant(`${addDays(dueDate, 1)}T00:00`, zone) ?? '');
  const seconds = Math.max(0, Math.floor((end - now) / 1000));
  return { text: t('dueInTime', { time: formatDuration(seconds) }), isLate: false };
}

/** Describes how an order ended: the day, and by how many days it was late or early. */
function describeEnd({ dueDate, endedOn }: Order, today: string, t: Translate): string {
  if (endedOn === '') return '';
  const day = t('finishedOn', { day: formatShortDate(endedOn, today) });
  if (dueDate === '') return day;
  const days = countDaysBetween(dueDate, endedOn);
  if (days === 0) return `${day} · ${t('onTime')}`;
  return `${day} · ${t(days > 0 ? 'finishedLateByDays' : 'aheadByDays', { days: Math.abs(days) })}`;
}

/** Makes the style that passes the approximate width of a text in em to CSS, which computes the text size from it. */
const makeWidthStyle = (text: string): CSSProperties & Record<'--width', number> => ({
  '--width': estimateTextWidthEm(text) + 1.3,
});

function DueCountdownContent({ rows, areRowsKnown }: WidgetProps<{ orderId: number | null }>) {
  const t = useT(words);
  const lang = useLang();
  const zone = useTimeZone();
  const now = useServerTimeInMinutes() * MINUTE_MS;
  const [row] = rows;
  if (!row) return <TileMessage>{t(areRowsKnown ? 'noOrderToCount' : 'waitingForData')}</TileMessage>;
  const order = readOrder(row);
  const { state, dueDate, expectedOn, expectedDelayDays, progress } = order;
  const today = toLocalDay(zone, now);
  const isOver = state === 'completed' || state === 'closed' || state === 'cancelled';
  const timeLeft = dueDate === '' ? null : describeTimeLeft(dueDate, now, zone, t);
  const headline = isOver ? t(state) : (timeLeft?.text ?? t('noDueDate'));
  const isLate = !isOver && timeLeft?.isLate === true;
  const isExpectedLate = !isOver && (expectedDelayDays ?? 0) > 0;
  const expectedText = expectedOn === '' ? '' : t('expectedOn', { day: formatShortDate(expectedOn, today) });
  const barStyle: CSSProperties = { inlineSize: `${Math.max(0, Math.min(100, progress ?? 0))}%` };
  return (
    <div className="countdown">
      <div className="countdown-order">
        <WallCode>{order.code}</WallCode>
        <span className="cut quiet">{[order.name, order.customer].filter(Boolean).join(' · ')}</span>
      </div>
      <strong className="countdown-left" style={makeWidthStyle(headline)}>
        <span>
          {isOver ? (
            <WallStateMark stateStyle={getStateStyle(state)}>{headline}</WallStateMark>
          ) : isLate ? (
            <WallStateMark stateStyle={LATE_STYLE}>{headline}</WallStateMark>
          ) : (
            <ChangedValue>{headline}</ChangedValue>
          )}
        </span>
      </strong>
      <div className="countdown-facts">
        <span className="quiet">
          {dueDate !== '' && t('dueOn', { day: formatShortDate(dueDate, today) })}
        </span>
        <span className="cut">
          {isOver ? (
            describeEnd(order, today, t)
          ) : isExpectedLate && expectedText !== '' ? (
            <WallStateMark stateStyle={LATE_STYLE}>{expectedText}</WallStateMark>
          ) : (
            expectedText
          )}
        </span>
      </div>
      <div className="countdown-progress">
        <span className={`countdown-bar${isOver ? ' is-done' : isLate ? ' is-late' : ''}`} aria-hidden="true">
          <span style={barStyle} />
        </span>
        <ChangedValue>
          {progress === null ? formatFigure(null, lang) : `${formatFigure(Math.floor(progress), lang)} %`}
        </ChangedValue>
      </div>
    </div>
  );
}

/**
 * Shows how much time is left until the due date of an order, or how long ago the date has passed. If
 * no order is chosen, shows the most overdue order, or else the order that is due first.
 */
export const dueCountdown = defineWidget({
  type: 'dueCountdown',
  version: 1,
  title: 'dueCountdown',
  area: 'orders',
  words,
  size: { w: 8, h: 8, minW: 6, minH: 4 },
  settings: { orderId: ref('workOrder', { label: 'workOrder' }) },
  source: ({ orderId }, { order }) => ({
    path: '/mes/form/orderSchedule',
    params: { ...buildReferenceParam('orderId', orderId, order), limit: '1' },
  }),
  Component: DueCountdownContent,
});
