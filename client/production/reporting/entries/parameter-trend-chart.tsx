import { extent, line, scaleLinear, scalePoint, symbol, symbolTriangle } from 'd3';
import type { ParameterTrend, TrendPoint } from '#shared/reporting/parameter-trend.ts';
import { useElementWidth } from '#client/kit/charts/use-element-width.ts';
import { formatMoment, formatNumber, joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { formatLimits } from './format-limits.ts';
import './parameter-trend-chart.css';

interface Props {
  trend: ParameterTrend;
  /** The process whose points are filled. The points of earlier orders are hollow. */
  processId: number;
}

const HEIGHT_PX = 140;
const MARGIN_PX = { left: 52, right: 14, top: 10, bottom: 10 };
/** The share of the value range that is added as free space above and below. */
const PADDING_SHARE = 0.12;

/** Draws a limit of the points as a step line, so that a change of the limit is visible. */
const drawLimit = (
  points: readonly TrendPoint[],
  name: 'lowerLimit' | 'upperLimit',
  x: (index: number) => number,
  y: (value: number) => number,
): string =>
  line<TrendPoint>(
    (_, index) => x(index),
    (point) => y(point[name]!),
  ).defined((point) => point[name] !== null)([...points]) ?? '';

/**
 * Draws the values of a production parameter with its limits. Points outside the limits are triangles in the colour of
 * a stop; other points are circles.
 */
export function ParameterTrendChart({ trend: { name, unit, points }, processId }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const { ref, width } = useElementWidth();
  const [lowest, highest] = extent(
    points.flatMap(({ value, lowerLimit, upperLimit }) =>
      [value, lowerLimit, upperLimit].filter((number) => number !== null),
    ),
  ) as [number, number];
  const padding = (highest - lowest || Math.abs(highest) || 1) * PADDING_SHARE;
  const y = scaleLinear([lowest - padding, highest + padding], [HEIGHT_PX - MARGIN_PX.bottom, MARGIN_PX.top]);
  const scale = scalePoint(
    points.map((_, index) => index),
    [MARGIN_PX.left, Math.max(MARGIN_PX.left + 1, width - MARGIN_PX.right)],
  ).padding(0.5);
  const computeX = (index: number) => scale(index) ?? MARGIN_PX.left;
  const outsideCount = points.filter(({ outsideLimits }) => outsideLimits).length;
  const lastPoint = points.at(-1)!;
  const describePoint = (point: TrendPoint) =>
    joinWords([
      `${formatMoment(point.at, zone)} ${point.orderCode}`,
      [formatNumber(point.value), unit].filter(Boolean).join(' '),
      ...point.people,
      ...(point.outsideLimits ? [t('outsideLimits')] : []),
    ]);
  return (
    <figure className="parameter-trend">
      <figcaption>
        <strong>{name}</strong>
        {unit && <span>{unit}</span>}
        <span>{formatLimits(lastPoint)}</span>
        {outsideCount > 0 && (
          <span className="trend-outside">
            <span aria-hidden="true">{'▲'}</span> {t('outsideCount', { count: outsideCount })}
          </span>
        )}
      </figcaption>
      <div ref={ref}>
        {width > 0 && (
          <svg width={width} height={HEIGHT_PX} role="img" aria-label={t('trendOf', { name })}>
            {y.ticks(4).map((tick) => (
              <g key={tick} className="trend-tick" transform={`translate(0 ${y(tick)})`}>
                <line x1={MARGIN_PX.left} x2={width - MARGIN_PX.right} />
                <text x={MARGIN_PX.left - 6} dy="0.32em">
                  {formatNumber(tick)}
                </text>
              </g>
            ))}
            {(['lowerLimit', 'upperLimit'] as const).map((limit) => (
              <path key={limit} className="trend-limit" d={drawLimit(points, limit, computeX, y)} />
            ))}
            {/* If there is only one point, its limits are drawn over the whole width. */}
            {points.length === 1 &&
              [lastPoint.lowerLimit, lastPoint.upperLimit].map(
                (limit, index) =>
                  limit !== null && (
                    <line
                      key={index}
                      className="trend-limit"
                      x1={MARGIN_PX.left}
                      x2={width - MARGIN_PX.right}
                      y1={y(limit)}
                      y2={y(limit)}
                    />
                  ),
              )}
            <path
              className="trend-line"
              d={
                line<TrendPoint>(
                  (_, index) => computeX(index),
                  ({ value }) => y(value),
                )(points) ?? ''
              }
            />
            {points.map((point, index) => (
              <g
                key={index}
                className="trend-point"
                data-outside={point.outsideLimits}
                data-own={point.processId === processId}
                transform={`translate(${computeX(index)} ${y(point.value)})`}
              >
                {point.outsideLimits ? <path d={symbol(symbolTriangle, 90)() ?? ''} /> : <circle r={4} />}
                <title>{describePoint(point)}</title>
              </g>
            ))}
          </svg>
        )}
      </div>
    </figure>
  );
}
