import { useContext, useMemo, type CSSProperties } from 'react';
import { createPortal } from 'react-dom';
import { number } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import { getStateStyle, LATE_STYLE } from '#client/kit/elements/state-style.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { Sparkline } from '../kit/drawing/chart/sparkline.tsx';
import { formatFigure } from '../kit/drawing/figure.ts';
import { estimateTextWidthEm } from '../kit/drawing/measure-text-em.ts';
import { useBoxSize } from '../kit/drawing/use-box-size.ts';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import { TileHeadContext } from '../kit/tile/tile-head.ts';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import '../kit/drawing/chart/chart.css';
import './figure.css';

const words = {
  noProducedPieces: [
    '这段时间没有产出',
    'Nothing was produced in this time',
    '這段時間沒有產出',
    'この期間の生産はありません',
  ],
} as const satisfies TermsByKey;

interface Settings {
  days: number;
  target: number | null;
}

const TOTAL_KEY = 'total';

function FirstPassYieldContent({ settings: { days, target }, rows, areRowsKnown }: WidgetProps<Settings>) {
  const t = useT(words);
  const lang = useLang();
  const head = useContext(TileHeadContext);
  const [boxRef, size] = useBoxSize();
  const { value, series } = useMemo(() => {
    const readYield = (row: (typeof rows)[number] | undefined) =>
      row ? cellReaders.number(row, 'firstPassYield') : null;
    const isTotalRow = (row: (typeof rows)[number]) => row['dayKey'] === TOTAL_KEY;
    const dayRows = rows
      .filter((row) => !isTotalRow(row))
      .sort((one, other) => cellReaders.text(one, 'dayKey').localeCompare(cellReaders.text(other, 'dayKey')));
    return { value: readYield(rows.find(isTotalRow)), series: dayRows.map(readYield) };
  }, [rows]);
  if (value === null)
    return <TileMessage>{t(areRowsKnown ? 'noProducedPieces' : 'waitingForData')}</TileMessage>;
  const text = `${formatFigure(value, lang)} %`;
  const style: CSSProperties & Record<'--width', number> = { '--width': estimateTextWidthEm(text) * 1.15 };
  const isTargetMissed = target !== null && value < target;
  return (
    <div className="figure">
      <strong className={isTargetMissed ? 'figure-value wall-late' : 'figure-value'} style={style}>
        <ChangedValue>{text}</ChangedValue>
      </strong>
      {target !== null && (
        <div className="figure-state">
          {isTargetMissed ? (
            <span className="wall-late">
              <WallStateMark stateStyle={LATE_STYLE}>{t('targetMissed')}</WallStateMark>
            </span>
          ) : (
            <WallStateMark stateStyle={getStateStyle('completed')}>{t('targetMet')}</WallStateMark>
          )}
          <span className="figure-target">
            {t('targetOf', { target: `${formatFigure(target, lang)} %` })}
          </span>
        </div>
      )}
      {head && createPortal(<span className="chart-span">{t('rangeDays', { count: days })}</span>, head)}
      <div className="chart-box figure-line" ref={boxRef}>
        {size && size.width > 0 && size.height > size.fontSizePx && (
          <Sparkline series={series} target={target} size={size} startsAtLowest />
        )}
      </div>
    </div>
  );
}

/**
 * Shows the first pass yield of the last days as a large number, whether it reaches its target, and its course by day.
 */
export const firstPassYield = defineWidget({
  type: 'firstPassYield',
  version: 1,
  title: 'firstPassYield',
  area: 'quality',
  words,
  size: { w: 6, h: 8, minW: 4, minH: 4 },
  settings: {
    days: number({ min: 1, max: 92, decimals: 0, initial: 14, label: 'daysBack' }),
    target: number({ min: 0, max: 100, decimals: 1, unit: 'percent' }),
  },
  source: ({ days }) => ({ path: '/mes/form/firstPassYieldByDay', params: { days: String(days) } }),
  Component: FirstPassYieldContent,
});
