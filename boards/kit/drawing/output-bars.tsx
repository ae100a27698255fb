import { BarCanvas, type BarCanvasCustomLayerProps } from '@nivo/bar';
import { useMemo } from 'react';
import { BAR_PADDING_SHARE, computeChartMargin } from './bar-margin.ts';

interface OutputBar {
  readonly key: string;
  readonly good: number;
  readonly scrap: number;
  readonly planned: number;
}
type BarDatum = { key: string; good: number; scrap: number; planned: number };

interface Props {
  /** The bars from top to bottom. */
  bars: readonly OutputBar[];
  /** The quantity at which a bar has the full width. */
  largestQuantity: number;
  width: number;
  height: number;
  /** Physical pixels per logical pixel. */
  pixelRatio: number;
}

/** The colours of the bars. They repeat colours of the stylesheet, because a canvas does not use CSS properties. */
const BAR_COLOURS: Readonly<Record<string, string>> = { good: '#c5cbd3', scrap: '#ff6b5e' };
const PLAN_LINE_COLOUR = '#56b4e9';
const PLAN_LINE_WIDTH_PX = 6;

/** Draws a line across each bar at its planned quantity. A bar without a planned quantity gets no line. */
function drawPlanLines(
  context: CanvasRenderingContext2D,
  { bars, xScale }: BarCanvasCustomLayerProps<BarDatum>,
): void {
  context.fillStyle = PLAN_LINE_COLOUR;
  for (const bar of bars) {
    const { planned } = bar.data.data;
    if (bar.data.id !== 'good' || planned <= 0) continue;
    const planX = (xScale as (value: number) => number)(planned);
    context.fillRect(Math.max(0, planX - PLAN_LINE_WIDTH_PX), bar.y - 4, PLAN_LINE_WIDTH_PX, bar.height + 8);
  }
}

/** Draws bars with a good quantity and a scrap quantity each, and a line at each planned quantity. */
export function OutputBars({ bars, largestQuantity, width, height, pixelRatio }: Props) {
  // The chart draws its first bar at the bottom, so the order is reversed.
  const data = useMemo(() => [...bars].reverse().map((bar): BarDatum => ({ ...bar })), [bars]);
  const margin = useMemo(() => computeChartMargin(height / bars.length), [height, bars.length]);
  return (
    <BarCanvas<BarDatum>
      data={data}
      keys={['good', 'scrap']}
      indexBy="key"
      layout="horizontal"
      width={width}
      height={height}
      margin={margin}
      padding={BAR_PADDING_SHARE}
      valueScale={{ type: 'linear', min: 0, max: Math.max(largestQuantity, 1) }}
      colors={({ id }) => BAR_COLOURS[String(id)] ?? BAR_COLOURS['good']!}
      layers={['bars', drawPlanLines]}
      enableLabel={false}
      axisBottom={null}
      axisLeft={null}
      isInteractive={false}
      pixelRatio={pixelRatio}
    />
  );
}
