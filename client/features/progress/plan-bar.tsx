import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import type { OrderLatenessData } from '#shared/rules/lateness.ts';
import { computeOrderSpans, type DaySpan } from '#client/production/order-spans.ts';
import { computeAxisPosition, formatShortDay, type TimeAxis } from './time-axis.ts';
import './plan-bar.css';

interface Props {
  order: OrderLatenessData;
  axis: TimeAxis;
  /** The current time in milliseconds since 1970. */
  now: number;
}

/**
 * Draws a time span on the axis, or only the first part of the span if `share` is below 1. Draws
 * nothing if there is no span, or if the span is outside the axis.
 */
function SpanBar({
  axis,
  span,
  share,
  className,
}: {
  axis: TimeAxis;
  span: DaySpan | null;
  share?: number;
  className: string;
}) {
  if (!span) return null;
  const { start, length, side } = computeAxisPosition(axis, span, share);
  if (side) return null;
  return <span className={className} style={{ insetInlineStart: `${start}%`, inlineSize: `${length}%` }} />;
}

/** Draws an order on the time axis. The plan is above the actual and the expected times. */
export function PlanBar({ order, axis, now }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const { planned, actual, expected, late } = computeOrderSpans(order, now, zone);
  const wholeSpan = actual ? { from: actual.from, to: (expected ?? actual).to } : expected;
  const formatDay = (day: string) => formatShortDay(day, axis.today);
  const toTermParams = ({ from, to }: DaySpan) => ({ from: formatDay(from), to: formatDay(to) });
  const descriptions: string[] = [];
  if (planned) descriptions.push(t('planSpan', toTermParams(planned)));
  if (wholeSpan && actual)
    descriptions.push(t(expected ? 'expectedSpan' : 'actualSpan', toTermParams(wholeSpan)));
  else if (expected) descriptions.push(t('expectedOn', { day: formatDay(expected.to) }));
  const sides = [planned, wholeSpan]
    .filter((span) => span !== null)
    .map((span) => computeAxisPosition(axis, span).side);
  const isOutsideAxis = sides.length > 0 && !sides.includes(null);
  const today = computeAxisPosition(axis, { from: axis.today, to: axis.today });
  return (
    <div
      className="plan-bar"
      role="img"
      aria-label={descriptions.join('; ') || t('noDates')}
      title={descriptions.join('\n')}
    >
      <span className="plan-today" style={{ insetInlineStart: `${today.start}%` }} />
      <SpanBar axis={axis} span={planned} className="plan-planned" />
      <SpanBar axis={axis} span={wholeSpan} className="plan-expected" />
      <SpanBar axis={axis} span={actual} className="plan-actual" />
      <SpanBar axis={axis} span={late} className="plan-late" />
      <SpanBar
        axis={axis}
        span={wholeSpan}
        share={Math.min(100, order.progress) / 100}
        className="plan-progress"
      />
      {isOutsideAxis && (
        <span className={`plan-away plan-${sides[0]}`} aria-hidden="true">
          {sides[0] === 'before' ? '◂' : '▸'} {descriptions[0]}
        </span>
      )}
      {descriptions.length === 0 && <span className="plan-none">{t('noDates')}</span>}
    </div>
  );
}
