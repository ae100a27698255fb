import type { ScaleLinear } from 'd3';
import { formatNumber } from '#client/kit/words/formats.ts';

interface Props {
  scale: ScaleLinear<number, number>;
  tickCount: number;
  /** The positions at which the grid lines begin (`left`) and end (`right`), in pixels. */
  left: number;
  right: number;
}

/** The gap between the numbers and the grid lines, in pixels. */
const GAP_PX = 8;

/** Draws horizontal grid lines, with their values on the left. */
export const ValueAxis = ({ scale, tickCount, left, right }: Props) =>
  scale.ticks(tickCount).map((tick) => (
    <g key={tick} transform={`translate(0 ${scale(tick)})`}>
      <line className="analysis-grid" x1={left} x2={right} />
      <text className="analysis-tick" x={left - GAP_PX} dy="0.32em">
        {formatNumber(tick, 1)}
      </text>
    </g>
  ));
