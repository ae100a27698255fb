import { line, scaleLinear, scalePoint } from 'd3';
import { findExtent } from '#shared/spc/statistics.ts';
import { useElementWidth } from '#client/kit/charts/use-element-width.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import '#client/production/spc/control-chart.css';

/** A series of points. The `category` of a point is the index of its category in the chart. */
export interface ChartSeries {
  /** The name in the legend; '' leaves the series out of the legend. */
  name: string;
  colour: string;
  points: readonly { category: number; value: number }[];
  hasLine: boolean;
  hasDots: boolean;
}

interface Props {
  title: string;
  /** The labels of the categories on the horizontal axis. */
  categories: readonly string[];
  series: readonly ChartSeries[];
  /** The values at which the chart draws level lines, each with its label. */
  limits?: readonly { words: string; value: number }[];
}

const HEIGHT_PX = 240;
const MARGIN_PX = { left: 56, right: 16, top: 14, bottom: 28 };
/** The width that is reserved at the right for the labels of the level lines. */
const LIMIT_WIDTH_PX = 90;
const PADDING_SHARE = 0.08;
/** The minimum width of a category label. If the categories are narrower, only some of the labels are drawn. */
const CATEGORY_WIDTH_PX = 22;

/** Draws the values of a study over parts or appraisers, with dots, lines and level lines. */
export function StudyChart({ title, categories, series, limits = [] }: Props) {
  const { ref, width } = useElementWidth();
  const values = [
    ...series.flatMap(({ points }) => points.map(({ value }) => value)),
    ...limits.map(({ value }) => value),
  ];
  const [low, high] = findExtent(values);
  const padding = (high - low || Math.abs(high) || 1) * PADDING_SHARE;
  const y = scaleLinear([low - padding, high + padding], [HEIGHT_PX - MARGIN_PX.bottom, MARGIN_PX.top]);
  const rightX = Math.max(
    MARGIN_PX.left + 1,
    width - MARGIN_PX.right - (limits.length > 0 ? LIMIT_WIDTH_PX : 0),
  );
  const x = scalePoint(
    categories.map((_, index) => index),
    [MARGIN_PX.left, rightX],
  ).padding(0.5);
  const step = Math.max(1, Math.ceil(CATEGORY_WIDTH_PX / Math.max(1, x.step())));
  return (
    <figure className="control-chart">
      <figcaption>
        <strong>{title}</strong>
        {series
          .filter(({ name }) => name !== '')
          .map(({ name, colour }, index) => (
            <span key={index} className="study-legend">
              <span style={{ background: colour }} aria-hidden="true" /> {name}
            </span>
          ))}
      </figcaption>
      <div ref={ref} style={{ height: HEIGHT_PX }}>
        {width > 0 && (
          <svg
            width={width}
            height={HEIGHT_PX}
            viewBox={`0 0 ${width} ${HEIGHT_PX}`}
            role="img"
            aria-label={title}
          >
            {y.ticks(5).map((tick) => (
              <g key={tick} className="control-tick" transform={`translate(0 ${y(tick)})`}>
                <text x={MARGIN_PX.left - 8} dy="0.32em">
                  {formatNumber(tick)}
                </text>
              </g>
            ))}
            {limits.map(({ words, value }) => (
              <g key={words} className="control-limit">
                <path d={`M${MARGIN_PX.left} ${y(value)}H${rightX}`} />
                <text x={rightX + 6} y={y(value)} dy="0.32em">
                  {words} {formatNumber(value)}
                </text>
              </g>
            ))}
            {series.map(({ points, colour, hasLine, hasDots }, index) => (
              <g key={index}>
                {hasLine && (
                  <path
                    className="study-line"
                    stroke={colour}
                    d={
                      line<ChartSeries['points'][number]>(
                        ({ category }) => x(category)!,
                        ({ value }) => y(value),
                      )(points) ?? ''
                    }
                  />
                )}
                {hasDots &&
                  points.map(({ category, value }, pointIndex) => (
                    <circle
                      key={pointIndex}
                      className="study-dot"
                      cx={x(category)}
                      cy={y(value)}
                      r={4}
                      fill={colour}
                    >
                      <title>{`${categories[category]!}: ${formatNumber(value)}`}</title>
                    </circle>
                  ))}
              </g>
            ))}
            {categories.map(
              (category, index) =>
                index % step === 0 && (
                  <text key={index} className="control-time" x={x(index)} y={HEIGHT_PX - 8}>
                    {category}
                  </text>
                ),
            )}
          </svg>
        )}
      </div>
    </figure>
  );
}
