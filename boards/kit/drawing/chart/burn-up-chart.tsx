import { area, line, scaleLinear } from 'd3';
import { useLang, useT } from '#client/kit/words/t.ts';
import { estimateTextWidthEm } from '../measure-text-em.ts';
import { formatFigure } from '../figure.ts';
import { sumHours, type HourOutput } from './hour-output.ts';
import { AXIS_TEXT_SHARE, computeAxisHeight, HourAxis, NowMark } from './hour-axis.tsx';
import type { BoxSize } from '../use-box-size.ts';

/** An instant in epoch milliseconds, and the quantity that is reached then. */
interface Point {
  readonly at: number;
  readonly quantity: number;
}

interface Props {
  /** The hours in the order of time; at least one. */
  hours: readonly HourOutput[];
  /** The current time in epoch milliseconds. */
  now: number;
  size: BoxSize;
}

/** Returns the sum of a figure at the end of each hour. The first point is 0 at the start of the first hour. */
function cumulateQuantityByHour(hours: readonly HourOutput[], name: 'planned' | 'good'): Point[] {
  const points: Point[] = [{ at: hours[0]!.startsAt, quantity: 0 }];
  for (const hour of hours) points.push({ at: hour.endsAt, quantity: points.at(-1)!.quantity + hour[name] });
  return points;
}

/** Returns the points of the good quantity. The point of the current hour is at the current time. */
const cumulateGoodQuantityUntil = (hours: readonly HourOutput[], now: number): Point[] =>
  cumulateQuantityByHour(
    hours.filter(({ startsAt }, index) => index === 0 || startsAt < now),
    'good',
  ).map(({ at, quantity }) => ({ at: Math.min(at, Math.max(now, hours[0]!.startsAt)), quantity }));

/**
 * Draws the good quantity that is reached at each hour, the quantity that is planned by then, the
 * current time, and the difference between both quantities now.
 */
export function BurnUpChart({ hours, now, size: { width, height, fontSizePx } }: Props) {
  const t = useT();
  const lang = useLang();
  const labelSizePx = fontSizePx * AXIS_TEXT_SHARE;
  const hasAxis = height > computeAxisHeight(fontSizePx) + 2 * labelSizePx;
  const [top, bottom] = [labelSizePx * 1.3, height - (hasAxis ? computeAxisHeight(fontSizePx) : 2)];
  const [from, until] = [hours[0]!.startsAt, hours.at(-1)!.endsAt];
  const [planned, good] = [sumHours(hours, 'planned'), sumHours(hours, 'good')];
  const plannedNow = sumHours(hours, 'plannedNow');
  const x = scaleLinear([from, until], [8, width - 8]);
  const y = scaleLinear([0, Math.max(planned, good, 1)], [bottom, top]);
  const goodPoints = cumulateGoodQuantityUntil(hours, now);
  const drawLine = line<Point>(
    ({ at }) => x(at),
    ({ quantity }) => y(quantity),
  );
  const drawArea = area<Point>(
    ({ at }) => x(at),
    bottom,
    ({ quantity }) => y(quantity),
  );
  const isNowOnAxis = now >= from && now <= until;
  const endX = x(goodPoints.at(-1)!.at);
  const goodText = `${t('good')} ${formatFigure(good, lang)}`;
  const isRightOfEnd = endX + labelSizePx * (estimateTextWidthEm(goodText) + 1) < width;
  const isBehind = good < plannedNow;
  // If the output is behind the plan, the label is below the point; otherwise it is above. So it never covers the plan
  // line.
  const goodY = isBehind
    ? Math.min(y(good) + labelSizePx * 1.2, bottom - labelSizePx * 0.4)
    : y(good) - labelSizePx * 0.5;
  return (
    <svg className="chart" width={width} height={height} aria-hidden="true">
      <path className="chart-good-area" d={drawArea(goodPoints) ?? ''} />
      <path className="chart-good" d={drawLine(goodPoints) ?? ''} />
      {planned > 0 && (
        <path className="chart-plan" d={drawLine(cumulateQuantityByHour(hours, 'planned')) ?? ''} />
      )}
      {isNowOnAxis && <NowMark x={x(now)} top={top - labelSizePx * 1.1} bottom={bottom} />}
      {isNowOnAxis && planned > 0 && (
        <line
          className={isBehind ? 'chart-gap is-behind' : 'chart-gap'}
          x1={x(now)}
          x2={x(now)}
          y1={y(good)}
          y2={y(plannedNow)}
        />
      )}
      {hasAxis ? (
        <HourAxis x={x} bottom={bottom} fontSizePx={fontSizePx} />
      ) : (
        <line className="chart-baseline" x1={8} x2={width - 8} y1={bottom} y2={bottom} />
      )}
      {planned > 0 && (
        <text
          className="chart-plan-text"
          x={width - 8}
          y={y(planned) + (good > planned ? labelSizePx * 1.3 : -labelSizePx * 0.4)}
          textAnchor="end"
        >
          {`${t('plannedQuantity')} ${formatFigure(planned, lang)}`}
        </text>
      )}
      <text
        className="chart-value"
        x={isRightOfEnd ? endX + labelSizePx * 0.5 : endX - labelSizePx * 0.5}
        y={goodY}
        textAnchor={isRightOfEnd ? 'start' : 'end'}
      >
        {goodText}
      </text>
    </svg>
  );
}
