import { Link } from 'react-router-dom';
import type { ProjectOrder } from '#shared/planning/project-figures.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { calculateLateness } from '#shared/rules/lateness.ts';
import { useElementWidth } from '#client/kit/charts/use-element-width.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { translateLateness } from '#client/production/describe-lateness.ts';
import { computeOrderSpans, type DaySpan } from '#client/production/order-spans.ts';
import type { OrderAxis } from './order-axis.ts';

interface Props {
  orders: readonly ProjectOrder[];
  axis: OrderAxis;
  /** The current time in milliseconds since 1970. */
  now: number;
  zone: string;
}

const ROW_HEIGHT_PX = 28;
const MIN_TICK_WIDTH_PX = 84;
/** The last position of a label, in percent. A label after this position would be cut off. */
const MAX_LABEL_POSITION = 92;

/** Draws a time span as a bar, or only the first part of the span if `share` is below 1. */
function SpanBar({
  axis,
  span,
  share = 1,
  y,
  height,
  className,
}: {
  axis: OrderAxis;
  span: DaySpan | null;
  share?: number;
  y: number;
  height: number;
  className: string;
}) {
  const position = span && axis.place(span);
  return position ? (
    <rect
      className={className}
      x={`${position.start}%`}
      width={`${position.width * share}%`}
      y={y}
      height={height}
      rx={2}
    />
  ) : null;
}

/** Draws the planned time of an order with the progress, the actual and the expected time, and the lateness. */
function OrderBars({ order, axis, now, zone }: Omit<Props, 'orders'> & { order: ProjectOrder }) {
  const { planned, actual, expected, late } = computeOrderSpans(order, now, zone);
  const workedSpan = actual ? { from: actual.from, to: (expected ?? actual).to } : expected;
  const today = axis.place({ from: axis.today, to: axis.today });
  return (
    <svg className="timeline-bars" width="100%" height={ROW_HEIGHT_PX} aria-hidden="true">
      <SpanBar axis={axis} span={planned} y={4} height={12} className="timeline-planned" />
      <SpanBar
        axis={axis}
        span={planned}
        share={Math.min(100, order.progress) / 100}
        y={4}
        height={12}
        className="timeline-progress"
      />
      <SpanBar axis={axis} span={workedSpan} y={19} height={5} className="timeline-worked" />
      <SpanBar axis={axis} span={late} y={18} height={7} className="timeline-late" />
      {today && <line className="timeline-today" x1={`${today.start}%`} x2={`${today.start}%`} y2="100%" />}
    </svg>
  );
}

/** The marks of the timeline with their meanings, in the order of the legend. */
const LEGEND = [
  ['timeline-planned', 'plannedTime'],
  ['timeline-progress', 'progress'],
  ['timeline-worked', 'actualAndExpected'],
  ['timeline-late', 'lateTime'],
] as const;

function TimelineLegend() {
  const t = useT();
  return (
    <ul className="timeline-legend">
      {LEGEND.map(([className, term]) => (
        <li key={className}>
          <svg width="20" height="10" aria-hidden="true">
            <rect className={className} x="1" y="1" width="18" height="8" rx="2" />
          </svg>
          {t(term)}
        </li>
      ))}
      <li>
        <svg width="20" height="12" aria-hidden="true">
          <line className="timeline-today" x1="10" x2="10" y2="12" />
        </svg>
        {t('today')}
      </li>
    </ul>
  );
}

/** Shows orders as bars over time. Each row is a link to its order, if the user may open orders. */
export function OrderTimeline({ orders, axis, now, zone }: Props) {
  const t = useT();
  const user = useUser();
  const mayOpenOrder = hasPermission(user, 'WORK_ORDER');
  const { ref, width } = useElementWidth();
  const ticks = axis
    .listTicks(Math.max(2, Math.floor(width / MIN_TICK_WIDTH_PX)))
    .filter(({ position }) => position <= MAX_LABEL_POSITION);
  const describeOrder = (order: ProjectOrder): string => {
    const { planned } = computeOrderSpans(order, now, zone);
    const lateness = calculateLateness(order, now, zone);
    return [
      `${order.code} ${order.name}`,
      t(order.state),
      planned ? t('planSpan', { from: planned.from, to: planned.to }) : t('noDates'),
      `${t('progress')} ${formatNumber(Math.floor(order.progress), 0)} %`,
      ...(lateness ? translateLateness(lateness, t) : []),
    ].join(' · ');
  };
  return (
    <div className="timeline">
      <TimelineLegend />
      <div className="timeline-row timeline-head" aria-hidden="true">
        <span />
        <div ref={ref} className="timeline-axis">
          {ticks.map(({ day, position }) => (
            <span key={day} style={{ insetInlineStart: `${position}%` }}>
              {day.slice(0, 4) === axis.today.slice(0, 4) ? day.slice(5) : day.slice(2)}
            </span>
          ))}
        </div>
      </div>
      <ol>
        {orders.map((order) => {
          const content = (
            <>
              <span className="timeline-name">
                <strong>{order.code}</strong> {order.name}
              </span>
              <OrderBars order={order} axis={axis} now={now} zone={zone} />
            </>
          );
          const description = describeOrder(order);
          return (
            <li key={order.id}>
              {mayOpenOrder ? (
                <Link
                  className="timeline-row"
                  to={`/order/${order.id}`}
                  aria-label={description}
                  title={description}
                >
                  {content}
                </Link>
              ) : (
                <div className="timeline-row" role="img" aria-label={description} title={description}>
                  {content}
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
