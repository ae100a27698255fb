import { scaleBand, scaleLinear } from 'd3';
import type { CellState } from '#shared/planning/load-columns.ts';
import { CELL_STYLES } from '#client/production/capacity/cell-style.ts';
import { useT } from '#client/kit/words/t.ts';
import { estimateTextWidthEm } from '../measure-text-em.ts';
import type { BoxSize } from '../use-box-size.ts';
import { AXIS_TEXT_SHARE, computeAxisHeight } from './hour-axis.tsx';
import './load-bars.css';

/** The load and the capacities of a group in one period, in minutes. */
export interface LoadBar {
  /** The first day of the period, 'YYYY-MM-DD'. */
  readonly firstDay: string;
  readonly load: number;
  readonly normal: number;
  readonly maximum: number;
  /** The overdue part of the load. */
  readonly overdue: number;
  readonly state: CellState;
}

interface Props {
  /** The bars in the order of time; at least one. */
  bars: readonly LoadBar[];
  size: BoxSize;
}

const BAR_GAP_SHARE = 0.25;
/** The minimum width of a chart that shows the names of its lines, in em of its labels. */
const MIN_WIDTH_WITH_NAMES_EM = 22;
const MIN_NAME_DISTANCE_EM = 1.1;

/** The capacity that a line shows. */
type CapacityLine = 'normal' | 'maximum';

/**
 * Draws the load of each period as a bar, with its overdue part at the bottom. A shape marks a load above the capacity.
 * Step lines show the normal and the maximum capacity.
 */
export function LoadBars({ bars, size: { width, height, fontSizePx } }: Props) {
  const t = useT();
  const labelSizePx = fontSizePx * AXIS_TEXT_SHARE;
  const lineNames = { normal: t('normalLine'), maximum: t('maximumLine') };
  const hasLineNames = width > MIN_WIDTH_WITH_NAMES_EM * labelSizePx && height > 6 * labelSizePx;
  const nameWidth = hasLineNames
    ? (Math.max(...Object.values(lineNames).map(estimateTextWidthEm)) + 0.6) * labelSizePx
    : 0;
  const hasAxis = height > computeAxisHeight(fontSizePx) + 3 * labelSizePx;
  const [top, bottom] = [labelSizePx * 1.5, height - (hasAxis ? computeAxisHeight(fontSizePx) : 2)];
  const largestMinutes = Math.max(1, ...bars.flatMap(({ load, maximum, normal }) => [load, maximum, normal]));
  const x = scaleBand(
    bars.map(({ firstDay }) => firstDay),
    [8, width - 8 - nameWidth],
  );
  const y = scaleLinear([0, largestMinutes], [bottom, top]);
  const step = x.step();
  const gap = (step * BAR_GAP_SHARE) / 2;
  const dayTextStart = step > 3.6 * labelSizePx ? 5 : 8;
  const barsPerLabel = Math.max(1, Math.ceil((1.7 * labelSizePx) / step));
  const buildLinePath = (line: CapacityLine) =>
    bars
      .map(
        (bar, index) =>
          `${index === 0 ? 'M' : 'L'}${x(bar.firstDay)!},${y(bar[line])}H${x(bar.firstDay)! + step}`,
      )
      .join('');
  const last = bars.at(-1)!;
  const hasOvertime = bars.some(({ normal, maximum }) => maximum > normal);
  const normalNameY = y(last.normal);
  const maximumNameY = Math.min(y(last.maximum), normalNameY - MIN_NAME_DISTANCE_EM * labelSizePx);
  return (
    <svg className="chart" width={width} height={height} aria-hidden="true">
      <line className="chart-baseline" x1={8} x2={width - 8 - nameWidth} y1={bottom} y2={bottom} />
      {bars.map((bar) => {
        const left = x(bar.firstDay)! + gap;
        const barWidth = Math.max(1, step - 2 * gap);
        const exceedsCapacity = bar.state === 'overloaded' || bar.state === 'noCapacity';
        return (
          <g key={bar.firstDay} data-day={bar.firstDay}>
            <rect
              className={exceedsCapacity ? 'load-bar is-overloaded' : 'load-bar'}
              x={left}
              width={barWidth}
              y={y(bar.load)}
              height={bottom - y(bar.load)}
            />
            {bar.overdue > 0 && (
              <rect
                className="load-bar-overdue"
                x={left}
                width={barWidth}
                y={y(bar.overdue)}
                height={bottom - y(bar.overdue)}
              />
            )}
            {exceedsCapacity && (
              <text
                className="load-bar-shape"
                x={left + barWidth / 2}
                y={y(bar.load) - labelSizePx * 0.25}
                textAnchor="middle"
              >
                {CELL_STYLES[bar.state].shape}
              </text>
            )}
          </g>
        );
      })}
      {hasOvertime && <path className="load-line is-maximum" d={buildLinePath('maximum')} />}
      <path className="load-line" d={buildLinePath('normal')} />
      {hasLineNames && (
        <>
          <text x={width - nameWidth} y={normalNameY} dominantBaseline="central">
            {lineNames.normal}
          </text>
          {hasOvertime && (
            <text x={width - nameWidth} y={maximumNameY} dominantBaseline="central">
              {lineNames.maximum}
            </text>
          )}
        </>
      )}
      {hasAxis &&
        bars
          .filter((_, index) => index % barsPerLabel === 0)
          .map(({ firstDay }) => (
            <text
              key={firstDay}
              x={x(firstDay)! + step / 2}
              y={height - labelSizePx * 0.3}
              textAnchor="middle"
            >
              {firstDay.slice(dayTextStart)}
            </text>
          ))}
    </svg>
  );
}
