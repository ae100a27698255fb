import { useCallback, useContext, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { choice, number } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { ParetoRows, sumParetoItems, type ParetoItem } from '../kit/drawing/chart/pareto-rows.tsx';
import { formatFigure } from '../kit/drawing/figure.ts';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import { TileHeadContext } from '../kit/tile/tile-head.ts';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';

const words = {
  noBadPieces: ['没有不良', 'No bad pieces', '沒有不良', '不良なし'],
} as const satisfies TermsByKey;

const GROUPINGS = ['errorClass', 'craft', 'part', 'device'] as const;

interface Settings {
  by: (typeof GROUPINGS)[number];
  days: number;
}

function DefectParetoContent({ settings, rows, areRowsKnown }: WidgetProps<Settings>) {
  const t = useT(words);
  const lang = useLang();
  const head = useContext(TileHeadContext);
  const items = useMemo(
    () =>
      rows
        .map((row): ParetoItem => ({
          key: cellReaders.text(row, 'valueKey'),
          name: cellReaders.text(row, 'valueName') || t('notKnown'),
          value: cellReaders.number(row, 'badPieces') ?? 0,
        }))
        .filter(({ value }) => value > 0),
    [rows, t],
  );
  const format = (value: number) => formatFigure(value, lang);
  const nameOthers = useCallback((count: number) => t('otherItems', { count }), [t]);
  return (
    <div className="pareto">
      {items.length > 0 && (
        <div className="chart-figures">
          <span className="chart-main">
            <WallStateMark stateStyle={getStateStyle('scrapped')}>{t('badPieces')}</WallStateMark>
            <ChangedValue>{format(sumParetoItems(items))}</ChangedValue>
          </span>
          <span className="quiet">{t(settings.by)}</span>
        </div>
      )}
      <ParetoRows
        items={items}
        format={format}
        nameOthers={nameOthers}
        emptyText={t(areRowsKnown ? 'noBadPieces' : 'waitingForData')}
      />
      {head &&
        createPortal(<span className="chart-span">{t('rangeDays', { count: settings.days })}</span>, head)}
    </div>
  );
}

/**
 * Shows the bad pieces of the last days by error class, operation type, part or device: a bar for each value, the
 * largest first, and their cumulated share as a line.
 */
export const defectPareto = defineWidget({
  type: 'defectPareto',
  version: 1,
  title: 'defectPareto',
  area: 'quality',
  words,
  size: { w: 9, h: 9, minW: 6, minH: 4 },
  settings: {
    by: choice(GROUPINGS, { initial: 'errorClass', label: 'paretoGrouping' }),
    days: number({ min: 1, max: 366, decimals: 0, initial: 30, label: 'daysBack' }),
  },
  source: ({ by, days }) => ({ path: '/mes/form/defectPareto', params: { by, days: String(days) } }),
  Component: DefectParetoContent,
});
