import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import type { OrderLatenessData } from '#shared/rules/lateness.ts';
import { computeOrderSpans } from './order-spans.ts';
import { computeAxisPosition, formatShortDay, type DaySpan, type TimeAxis } from './time-axis.ts';
import './plan-bar.css';

interface Props {
  order: OrderLatenessData;
  axis: TimeAxis;
  /** The current time in milliseconds since 1970. */
  now: number;
}

/**
 * Draws a time span on the axis, or only its first `part` (0 to 1). Draws nothing if there is no span, or
 * if the span is outside the axis.
 */
function SpanBar({
  axis,
  span,
  part,
  name,
}: {
  axis: TimeAxis;
  span: DaySpan | null;
  part?: number;
  name: string;
}) {
  if (!span) return null;
  const { start, length, beyond } = computeAxisPosition(axis, span, part);
  if (beyond) return null;
  return <span className={name} style={{ insetInlineStart: `${start}%`, inlineSize: `${length}%` }} />;
}

/** Draws an order on the time axis. The plan is above the actual and the expected times. */
export function PlanBar({ order, axis, now }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const { planned, actual, expected, late } = computeOrderSpans(order, now, zone);
  const whole = actual ? { from: actual.from, to: (expected ?? actual).to } : expected;
  const short = (day: string) => formatShortDay(day, axis.today);
  const say = ({ from, to }: DaySpan) => ({ from: short(from), to: short(to) });
  const words: string[] = [];
  if (planned) words.push(t('planSpan', say(planned)));
  if (whole && actual) words.push(t(expected ? 'expectedSpan' : 'actualSpan', say(whole)));
  else if (expected) words.push(t('expectedOn', { day: short(expected.to) }));
  const beyond = [planned, whole].map((span) => span && computeAxisPosition(axis, span).beyond);
  const isAway = beyond.some(Boolean) && beyond.every((one) => one !== null || one === undefined);
  const today = computeAxisPosition(axis, { from: axis.today, to: axis.today });
  return (
    <div
      className="plan-bar"
      role="img"
      aria-label={words.join('; ') || t('noDates')}
      title={words.join('\n')}
    >
      <span className="plan-today" style={{ insetInlineStart: `${today.start}%` }} />
      <SpanBar axis={axis} span={planned} name="plan-planned" />
      <SpanBar axis={axis} span={whole} name="plan-expected" />
      <SpanBar axis={axis} span={actual} name="plan-actual" />
      <SpanBar axis={axis} span={late} name="plan-late" />
      <SpanBar axis={axis} span={whole} part={Math.min(100, order.progress) / 100} name="plan-progress" />
      {isAway && (
        <span className={`plan-away plan-${beyond.find(Boolean)}`} aria-hidden="true">
          {beyond.find(Boolean) === 'before' ? '◂' : '▸'} {words[0]}
        </span>
      )}
      {words.length === 0 && <span className="plan-none">{t('noDates')}</span>}
    </div>
  );
}
