import { curveStepAfter, line, scaleLinear, symbol, symbolTriangle } from 'd3';
import type { ChartPoint } from '#shared/spc/control-chart.ts';
import { NORMAL_STATISTICS } from '#shared/spc/control-rules.ts';
import { findExtent } from '#shared/spc/statistics.ts';
import { useElementWidth } from '#client/kit/charts/use-element-width.ts';
import { formatMoment, joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { formatStatistic } from './format-statistic.ts';
import type { JudgedChart } from '#shared/quality/spc-charts.ts';
import { thinPoints } from './thin-points.ts';
import './control-chart.css';

interface Props {
  chart: JudgedChart;
  height: number;
  unit: string | null;
  /** The lower and upper limits of the tolerance. They are set only for charts of single values or means. */
  tolerance?: readonly (number | null)[];
}

const MARGIN_PX = { left: 64, right: 92, top: 12, bottom: 24 };
const PADDING_SHARE = 0.08;
/** If a chart has more points than this, only the line and the points that violate rules are drawn. */
const MAX_CIRCLES = 400;
/** The maximum number of points that are marked because they violate rules. The newest points are marked. */
const MAX_MARKS = 1000;
/**
 * If the tolerance makes the drawn range of values wider by more than this factor, the tolerance is left out,
 * because the points would be too close together.
 */
const MAX_TOLERANCE_FACTOR = 2;
/** The distance between the times on the axis, in pixels. */
const TIME_WIDTH_PX = 150;

/** The zone borders above and below the center, in σ. */
const ZONES = [-2, -1, 1, 2];

/**
 * Chooses the range of values that the chart draws. The range contains the points and the control limits, and
 * also the tolerance unless it is too wide.
 */
function chooseDomain(points: readonly ChartPoint[], tolerance: readonly number[]): [number, number] {
  const [lowest, highest] = findExtent(
    points.flatMap(({ value, lower, upper }) => (value === null ? [lower, upper] : [value, lower, upper])),
  );
  const [lowestWithTolerance, highestWithTolerance] = findExtent([lowest, highest, ...tolerance]);
  const isToleranceShown =
    highestWithTolerance - lowestWithTolerance <= (highest - lowest) * MAX_TOLERANCE_FACTOR;
  const [bottom, top] = isToleranceShown ? [lowestWithTolerance, highestWithTolerance] : [lowest, highest];
  if (bottom === 0 && top === 0) return [0, 1];
  const padding = (top - bottom || Math.abs(top)) * PADDING_SHARE;
  // A count or a range is never negative, so its axis does not go below zero.
  return [bottom >= 0 ? Math.max(0, bottom - padding) : bottom - padding, top + padding];
}

/** Draws a control chart: its points, center, limits and zones, and the points that violate rules as triangles. */
export function ControlChartFigure({ chart, height, unit, tolerance = [] }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const { ref, width } = useElementWidth();
  const { statistic, points, violations, samples } = chart;
  const lastPoint = points.at(-1)!;
  const hasZones = NORMAL_STATISTICS.has(statistic);
  const violatingIndexes = violations.flatMap((rules, index) => (rules.length > 0 ? [index] : []));
  const toleranceLimits = tolerance.filter((limit) => limit !== null);
  const domain = chooseDomain(points, toleranceLimits);
  const y = scaleLinear(domain, [height - MARGIN_PX.bottom, MARGIN_PX.top]);
  const right = Math.max(MARGIN_PX.left + 1, width - MARGIN_PX.right);
  const x = scaleLinear([-0.5, points.length - 0.5], [MARGIN_PX.left, right]);
  const drawLimit = (read: (point: ChartPoint) => number) =>
    line<number>(
      (index) => x(index - 0.5),
      (index) => y(read(points[Math.min(index, points.length - 1)]!)),
    ).curve(curveStepAfter)(listSteps(points, read)) ?? '';
  const formatValue = (value: number) => formatStatistic(statistic, value);
  const describeChartPoint = (index: number) =>
    joinWords([
      `${index + 1}: ${formatMoment(samples[index]!.at, zone)}`,
      formatValue(points[index]!.value!),
      ...violations[index]!.map((rule) => t(rule)),
    ]);
  const timeCount = Math.max(
    1,
    Math.min(points.length, Math.floor((right - MARGIN_PX.left) / TIME_WIDTH_PX)),
  );
  const limits = [
    { key: 'centerLine', value: lastPoint.center, read: (point: ChartPoint) => point.center },
    { key: 'upperControlLimit', value: lastPoint.upper, read: (point: ChartPoint) => point.upper },
    { key: 'lowerControlLimit', value: lastPoint.lower, read: (point: ChartPoint) => point.lower },
  ] as const;
  return (
    <figure className="control-chart">
      <figcaption>
        <strong>{t(statistic)}</strong>
        {unit && <span>{unit}</span>}
        {toleranceLimits.length > 0 && (
          <span>
            {t('tolerance')}{' '}
            {tolerance.map((limit) => (limit === null ? '…' : formatValue(limit))).join(' – ')}
          </span>
        )}
        <span className="control-signals" data-any={violatingIndexes.length > 0}>
          <span aria-hidden="true">{violatingIndexes.length > 0 ? '▲' : '✓'}</span>{' '}
          {violatingIndexes.length > 0
            ? t('violationCount', { count: violatingIndexes.length })
            : t('noViolations')}
        </span>
      </figcaption>
      <div ref={ref} style={{ height }}>
        {width > 0 && (
          <svg width={width} height={height} role="img" aria-label={t(statistic)}>
            {y.ticks(5).map((tick) => (
              <g key={tick} className="control-tick" transform={`translate(0 ${y(tick)})`}>
                <text x={MARGIN_PX.left - 8} dy="0.32em">
                  {formatValue(tick)}
                </text>
              </g>
            ))}
            {(hasZones ? ZONES : []).map((sigmas) => (
              <path
                key={sigmas}
                className="control-zone"
                d={drawLimit(({ center, sigma, lower }) => Math.max(lower, center + sigmas * sigma))}
              />
            ))}
            {limits.map(({ key, value, read }, place) => (
              <g key={key} className="control-limit" data-limit={key}>
                <path d={drawLimit(read)} />
                {/* If limits have the same value, as on a chart without bad pieces, only the first one gets a text. */}
                {limits.findIndex((limit) => limit.value === value) === place && (
                  <text x={right + 6} y={y(value)} dy="0.32em">
                    {t(key)} {formatValue(value)}
                  </text>
                )}
              </g>
            ))}
            {toleranceLimits
              .filter((limit) => limit >= domain[0] && limit <= domain[1])
              .map((limit) => (
                <g key={limit} className="control-tolerance">
                  <line x1={MARGIN_PX.left} x2={right} y1={y(limit)} y2={y(limit)} />
                  <text x={MARGIN_PX.left + 4} y={y(limit)} dy="-0.3em">
                    {t('tolerance')} {formatValue(limit)}
                  </text>
                </g>
              ))}
            <path
              className="control-line"
              d={
                line<number>(x, (index) => y(points[index]!.value!)).defined(
                  (index) => points[index]!.value !== null,
                )(thinPoints(points, Math.ceil(right - MARGIN_PX.left))) ?? ''
              }
            />
            {points.length <= MAX_CIRCLES &&
              points.map(
                ({ value }, index) =>
                  value !== null && (
                    <circle key={index} className="control-point" cx={x(index)} cy={y(value)} r={3.5}>
                      <title>{describeChartPoint(index)}</title>
                    </circle>
                  ),
              )}
            {violatingIndexes.slice(-MAX_MARKS).map((index) => (
              <path
                key={index}
                className="control-violation"
                transform={`translate(${x(index)} ${y(points[index]!.value!)})`}
                d={symbol(symbolTriangle, 110)() ?? ''}
              >
                <title>{describeChartPoint(index)}</title>
              </path>
            ))}
            {Array.from({ length: timeCount }, (_, count) =>
              Math.min(points.length - 1, Math.round(((count + 0.5) / timeCount) * (points.length - 1))),
            ).map((index) => (
              <text key={index} className="control-time" x={x(index)} y={height - 6}>
                {formatMoment(samples[index]!.at, zone)}
              </text>
            ))}
          </svg>
        )}
      </div>
    </figure>
  );
}

/**
 * Lists the indexes at which the steps of a limit begin and end: 0, each index at which the limit changes, and the
 * number of points. For a limit that never changes, the list has two indexes.
 */
function listSteps(points: readonly ChartPoint[], read: (point: ChartPoint) => number): number[] {
  const steps = points.flatMap((point, index) =>
    index === 0 || read(point) !== read(points[index - 1]!) ? [index] : [],
  );
  return [...steps, points.length];
}
