import { Bar } from '@nivo/bar';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ReportDescriptor, ReportRow } from '#shared/kernel/report.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { assignChartColours } from '#client/kit/charts/chart-colours.ts';
import { useElementWidth } from '#client/kit/charts/use-element-width.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { computeChartGroups, getCommonValues } from './chart-data.ts';
import { getDetailsHref } from './report-rows.ts';

interface Props {
  report: ReportDescriptor;
  rows: readonly ReportRow[];
  /** The parameters of the page. Details without their own period get the period of the page. */
  params: Readonly<Record<string, string>>;
}

const CHART_HEIGHT_PX = 232;
/** The minimum width of a group of bars, in pixels. */
const MIN_GROUP_WIDTH_PX = 88;
const CHART_MARGIN_PX = { top: 24, right: 8, bottom: 28, left: 56 };
const WIDE_CHARACTER_PATTERN = /[\u2e80-\uffef]/;

const CHART_THEME = {
  text: { fontSize: 'var(--text-xs)', fill: 'var(--mes-muted)', fontFamily: 'inherit' },
  axis: {
    ticks: { text: { fontSize: 'var(--text-xs)', fill: 'var(--mes-label)' }, line: { stroke: 'none' } },
  },
  grid: { line: { stroke: 'var(--mes-line)', strokeWidth: 1 } },
  labels: { text: { fontSize: 'var(--text-xs)', fill: 'var(--mes-text)' } },
  tooltip: {
    container: { background: 'var(--mes-raised)', color: 'var(--mes-text)', fontSize: 'var(--text-s)' },
  },
};

/** Matches a code such as WO-2611-043. Similar codes differ only at their ends. */
const CODE_PATTERN = /^[\w.-]*\d$/;

/**
 * Shortens a name so that it fits below its group of bars. Keeps the end of a code, and the beginning of
 * another name.
 * @param groupWidthPx the width of the group, in pixels
 */
function shortenName(name: string, groupWidthPx: number): string {
  let remainingPx = groupWidthPx - 12;
  const isCode = CODE_PATTERN.test(name);
  const characters = isCode ? [...name].reverse() : [...name];
  const end = characters.findIndex(
    (character) => (remainingPx -= WIDE_CHARACTER_PATTERN.test(character) ? 12.5 : 7.5) < 0,
  );
  if (end < 0) return name;
  const keptCharacters = characters.slice(0, Math.max(1, end - 1));
  return isCode ? `…${keptCharacters.reverse().join('')}` : `${keptCharacters.join('')}…`;
}

/**
 * Draws the bar chart of a report. A click on a bar opens the details of the rows in its group, if the report
 * has details.
 */
export function ReportChart({ report, rows, params }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const { ref, width } = useElementWidth();
  const chart = report.chart!;
  const maxGroupCount = Math.max(
    4,
    Math.floor((width - CHART_MARGIN_PX.left - CHART_MARGIN_PX.right) / MIN_GROUP_WIDTH_PX),
  );
  const { groups, totalGroupCount, hasMergedRows } = useMemo(
    () => computeChartGroups(report, rows, maxGroupCount),
    [report, rows, maxGroupCount],
  );
  const colours = assignChartColours(chart.bars);
  const getBarName = (bar: string) => t(report.columns[bar]!.label);
  const unit: TermKey | undefined = report.columns[chart.bars[0]!]!.field.unit;
  const unitWords =
    unit === 'seconds' ? t('hoursUnit') : unit ? t(unit) : t(chart.isMoney ? 'amount' : 'quantity');
  const decimals = unit === 'seconds' || unit === 'percent' ? 1 : chart.isMoney ? 2 : 4;
  const groupWidthPx = (width - CHART_MARGIN_PX.left - CHART_MARGIN_PX.right) / Math.max(1, groups.length);
  const openDetails = (name: string) => {
    const group = groups.find((candidate) => candidate.name === name);
    if (!group) return;
    // If the rows have different days, the link has no days. The details then get the period of the page.
    const href = getDetailsHref(report, { ...getCommonValues(group.rows) });
    if (!href) return;
    const [path, query] = href.split('?');
    const address = new URLSearchParams(query);
    for (const end of ['from', 'to']) {
      if (address.has(end)) continue;
      if (params[end]) address.set(end, params[end]);
    }
    void navigate(`${path}?${address.toString()}`);
  };
  const labelText = t(report.columns[chart.label]!.label);
  const subject = chart.bars.map(getBarName).join(', ');
  return (
    <figure className="report-chart">
      <figcaption>
        {chart.bars.map((bar) => (
          <span key={bar} className="chart-name">
            <span className="chart-swatch" style={{ background: colours[bar] }} aria-hidden="true" />
            {getBarName(bar)}
          </span>
        ))}
        <span className="chart-unit">
          {unitWords} · {labelText}
        </span>
        {totalGroupCount > groups.length && (
          <span className="chart-note">
            {t(hasMergedRows ? 'chartLargest' : 'chartFirst', { count: groups.length, all: totalGroupCount })}
          </span>
        )}
      </figcaption>
      <div ref={ref} className="chart-drawing" style={{ blockSize: CHART_HEIGHT_PX }}>
        {width > 0 && (
          <Bar
            width={width}
            height={CHART_HEIGHT_PX}
            margin={CHART_MARGIN_PX}
            data={groups.map((group) => ({ name: group.name, ...group.values }))}
            keys={[...chart.bars]}
            indexBy="name"
            groupMode={chart.stacked ? 'stacked' : 'grouped'}
            padding={groupWidthPx > 160 ? 0.6 : 0.3}
            innerPadding={chart.stacked ? 0 : 2}
            colors={({ id }) => colours[String(id)]!}
            valueFormat={(value) => formatNumber(value, decimals)}
            enableTotals={chart.stacked ?? false}
            enableLabel={!chart.stacked}
            labelPosition="end"
            labelOffset={10}
            labelSkipWidth={20}
            labelTextColor="var(--mes-text)"
            enableGridX={false}
            gridYValues={4}
            axisLeft={{
              tickSize: 0,
              tickPadding: 8,
              tickValues: 4,
              format: (value) => formatNumber(value, 1),
            }}
            axisBottom={{
              tickSize: 0,
              tickPadding: 8,
              format: (name) => shortenName(String(name), groupWidthPx),
            }}
            tooltipLabel={({ id, indexValue }) => `${indexValue} · ${getBarName(String(id))}`}
            onClick={({ indexValue }) => openDetails(String(indexValue))}
            animate={false}
            theme={CHART_THEME}
            role="img"
            ariaLabel={t('chartOf', { subject, by: labelText })}
          />
        )}
      </div>
    </figure>
  );
}
