import { Bar, type BarCustomLayerProps } from '@nivo/bar';
import type { AxisLoad } from '#shared/answers/capacity-load.ts';
import type { CapacityAxis } from '#shared/planning/group-capacity.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { useElementWidth } from '#client/kit/charts/use-element-width.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT, type Translate } from '#client/kit/words/t.ts';
import { useColumnName } from './load-grid-cells.tsx';
import { computeLoadCell, type LoadColumn, type LoadStep } from '#shared/planning/load-columns.ts';
import './load-chart.css';

interface Props {
  name: string;
  axis: CapacityAxis;
  load: AxisLoad;
  columns: readonly LoadColumn[];
  step: LoadStep;
  today: string;
}

type CapacityLine = 'normal' | 'maximum' | 'budget';
interface Datum extends Record<string, string | number> {
  name: string;
  plannedLoad: number;
  overdueLoad: number;
  normal: number;
  maximum: number;
  budget: number;
}

const CHART_HEIGHT_PX = 208;
const MARGIN_PX = { top: 16, right: 76, bottom: 28, left: 48 };
/** The colours of the bars, from the palette of Okabe and Ito for colour-blind people. */
const BAR_COLOURS = { plannedLoad: '#56b4e9', overdueLoad: '#e69f00' } as const;
const LINES: readonly { line: CapacityLine; term: TermKey; dash: string }[] = [
  { line: 'normal', term: 'normalLine', dash: '' },
  { line: 'maximum', term: 'maximumLine', dash: '7 4' },
  { line: 'budget', term: 'budgetLine', dash: '2 3' },
];
/** The minimum distance between the names of two lines, in pixels. */
const NAME_DISTANCE_PX = 14;
const MIN_TICK_WIDTH_PX = 56;

const CHART_THEME = {
  text: { fontSize: 'var(--text-xs)', fill: 'var(--mes-muted)', fontFamily: 'inherit' },
  axis: {
    ticks: { text: { fontSize: 'var(--text-xs)', fill: 'var(--mes-label)' }, line: { stroke: 'none' } },
  },
  grid: { line: { stroke: 'var(--mes-line)', strokeWidth: 1 } },
  tooltip: {
    container: { background: 'var(--mes-raised)', color: 'var(--mes-text)', fontSize: 'var(--text-s)' },
  },
};

/** Finds a height for the name of each line, near its last value. The names do not overlap. Heights are in pixels. */
function placeNames(linePositions: readonly number[], maxPosition: number): number[] {
  const order = linePositions.map((_, index) => index).sort((a, b) => linePositions[a]! - linePositions[b]!);
  const nameHeights: number[] = [];
  let lastY = -Infinity;
  for (const index of order) {
    lastY = Math.max(linePositions[index]!, lastY + NAME_DISTANCE_PX);
    nameHeights[index] = lastY;
  }
  const excess = Math.max(0, lastY - maxPosition);
  return nameHeights.map((height) => height - excess);
}

/** Draws the capacities as step lines over the bars. The name of each line is at its right end. */
function drawCapacityLines(
  t: Translate,
  data: readonly Datum[],
  {
    yScale,
    innerWidth,
    innerHeight,
  }: Pick<BarCustomLayerProps<Datum>, 'yScale' | 'innerWidth' | 'innerHeight'>,
) {
  if (data.length === 0) return null;
  const columnWidth = innerWidth / data.length;
  const nameHeights = placeNames(
    LINES.map(({ line }) => yScale(data.at(-1)![line])),
    innerHeight,
  );
  return (
    <g key="lines" aria-hidden="true">
      {LINES.map(({ line, term, dash }, index) => (
        <g key={line} className={`chart-line chart-line-${line}`}>
          <path
            d={data
              .map(
                (datum, datumIndex) =>
                  `${datumIndex === 0 ? 'M' : 'L'}${datumIndex * columnWidth},${yScale(datum[line])}H${(datumIndex + 1) * columnWidth}`,
              )
              .join('')}
            strokeDasharray={dash}
          />
          <text x={innerWidth + 8} y={nameHeights[index]} dominantBaseline="central">
            {t(term)}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Draws the load of a group as bars, and its normal, maximum and budget capacity as lines. */
export function LoadChart({ name, axis, load, columns, step, today }: Props) {
  const t = useT();
  const nameOf = useColumnName(step);
  const { ref, width } = useElementWidth();
  const data = columns.map((column): Datum => {
    const cell = computeLoadCell(load, column, 0);
    const overdueMinutes = column.from <= today && today <= column.to ? load.overdueMinutes : 0;
    return {
      name: nameOf(column),
      plannedLoad: (cell.load - overdueMinutes) / 60,
      overdueLoad: overdueMinutes / 60,
      normal: cell.normal / 60,
      maximum: cell.maximum / 60,
      budget: cell.budget / 60,
    };
  });
  const maxHours = Math.max(
    1,
    ...data.flatMap((datum) => [datum.plannedLoad + datum.overdueLoad, datum.maximum]),
  );
  const maxTicks = Math.max(1, Math.floor((width - MARGIN_PX.left - MARGIN_PX.right) / MIN_TICK_WIDTH_PX));
  const tickInterval = Math.ceil(data.length / maxTicks);
  const ticks = data.filter((_, index) => index % tickInterval === 0).map((datum) => datum.name);
  const title = t('loadOfGroup', { name, axis: t(axis) });
  return (
    <figure className="load-chart">
      <figcaption>
        {title}
        {(['plannedLoad', 'overdueLoad'] as const).map((bar) => (
          <span key={bar} className="load-chart-name">
            <span style={{ background: BAR_COLOURS[bar] }} aria-hidden="true" />
            {t(bar)}
          </span>
        ))}
        <span className="load-chart-unit">{t('hoursUnit')}</span>
      </figcaption>
      <div ref={ref} style={{ blockSize: CHART_HEIGHT_PX }}>
        {width > 0 && (
          <Bar<Datum>
            width={width}
            height={CHART_HEIGHT_PX}
            margin={MARGIN_PX}
            data={data}
            keys={['plannedLoad', 'overdueLoad']}
            indexBy="name"
            padding={0.25}
            valueScale={{ type: 'linear', max: maxHours * 1.05 }}
            colors={({ id }) => BAR_COLOURS[id as keyof typeof BAR_COLOURS]}
            valueFormat={(value) => formatNumber(value, 1)}
            enableLabel={false}
            gridYValues={4}
            axisLeft={{
              tickSize: 0,
              tickPadding: 8,
              tickValues: 4,
              format: (value) => formatNumber(value, 1),
            }}
            axisBottom={{ tickSize: 0, tickPadding: 8, tickValues: ticks }}
            tooltipLabel={({ id, indexValue }) => `${indexValue} · ${t(id as TermKey)}`}
            layers={['grid', 'axes', 'bars', (layer) => drawCapacityLines(t, data, layer)]}
            animate={false}
            theme={CHART_THEME}
            role="img"
            ariaLabel={title}
          />
        )}
      </div>
    </figure>
  );
}
