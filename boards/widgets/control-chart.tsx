import { line, scaleLinear, symbol, symbolTriangle } from 'd3';
import { choice, number, ref, text } from '#shared/kernel/fields.ts';
import type { Lang, TermsByKey } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { RULE_SETS, type ControlRule } from '#shared/spc/control-rules.ts';
import { findExtent } from '#shared/spc/statistics.ts';
import { CALL_STYLE, getStateStyle } from '#client/kit/elements/state-style.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { formatFigure, UNKNOWN_VALUE_TEXT } from '../kit/drawing/figure.ts';
import { useBoxSize, type BoxSize } from '../kit/drawing/use-box-size.ts';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import '../kit/drawing/chart/chart.css';
import './control-chart.css';

const words = {
  controlChartOf: ['控制图', 'Control chart', '管制圖', '管理図'],
  chartNeedsPart: [
    '请在设置中选择零件和检验项目',
    'Choose a part and a characteristic',
    '請在設定中選擇零件和檢驗項目',
    '部品と特性を設定してください',
  ],
  noControlValues: ['还没有检验值', 'No values yet', '還沒有檢驗值', '検査値がありません'],
  inControl: ['受控', 'In control', '受控', '管理状態'],
} as const satisfies TermsByKey;

interface Point {
  readonly value: number | null;
  readonly center: number;
  readonly lower: number;
  readonly upper: number;
  readonly brokenRule: ControlRule | null;
}

interface Settings {
  partCode: string | null;
  characteristic: string | null;
}

/** Reads the points of a chart, the oldest first. */
const readPoints = (rows: readonly ReportRow[]): Point[] =>
  rows
    .map((row) => ({
      number: cellReaders.number(row, 'pointNumber') ?? 0,
      value: cellReaders.number(row, 'value'),
      center: cellReaders.number(row, 'center') ?? 0,
      lower: cellReaders.number(row, 'lower') ?? 0,
      upper: cellReaders.number(row, 'upper') ?? 0,
      brokenRule: (cellReaders.text(row, 'brokenRule') || null) as ControlRule | null,
    }))
    .sort((one, other) => one.number - other.number);

/** The number of decimals of a value. The usual two decimals would hide small variations. */
const MEASURED_DECIMALS = 4;

const formatMeasured = (value: number | null, lang: Lang): string =>
  value === null ? UNKNOWN_VALUE_TEXT : formatNumber(value, MEASURED_DECIMALS, lang);

const PADDING_SHARE = 0.1;
const DOT_RADIUS = 0.22;

/** Draws the points between their limits; a point that breaks a rule is a triangle. */
function ChartLines({ points, size }: { points: readonly Point[]; size: BoxSize }) {
  const [low, high] = findExtent(
    points.flatMap(({ value, lower, upper }) => (value === null ? [lower, upper] : [value, lower, upper])),
  );
  const padding = (high - low || 1) * PADDING_SHARE;
  const y = scaleLinear([low - padding, high + padding], [size.height, 0]);
  const x = scaleLinear([-0.5, points.length - 0.5], [0, size.width]);
  const drawLevel = (read: (point: Point) => number) =>
    line<Point>(
      (_, index) => x(index),
      (point) => y(read(point)),
    )(points) ?? '';
  const radius = size.fontSizePx * DOT_RADIUS;
  return (
    <svg className="chart" width={size.width} height={size.height} aria-hidden="true">
      <path className="wall-control-limit" d={drawLevel(({ upper }) => upper)} />
      <path className="wall-control-limit" d={drawLevel(({ lower }) => lower)} />
      <path className="chart-baseline wall-control-center" d={drawLevel(({ center }) => center)} />
      <path
        className="wall-control-line"
        d={
          line<Point>(
            (_, index) => x(index),
            ({ value, center }) => y(value ?? center),
          ).defined(({ value }) => value !== null)(points) ?? ''
        }
      />
      {points.map(({ value, brokenRule }, index) => {
        if (value === null) return null;
        return brokenRule ? (
          <path
            key={index}
            className="wall-control-signal"
            transform={`translate(${x(index)} ${y(value)})`}
            d={symbol(symbolTriangle, radius * radius * 14)() ?? ''}
          />
        ) : (
          <circle key={index} className="wall-control-dot" cx={x(index)} cy={y(value)} r={radius} />
        );
      })}
    </svg>
  );
}

function ControlChartContent({ settings, rows, areRowsKnown }: WidgetProps<Settings>) {
  const t = useT(words);
  const lang = useLang();
  const [boxRef, size] = useBoxSize();
  if (!settings.partCode || !settings.characteristic) return <TileMessage>{t('chartNeedsPart')}</TileMessage>;
  const points = readPoints(rows);
  const last = points.at(-1);
  if (!last) return <TileMessage>{t(areRowsKnown ? 'noControlValues' : 'waitingForData')}</TileMessage>;
  const cpk = cellReaders.number(rows[0]!, 'cpk');
  return (
    <div className="chart-tile">
      <div className="chart-figures">
        <span className="chart-main control-now">
          <ChangedValue>{formatMeasured(last.value, lang)}</ChangedValue>
          <span className="cut">
            {last.brokenRule ? (
              <WallStateMark stateStyle={CALL_STYLE}>{t(last.brokenRule)}</WallStateMark>
            ) : (
              <WallStateMark stateStyle={getStateStyle('running')}>{t('inControl')}</WallStateMark>
            )}
          </span>
        </span>
        {cpk !== null && <span className="quiet">{`Cpk ${formatFigure(cpk, lang)}`}</span>}
      </div>
      <div className="chart-box" ref={boxRef}>
        {size && size.width > 0 && size.height > size.fontSizePx && (
          <ChartLines points={points} size={size} />
        )}
      </div>
    </div>
  );
}

/**
 * Shows the newest points of the control chart of a characteristic, and whether the process is in control.
 */
export const controlChart = defineWidget({
  type: 'controlChart',
  version: 1,
  title: 'controlChartOf',
  heading: ({ partCode, characteristic }, t) =>
    [partCode, characteristic].filter(Boolean).join(' · ') || t('controlChartOf'),
  area: 'quality',
  words,
  size: { w: 9, h: 8, minW: 5, minH: 4 },
  settings: {
    partCode: text({ max: 60 }),
    characteristic: text({ max: 100 }),
    craftId: ref('craft'),
    ruleSet: choice(RULE_SETS, { initial: 'westernElectricRules' }),
    shownPoints: number({ min: 5, max: 200, decimals: 0, initial: 30 }),
  },
  source: ({ partCode, characteristic, craftId, ruleSet, shownPoints }) =>
    partCode && characteristic
      ? {
          path: '/mes/form/controlChartPoints',
          params: {
            partCode,
            characteristic,
            ruleSet,
            shownPoints: String(shownPoints),
            ...(craftId === null ? {} : { craftId: String(craftId) }),
          },
        }
      : null,
  Component: ControlChartContent,
});
