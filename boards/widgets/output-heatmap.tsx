import { scaleQuantize } from 'd3';
import { useContext, useMemo, type CSSProperties } from 'react';
import { createPortal } from 'react-dom';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { choice, number } from '#shared/kernel/fields.ts';
import type { Lang, TermsByKey } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { addDays } from '#shared/rules/days.ts';
import { useServerTimeInSeconds } from '#client/kit/live/use-server-clock.ts';
import { toLocalDay } from '#client/kit/words/formats.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { useBoxSize } from '../kit/drawing/use-box-size.ts';
import { formatFigure } from '../kit/drawing/figure.ts';
import { estimateTextWidthEm } from '../kit/drawing/measure-text-em.ts';
import { PagedRows } from '../kit/drawing/paged-rows.tsx';
import { buildShownDayParams } from '../kit/shown-day-params.ts';
import { useShownDay } from '../kit/tile/shown-day.ts';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { TileHeadContext } from '../kit/tile/tile-head.ts';
import { buildGroupScopeParams } from '../kit/group-scope-params.ts';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import './output-heatmap.css';

const words = {
  outputHeatmap: ['班组每日产量', 'Output by group and day', '組別每日產量', '班別・日別出来高'],
  heatValue: ['显示', 'Shows', '顯示', '表示項目'],
  nothingMadeInDays: ['这些天无产量', 'Nothing made on these days', '這些天無產量', 'この期間の実績なし'],
} as const satisfies TermsByKey;

/** The classes of the scale, from the smallest quantities to the largest. */
const HEAT_CLASSES = [1, 2, 3, 4, 5] as const;
type HeatClass = (typeof HEAT_CLASSES)[number];
const MINUTE_SECONDS = 60;

interface Settings {
  heatValue: 'good' | 'scrap';
  dayCount: number;
  pageSeconds: number;
}
interface GroupDays {
  readonly key: string;
  readonly code: string;
  readonly name: string;
  /** The quantity of each day that has reports. */
  readonly quantityByDay: ReadonlyMap<string, number>;
}

const compareGroups = (one: GroupDays, other: GroupDays): number =>
  Number(one.name === '') - Number(other.name === '') ||
  one.code.localeCompare(other.code, undefined, { numeric: true }) ||
  one.key.localeCompare(other.key);

/** Reads the rows of `outputByDay` by group. */
function readGroups(
  rows: readonly ReportRow[],
  heatValue: Settings['heatValue'],
  days: readonly string[],
): GroupDays[] {
  const groups = new Map<string, { code: string; name: string; quantityByDay: Map<string, number> }>();
  for (const row of rows) {
    const day = cellReaders.text(row, 'day');
    const quantity = cellReaders.number(row, heatValue);
    if (quantity === null || !days.includes(day)) continue;
    const key = cellReaders.text(row, 'groupKey');
    if (!groups.has(key)) {
      const [code, name] = [cellReaders.text(row, 'groupCode'), cellReaders.text(row, 'groupName')];
      groups.set(key, { code, name, quantityByDay: new Map() });
    }
    groups.get(key)!.quantityByDay.set(day, quantity);
  }
  return [...groups].map(([key, group]) => ({ key, ...group })).sort(compareGroups);
}

/** Lists the days until the last day: 'YYYY-MM-DD', the oldest first. */
const listDays = (lastDay: string, dayCount: number): readonly string[] =>
  Array.from({ length: dayCount }, (_, index) => addDays(lastDay, index + 1 - dayCount));

const makeScale = (largestQuantity: number) =>
  scaleQuantize<HeatClass>([0, Math.max(largestQuantity, 1)], HEAT_CLASSES);

/** Shows the colours of the classes, between zero and the largest quantity. */
function Scale({
  largestQuantity: largest,
  heatValue,
  lang,
}: {
  largestQuantity: number;
  heatValue: Settings['heatValue'];
  lang: Lang;
}) {
  return (
    <span className={`heat-scale is-${heatValue}-heat`} aria-hidden="true">
      <span>{formatFigure(0, lang)}</span>
      {HEAT_CLASSES.map((heatClass) => (
        <span key={heatClass} className={`heat-swatch heat-${heatClass}`} />
      ))}
      <span>{formatFigure(largest, lang)}</span>
    </span>
  );
}

