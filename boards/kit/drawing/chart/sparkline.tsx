import { line, scaleLinear } from 'd3';
import type { BoxSize } from '../use-box-size.ts';

interface Props {
  /** The values from the oldest to the current one; null if a value is unknown. */
  series: readonly (number | null)[];
  target: number | null;
  size: BoxSize;
  /**
   * Whether the bottom of the drawing is the lowest value instead of zero. This suits values far from zero.
   */
  startsAtLowest?: boolean;
}

const MARGIN_PX = 10;

/** Draws values as a line without an axis, the target as a dashed line, and the current value as a point. */
export function Sparkline({ series, target, size: { width, height }, startsAtLowest = false }: Props) {
  const knownValues = series.filter((value) => value !== null);
  if (knownValues.length < 2) return null;
  const values = target === null ? knownValues : [...knownValues, target];
  const lowest = startsAtLowest ? Math.min(...values) : Math.min(0, ...values);
  const x = scaleLinear([0, series.length - 1], [MARGIN_PX, width - MARGIN_PX]);
  const y = scaleLinear([lowest, Math.max(...values, lowest + 1e-9)], [height - MARGIN_PX, MARGIN_PX]);
  const drawLine = line<number | null>(
    (_, index) => x(index),
    (value) => y(value ?? 0),
  ).defined((value) => value !== null);
  const last = series.at(-1) ?? null;
  return (
    <svg className="chart" width={width} height={height} aria-hidden="true">
      {target !== null && (
        <line className="chart-target" x1={MARGIN_PX} x2={width - MARGIN_PX} y1={y(target)} y2={y(target)} />
      )}
      <path className="chart-good" d={drawLine([...series]) ?? ''} />
      {last !== null && <circle className="chart-point" cx={x(series.length - 1)} cy={y(last)} r={9} />}
    </svg>
  );
}
