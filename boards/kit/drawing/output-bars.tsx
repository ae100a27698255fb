import { BarCanvas, type BarCanvasCustomLayerProps } from '@nivo/bar';
import { useMemo } from 'react';
import type { BarColours } from './bar-colours.ts';
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
  colours: BarColours;
  planLineWidthPx: number;
  /** Physical pixels per logical pixel. */
  pixelRatio: number;
}

/**
 * Makes a layer that draws a line across each bar at its planned quantity. A bar without a planned quantity gets no
 * line.
 */
const makePlanLineLayer =
  (colour: string, widthPx: number) =>
  (context: CanvasRenderingContext2D, { bars, xScale }: BarCanvasCustomLayerProps<BarDatum>): void => {
    context.fillStyle = colour;
    for (const bar of bars) {
      const { planned } = bar.data.data;
      if (bar.data.id !== 'good' || planned <= 0) continue;
      const planX = (xScale as (value: number) => number)(planned);
      context.fillRect(Math.max(0, planX - widthPx), bar.y - 4, widthPx, bar.height + 8);
    }
  };

/** Draws bars with a good quantity and a scrap quantity each, and a line at each planned quantity. */
export function OutputBars({
  bars,
  largestQuantity,
  width,
  height,
  colours,
  planLineWidthPx,
  pixelRatio,
}: Props) {
  // The chart draws its first bar at the bottom, so the order is reversed.
  const data = useMemo(() => [...bars].reverse().map((bar): BarDatum => ({ ...bar })), [bars]);
  const margin = useMemo(() => computeChartMargin(height / bars.length), [height, bars.length]);
  const layers = useMemo(
    () => ['bars' as const, makePlanLineLayer(colours.plan, planLineWidthPx)],
    [colours.plan, planLineWidthPx],
  );
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
      colors={({ id }) => (id === 'scrap' ? colours.scrap : colours.good)}
      layers={layers}
      enableLabel={false}
      axisBottom={null}
      axisLeft={null}
      isInteractive={false}
      pixelRatio={pixelRatio}
    />
  );
}
