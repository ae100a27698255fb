import type { ScaleLinear } from 'd3';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { listHourTicks } from './hour-ticks.ts';

/** The size of an axis label as a share of the text size of the tile, as for `--text-xs`. */
export const AXIS_TEXT_SHARE = 0.66;
/** The space that the label of an hour needs, in em of the label. */
const HOUR_LABEL_WIDTH_EM = 4.6;
/** The height of the axis below the baseline, in em of the label. */
const AXIS_HEIGHT_EM = 1.5;

/** Computes the height in pixels that the axis needs below the baseline. */
export const computeAxisHeight = (fontSizePx: number): number =>
  fontSizePx * AXIS_TEXT_SHARE * AXIS_HEIGHT_EM;

interface Props {
  /** Converts epoch milliseconds to pixels. */
  x: ScaleLinear<number, number>;
  /** The vertical position of the baseline. */
  bottom: number;
  /** The text size of the tile in pixels. */
  fontSizePx: number;
}

/** Draws the baseline of a chart, and below it the full hours of the factory's time zone. */
export function HourAxis({ x, bottom, fontSizePx }: Props) {
  const zone = useTimeZone();
  const [from, until] = x.domain() as [number, number];
  const [left, right] = x.range() as [number, number];
  const labelSizePx = fontSizePx * AXIS_TEXT_SHARE;
  const ticks = listHourTicks(
    from,
    until,
    zone,
    Math.floor((right - left) / (labelSizePx * HOUR_LABEL_WIDTH_EM)),
  );
  const getTextAnchor = (tickX: number) => {
    if (tickX - left < labelSizePx * 1.5) return 'start';
    return right - tickX < labelSizePx * 1.5 ? 'end' : 'middle';
  };
  return (
    <g>
      <line className="chart-baseline" x1={left} x2={right} y1={bottom} y2={bottom} />
      {ticks.map(({ at, hour }) => (
        <g key={at}>
          <line className="chart-tick" x1={x(at)} x2={x(at)} y1={bottom} y2={bottom + labelSizePx * 0.3} />
          <text x={x(at)} y={bottom + labelSizePx * 1.25} textAnchor={getTextAnchor(x(at))}>
            {`${hour}:00`}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Marks the current time across a chart by a dashed line and a triangle. */
export function NowMark({ x, top, bottom }: { x: number; top: number; bottom: number }) {
  return (
    <g>
      <line className="chart-now" x1={x} x2={x} y1={top} y2={bottom} />
      <path className="chart-now-shape" d={`M${x - 9},${top - 2}h18l-9,12z`} />
    </g>
  );
}