function OutputHeatmapContent({ settings, rows, areRowsKnown }: WidgetProps<Settings>) {
  const t = useT(words);
  const lang = useLang();
  const zone = useTimeZone();
  const head = useContext(TileHeadContext);
  const [setDaysElement, size] = useBoxSize();
  const minuteStartSeconds = Math.floor(useServerTimeInSeconds() / MINUTE_SECONDS) * MINUTE_SECONDS;
  const today = toLocalDay(zone, minuteStartSeconds * 1000);
  const { heatValue, dayCount } = settings;
  const lastDay = useShownDay() ?? today;
  const days = useMemo(() => listDays(lastDay, dayCount), [lastDay, dayCount]);
  const groups = useMemo(() => readGroups(rows, heatValue, days), [rows, heatValue, days]);
  const largestQuantity = useMemo(
    () => Math.max(0, ...groups.flatMap(({ quantityByDay: quantities }) => [...quantities.values()])),
    [groups],
  );
  if (groups.length === 0) {
    return <TileMessage>{t(areRowsKnown ? 'nothingMadeInDays' : 'waitingForData')}</TileMessage>;
  }
  const scale = makeScale(largestQuantity);
  const cellWidthEm = size ? size.width / dayCount / size.fontSizePx : 0;
  const hasFigures = estimateTextWidthEm(formatFigure(largestQuantity, lang)) + 0.3 < cellWidthEm;
  const formatDay = (day: string) => (cellWidthEm > 3.6 ? day.slice(5) : day.slice(8));
  const columnStyle: CSSProperties = { gridTemplateColumns: `repeat(${dayCount}, minmax(0, 1fr))` };
  return (
    <div className={`heat is-${heatValue}-heat`}>
      <div className="heat-row heat-head">
        <span className="quiet">{t(heatValue)}</span>
        <div className="heat-cells" style={columnStyle} ref={setDaysElement}>
          {days.map((day, index) => (
            <span key={day} className={day === today ? 'heat-day is-today' : 'heat-day'}>
              {cellWidthEm > 1.7 || (dayCount - 1 - index) % 2 === 0 ? formatDay(day) : ''}
            </span>
          ))}
        </div>
      </div>
      <PagedRows
        rows={groups}
        keyOf={({ key }) => key}
        pageSeconds={settings.pageSeconds}
        rowClass="heat-row"
      >
        {({ name, quantityByDay: quantities }) => (
          <>
            <span className="cut">{name || t('withoutGroup')}</span>
            <div className="heat-cells" style={columnStyle}>
              {days.map((day) => {
                const quantity = quantities.get(day);
                return (
                  <span key={day} className={quantity ? `heat-cell heat-${scale(quantity)}` : 'heat-cell'}>
                    {hasFigures && quantity !== undefined ? formatFigure(quantity, lang) : ''}
                  </span>
                );
              })}
            </div>
          </>
        )}
      </PagedRows>
      {head &&
        createPortal(<Scale largestQuantity={largestQuantity} heatValue={heatValue} lang={lang} />, head)}
    </div>
  );
}

/**
 * Shows the good quantity or the scrap of each work group on each of the last days. The larger the quantity, the
 * lighter is the cell. A cell without a report is empty.
 */
export const outputHeatmap = defineWidget({
  type: 'outputHeatmap',
  version: 1,
  title: 'outputHeatmap',
  area: 'production',
  words,
  size: { w: 12, h: 9, minW: 6, minH: 4 },
  settings: {
    ...GROUP_SCOPE_FIELDS,
    heatValue: choice(['good', 'scrap'], { initial: 'good' }),
    dayCount: number({ min: 7, max: 31, decimals: 0, initial: 14 }),
    pageSeconds: number({ min: 8, max: 12, decimals: 0, initial: 10, unit: 'seconds' }),
  },
  source: ({ dayCount, ...settings }, variables) => ({
    path: '/mes/form/outputByDay',
    params: {
      dayCount: String(dayCount),
      ...buildGroupScopeParams(settings, variables),
      ...buildShownDayParams(variables),
    },
  }),
  Component: OutputHeatmapContent,
});
