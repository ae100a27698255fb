import { useContext, useMemo, type CSSProperties } from 'react';
import { createPortal } from 'react-dom';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { choice, number } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { useServerTimeInSeconds } from '#client/kit/live/use-server-clock.ts';
import { getStateStyle, LATE_STYLE } from '#client/kit/elements/state-style.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { computeFigureSeries, FIGURES, type Figure } from '../kit/drawing/chart/figure-series.ts';
import { Sparkline } from '../kit/drawing/chart/sparkline.tsx';
import { useBoxSize } from '../kit/drawing/use-box-size.ts';
import { formatFigure } from '../kit/drawing/figure.ts';
import { estimateTextWidthEm } from '../kit/drawing/measure-text-em.ts';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import { buildGroupScopeParams } from '../kit/group-scope-params.ts';
import { buildShownDayParams } from '../kit/shown-day-params.ts';
import { useShownDay } from '../kit/tile/shown-day.ts';
import { TileHeadContext } from '../kit/tile/tile-head.ts';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import '../kit/drawing/chart/chart.css';
import './figure.css';

const words = {
  figure: ['关键指标', 'Key figure', '關鍵指標', '指標'],
  shownFigure: ['指标', 'Figure', '指標', '指標の種類'],
  direction: ['评价方向', 'Better is', '評價方向', '良い方向'],
} as const satisfies TermsByKey;

const MINUTE_SECONDS = 60;
const PERCENT_FIGURES: ReadonlySet<Figure> = new Set(['scrapRateToday', 'planAttainment']);
/** The figures that are better if they are low, unless the settings say otherwise. */
const LOWER_IS_BETTER_FIGURES: ReadonlySet<Figure> = new Set(['scrapRateToday', 'openCalls']);
/** CSS assumes that the value is at least this wide, in em, so that the text size seldom changes. */
const MIN_WIDTH_EM = 2.4;

interface Settings {
  shownFigure: Figure;
  target: number | null;
  direction: 'higherIsBetter' | 'lowerIsBetter' | null;
  workGroupId: number | null;
}

/** Tells whether a value reaches its target. */
function isTargetMet(value: number, target: number, { shownFigure, direction }: Settings): boolean {
  const isLowerBetter =
    direction === null ? LOWER_IS_BETTER_FIGURES.has(shownFigure) : direction === 'lowerIsBetter';
  return isLowerBetter ? value <= target : value >= target;
}

/** The names of figures for a past day. They replace names that mention today. */
const TERMS_OF_PAST_DAY: { readonly [figure in (typeof FIGURES)[number]]?: TermKey } = {
  goodToday: 'good',
  scrapRateToday: 'scrapRate',
};

function FigureContent({ settings, rows }: WidgetProps<Settings>) {
  const t = useT(words);
  const lang = useLang();
  const head = useContext(TileHeadContext);
  const [boxRef, size] = useBoxSize();
  const nowSeconds = Math.floor(useServerTimeInSeconds() / MINUTE_SECONDS) * MINUTE_SECONDS;
  const { shownFigure, target } = settings;
  const figureName = useShownDay() === null ? shownFigure : (TERMS_OF_PAST_DAY[shownFigure] ?? shownFigure);
  const { value, series } = useMemo(
    () => computeFigureSeries(shownFigure, rows, nowSeconds * 1000),
    [shownFigure, rows, nowSeconds],
  );
  const formatWithUnit = (figureValue: number | null) =>
    figureValue !== null && PERCENT_FIGURES.has(shownFigure)
      ? `${formatFigure(figureValue, lang)} %`
      : formatFigure(figureValue, lang);
  const text = formatWithUnit(value);
  const style: CSSProperties & Record<'--width', number> = {
    '--width': Math.max(MIN_WIDTH_EM, estimateTextWidthEm(text) * 1.15),
  };
  const isMet = value === null || target === null ? null : isTargetMet(value, target, settings);
  return (
    <div className="figure">
      <strong className={isMet === false ? 'figure-value wall-late' : 'figure-value'} style={style}>
        <ChangedValue>{text}</ChangedValue>
      </strong>
      <div className="figure-state">
        {isMet === true && (
          <WallStateMark stateStyle={getStateStyle('completed')}>{t('targetMet')}</WallStateMark>
        )}
        {isMet === false && (
          <span className="wall-late">
            <WallStateMark stateStyle={LATE_STYLE}>{t('targetMissed')}</WallStateMark>
          </span>
        )}
        {target !== null && (
          <span className="figure-target">{t('targetOf', { target: formatWithUnit(target) })}</span>
        )}
      </div>
      {head && createPortal(<span className="figure-name">{t(figureName)}</span>, head)}
      <div className="chart-box figure-line" ref={boxRef}>
        {size && size.width > 0 && size.height > size.fontSizePx && (
          <Sparkline series={series} target={target} size={size} />
        )}
      </div>
    </div>
  );
}

/** Shows one figure of today as a large number, whether it reaches its target, and its course over the day. */
export const figure = defineWidget({
  type: 'figure',
  version: 1,
  title: 'figure',
  area: 'production',
  words,
  size: { w: 5, h: 7, minW: 4, minH: 4 },
  settings: {
    shownFigure: choice(FIGURES, { initial: 'goodToday' }),
    target: number({ min: 0, decimals: 2 }),
    direction: choice(['higherIsBetter', 'lowerIsBetter']),
    ...GROUP_SCOPE_FIELDS,
  },
  source: ({ shownFigure, ...settings }, variables) => ({
    path: shownFigure === 'openCalls' ? '/mes/form/callsByHour' : '/mes/form/outputByHour',
    params: {
      ...buildGroupScopeParams(settings, variables),
      ...(shownFigure === 'openCalls' ? {} : buildShownDayParams(variables)),
    },
  }),
  Component: FigureContent,
});
