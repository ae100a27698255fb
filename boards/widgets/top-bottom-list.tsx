import { useMemo, type CSSProperties } from 'react';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { choice, number } from '#shared/kernel/fields.ts';
import type { Lang, TermsByKey } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { formatDuration } from '#client/kit/words/formats.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { computeColumnWidth } from '../kit/drawing/compute-column-width.ts';
import { formatFigure, UNKNOWN_VALUE_TEXT } from '../kit/drawing/figure.ts';
import { PagedRows } from '../kit/drawing/paged-rows.tsx';
import { buildGroupScopeParams } from '../kit/group-scope-params.ts';
import { buildShownDayParams } from '../kit/shown-day-params.ts';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import './top-bottom-list.css';

const words = {
  places: ['显示名次', 'Places', '顯示名次', '表示する順位'],
  nothingRanked: [
    '统计期内没有报工',
    'No reports in the period',
    '統計期內沒有報工',
    '期間内の実績はありません',
  ],
} as const satisfies TermsByKey;

const MEASURES = ['good', 'scrapRate', 'stopTime'] as const;
type Measure = (typeof MEASURES)[number];
interface Settings {
  rankedBy: 'workGroup' | 'employee' | 'device';
  measure: Measure;
  order: 'highest' | 'lowest';
  days: number;
  places: number;
  workGroupId: number | null;
  pageSeconds: number;
}

interface RankedItem {
  id: string;
  position: number;
  rank: number | null;
  name: string;
  groupName: string;
  value: number | null;
}

const readRankedItem = (row: ReportRow): RankedItem => ({
  id: cellReaders.text(row, 'id'),
  position: cellReaders.number(row, 'position') ?? 0,
  rank: cellReaders.number(row, 'rank'),
  name: cellReaders.text(row, 'name'),
  groupName: cellReaders.text(row, 'groupName'),
  value: cellReaders.number(row, 'value'),
});

function formatValue(value: number | null, measure: Measure, lang: Lang): string {
  if (value === null) return UNKNOWN_VALUE_TEXT;
  if (measure === 'stopTime') return formatDuration(value);
  return measure === 'scrapRate' ? `${formatFigure(value, lang)} %` : formatFigure(value, lang);
}

function TopBottomListContent({ settings, rows, areRowsKnown }: WidgetProps<Settings>) {
  const t = useT(words);
  const lang = useLang();
  const { rankedBy, measure, pageSeconds } = settings;
  const rankedItems = useMemo(
    () => rows.map(readRankedItem).sort((one, other) => one.position - other.position),
    [rows],
  );
  if (rankedItems.length === 0)
    return <TileMessage>{t(areRowsKnown ? 'nothingRanked' : 'waitingForData')}</TileMessage>;
  const largestValue = Math.max(...rankedItems.map(({ value }) => value ?? 0));
  const style: CSSProperties & Record<'--value', string> = {
    '--value': computeColumnWidth(rankedItems.map(({ value }) => `${formatValue(value, measure, lang)}  `)),
  };
  return (
    <div className="wall-table" style={style}>
      <PagedRows
        rows={rankedItems}
        keyOf={({ id }) => id}
        pageSeconds={pageSeconds}
        rowClass="ranking-columns"
        barOf={({ value }) => ({ percent: largestValue > 0 ? ((value ?? 0) / largestValue) * 100 : 0 })}
      >
        {({ rank, name, groupName: group, value }) => (
          <>
            <span className="ranking-rank to-end quiet">{formatFigure(rank, lang)}</span>
            <span className="ranking-name cut">{name || UNKNOWN_VALUE_TEXT}</span>
            <span className="ranking-group cut quiet">{rankedBy === 'workGroup' ? '' : group}</span>
            <ChangedValue className="ranking-value to-end">{formatValue(value, measure, lang)}</ChangedValue>
          </>
        )}
      </PagedRows>
    </div>
  );
}

/**
 * Ranks work groups, people or devices by good quantity, scrap rate or stop time, for today or for
 * the last days including today. The highest or the lowest value comes first.
 */
export const topBottomList = defineWidget({
  type: 'topBottomList',
  version: 1,
  title: 'ranking',
  area: 'production',
  heading: ({ rankedBy, measure, order, days }, t, isOfPastDay) => {
    const isToday = days === 1 && !isOfPastDay;
    return [t(rankedBy), t(measure), t(order), isToday ? t('today') : t('daysCount', { days })].join(' · ');
  },
  words,
  size: { w: 8, h: 10, minW: 6, minH: 4 },
  settings: {
    rankedBy: choice(['workGroup', 'employee', 'device'], { initial: 'workGroup' }),
    measure: choice(MEASURES, { initial: 'good', label: 'rankingMeasure' }),
    order: choice(['highest', 'lowest'], { initial: 'highest', label: 'rankingOrder' }),
    days: number({ min: 1, max: 31, decimals: 0, initial: 7, label: 'rankingDays' }),
    places: number({ min: 1, max: 50, decimals: 0, initial: 5 }),
    ...GROUP_SCOPE_FIELDS,
    pageSeconds: number({ min: 8, max: 12, decimals: 0, initial: 10, unit: 'seconds' }),
  },
  source: ({ rankedBy, measure, order, days, places, ...settings }, variables) => ({
    path: '/mes/form/ranking',
    params: {
      rankedBy,
      measure,
      order,
      days: String(days),
      limit: String(places),
      ...(rankedBy === 'workGroup'
        ? buildGroupScopeParams({ ...settings, workGroupId: null }, { ...variables, group: '' })
        : buildGroupScopeParams(settings, variables)),
      ...buildShownDayParams(variables),
    },
  }),
  Component: TopBottomListContent,
});
