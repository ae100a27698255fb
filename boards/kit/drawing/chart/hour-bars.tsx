import { scaleLinear } from 'd3';
import { useLang } from '#client/kit/words/t.ts';
import { formatFigure } from '../figure.ts';
import { estimateTextWidthEm } from '../measure-text-em.ts';
import { AXIS_TEXT_SHARE, computeAxisHeight, HourAxis, NowMark } from './hour-axis.tsx';
import type { HourOutput } from './hour-output.ts';
import type { BoxSize } from '../use-box-size.ts';

/** The share of an hour that stays empty between two bars. */
const GAP_SHARE = 0.2;

interface Props {
  /** The hours in the order of time; at least one. */
  hours: readonly HourOutput[];
  /** The current time in epoch milliseconds. */
  now: number;
  size: BoxSize;
}

/**
 * Draws a bar with the good quantity and the scrap of each hour, and a line at the planned quantity
 * of the hour. The good quantities are written above the bars if there is room for all of them.
 */
export function HourBars({ hours, now, size: { width, height, fontSizePx } }: Props) {
  const lang = useLang();
  const labelSizePx = fontSizePx * AXIS_TEXT_SHARE;
  const hasAxis = height > computeAxisHeight(fontSizePx) + 2 * labelSizePx;
  const [top, bottom] = [labelSizePx * 1.4, height - (hasAxis ? computeAxisHeight(fontSizePx) : 2)];
  const [from, until] = [hours[0]!.startsAt, hours.at(-1)!.endsAt];
  const largestQuantity = Math.max(
    1,
    ...hours.map(({ planned, good, scrap }) => Math.max(planned, good + scrap)),
  );
  const x = scaleLinear([from, until], [8, width - 8]);
  const y = scaleLinear([0, largestQuantity], [bottom, top]);
  const bars = hours.map((hour) => {
    const [left, right] = [x(hour.startsAt), x(hour.endsAt)];
    const gap = ((right - left) * GAP_SHARE) / 2;
    return { ...hour, left: left + gap, width: Math.max(1, right - left - 2 * gap) };
  });
  const estimateFigureWidth = (quantity: number) =>
    (estimateTextWidthEm(formatFigure(quantity, lang)) + 0.6) * labelSizePx;
  const hasFigures = bars.every(
    ({ good, startsAt, endsAt }) => good === 0 || estimateFigureWidth(good) < x(endsAt) - x(startsAt),
  );
  return (
    <svg className="chart" width={width} height={height} aria-hidden="true">
      {bars.map((bar) => (
        <g key={bar.startsAt} data-hour={bar.startsAt}>
          <rect
            className="chart-good-bar"
            x={bar.left}
            width={bar.width}
            y={y(bar.good)}
            height={bottom - y(bar.good)}
          />
          <rect
            className="chart-scrap-bar"
            x={bar.left}
            width={bar.width}
            y={y(bar.good + bar.scrap)}
            height={y(bar.good) - y(bar.good + bar.scrap)}
          />
          {bar.planned > 0 && (
            <line
              className="chart-plan"
              x1={bar.left - 4}
              x2={bar.left + bar.width + 4}
              y1={y(bar.planned)}
              y2={y(bar.planned)}
            />
          )}
        </g>
      ))}
      {now >= from && now <= until && <NowMark x={x(now)} top={top - labelSizePx * 1.1} bottom={bottom} />}
      {hasFigures &&
        bars
          .filter(({ good }) => good > 0)
          .map((bar) => (
            <text
              key={bar.startsAt}
              className="chart-value"
              x={bar.left + bar.width / 2}
              y={y(bar.good + bar.scrap) - labelSizePx * 0.3}
              textAnchor="middle"
            >
              {formatFigure(bar.good, lang)}
            </text>
          ))}
      {hasAxis ? (
        <HourAxis x={x} bottom={bottom} fontSizePx={fontSizePx} />
      ) : (
        <line className="chart-baseline" x1={8} x2={width - 8} y1={bottom} y2={bottom} />
      )}
    </svg>
  );
}
