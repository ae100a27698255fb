import { useMemo, type CSSProperties } from 'react';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { choice, number } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { CAPACITY_AXES, type CapacityAxis } from '#shared/planning/group-capacity.ts';
import {
  findLoadState,
  LOAD_STEPS,
  roundPercent,
  type CellState,
  type LoadStep,
} from '#shared/planning/load-columns.ts';
import { CELL_STYLES } from '#client/production/capacity/cell-style.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { LoadBars, type LoadBar } from '../kit/drawing/chart/load-bars.tsx';
import { formatFigure } from '../kit/drawing/figure.ts';
import { estimateTextWidthEm } from '../kit/drawing/measure-text-em.ts';
import { PagedRows } from '../kit/drawing/paged-rows.tsx';
import { HeadNote } from '../kit/drawing/text/head-note.tsx';
import { useBoxSize } from '../kit/drawing/use-box-size.ts';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import { buildGroupScopeParams } from '../kit/group-scope-params.ts';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import '../kit/drawing/chart/chart.css';
import './capacity-load.css';

const words = {
  noGroups: ['还没有班组', 'No work groups yet', '還沒有組別', '班がありません'],
} as const satisfies TermsByKey;

/** The states that are counted above the groups, from the worst to the least bad. */
const COUNTED_STATES: readonly CellState[] = ['overloaded', 'noCapacity', 'nearlyFull'];
/** The text size of the cells, `--text-xs`, as a share of the text size of the tile. */
const CELL_TEXT_SHARE = 0.66;
const HOUR_MINUTES = 60;

interface Settings {
  workGroupId: number | null;
  capacityAxis: CapacityAxis | null;
  loadStep: LoadStep | null;
  periodCount: number;
  pageSeconds: number;
}
interface GroupBars {
  readonly key: string;
  readonly code: string;
  readonly name: string;
  readonly bars: readonly LoadBar[];
  readonly unplannedMinutes: number;
  readonly withoutEstimateCount: number;
}

const readBar = (row: ReportRow): LoadBar => {
  const readMinutes = (name: string) => cellReaders.number(row, name) ?? 0;
  const [load, normal] = [readMinutes('load'), readMinutes('normal')];
  return {
    firstDay: cellReaders.text(row, 'firstDay'),
    load,
    normal,
    maximum: readMinutes('maximum'),
    overdue: readMinutes('overdue'),
    state: findLoadState(load, normal),
  };
};

const compareGroups = (one: GroupBars, other: GroupBars): number =>
  Number(one.name === '') - Number(other.name === '') ||
  one.code.localeCompare(other.code, undefined, { numeric: true }) ||
  one.key.localeCompare(other.key);

/** Reads the rows of `capacityLoad` by group, with the periods in the order of time. */
function readGroups(rows: readonly ReportRow[]): GroupBars[] {
  const rowsByKey = new Map<string, ReportRow[]>();
  for (const row of rows) {
    const key = cellReaders.text(row, 'groupKey');
    rowsByKey.set(key, [...(rowsByKey.get(key) ?? []), row]);
  }
  return [...rowsByKey]
    .map(([key, groupRows]) => ({
      key,
      code: cellReaders.text(groupRows[0]!, 'groupCode'),
      name: cellReaders.text(groupRows[0]!, 'groupName'),
      bars: groupRows.map(readBar).sort((one, other) => one.firstDay.localeCompare(other.firstDay)),
      unplannedMinutes: cellReaders.number(groupRows[0]!, 'unplanned') ?? 0,
      withoutEstimateCount: cellReaders.number(groupRows[0]!, 'withoutEstimate') ?? 0,
    }))
    .sort(compareGroups);
}

const computePercent = ({ load, normal }: LoadBar): number | null =>
  normal > 0 ? roundPercent((load / normal) * 100) : null;

/** Formats minutes as hours: below ten hours with at most one decimal, otherwise without decimals. */
const formatHourFigure = (minutes: number, lang: Parameters<typeof formatFigure>[1]): string => {
  const hours = minutes / HOUR_MINUTES;
  return formatFigure(hours < 10 ? Math.round(hours * 10) / 10 : Math.round(hours), lang);
};

/** Shows the work that is in no period, because it has no planned day or no estimate. */
function MissingWork({
  unplannedMinutes,
  withoutEstimateCount,
}: Pick<GroupBars, 'unplannedMinutes' | 'withoutEstimateCount'>) {
  const t = useT();
  const lang = useLang();
  return (
    <>
      {unplannedMinutes > 0 && (
        <span className="quiet">{`${t('unplannedLoad')} ${formatHourFigure(unplannedMinutes, lang)} ${t('hoursUnit')}`}</span>
      )}
      {withoutEstimateCount > 0 && (
        <span className="quiet">{`${t('withoutEstimate')} ${formatFigure(withoutEstimateCount, lang)}`}</span>
      )}
    </>
  );
}

/** Shows the load of the current period as figures, and a chart with the load and the capacity of each period. */
function OneGroup({ group }: { group: GroupBars }) {
  const t = useT();
  const lang = useLang();
  const [boxRef, size] = useBoxSize();
  const first = group.bars[0]!;
  const currentStyle = CELL_STYLES[first.state];
  const percent = computePercent(first);
  const worstState = COUNTED_STATES.find((state) => group.bars.some((bar) => bar.state === state));
  const worstCount = group.bars.filter(({ state }) => state === worstState).length;
  return (
    <div className="chart-tile capacity-load">
      <div className="chart-figures">
        <span className="chart-main">
          <WallStateMark stateStyle={currentStyle}>{t(currentStyle.term)}</WallStateMark>
          <ChangedValue>{percent === null ? '—' : `${formatFigure(percent, lang)} %`}</ChangedValue>
        </span>
        <span className="quiet">
          {t('hoursOfHours', {
            load: formatHourFigure(first.load, lang),
            capacity: formatHourFigure(first.normal, lang),
          })}
        </span>
        {worstState && worstState !== first.state && (
          <WallStateMark
            stateStyle={CELL_STYLES[worstState]}
          >{`${t(CELL_STYLES[worstState].term)} ${worstCount} ×`}</WallStateMark>
        )}
        {first.overdue > 0 && (
          <span className="wall-late">{`◆ ${t('overdueLoad')} ${formatHourFigure(first.overdue, lang)} ${t('hoursUnit')}`}</span>
        )}
        <MissingWork
          unplannedMinutes={group.unplannedMinutes}
          withoutEstimateCount={group.withoutEstimateCount}
        />
      </div>
      <div className="chart-box" ref={boxRef}>
        {size && size.width > 0 && size.height > size.fontSizePx && (
          <LoadBars bars={group.bars} size={size} />
        )}
      </div>
    </div>
  );
}

/** Shows the groups as rows and the periods as columns. A cell shows the load in percent of the normal capacity. */
function AllGroups({ groups, pageSeconds }: { groups: readonly GroupBars[]; pageSeconds: number }) {
  const t = useT();
  const lang = useLang();
  const [setDaysElement, size] = useBoxSize();
  const days = groups[0]!.bars.map(({ firstDay }) => firstDay);
  const cellWidthEm = size ? size.width / days.length / (size.fontSizePx * CELL_TEXT_SHARE) : 0;
  const percentTexts = groups.flatMap(({ bars }) =>
    bars.map((bar) => formatFigure(computePercent(bar), lang)),
  );
  const hasPercents = Math.max(...percentTexts.map(estimateTextWidthEm)) + 1.6 < cellWidthEm;
  const columnStyle: CSSProperties = { gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))` };
  const countGroupsWithState = (countedState: CellState) =>
    groups.reduce((sum, { bars }) => sum + bars.filter(({ state }) => state === countedState).length, 0);
  return (
    <div className="capacity-load">
      <div className="chart-figures load-counts">
        {COUNTED_STATES.map((state) => (
          <span key={state} className={countGroupsWithState(state) === 0 ? 'quiet' : undefined}>
            <WallStateMark stateStyle={CELL_STYLES[state]}>{t(CELL_STYLES[state].term)}</WallStateMark>{' '}
            <ChangedValue>{formatFigure(countGroupsWithState(state), lang)}</ChangedValue>
          </span>
        ))}
        <MissingWork
          unplannedMinutes={groups.reduce((sum, { unplannedMinutes }) => sum + unplannedMinutes, 0)}
          withoutEstimateCount={groups.reduce(
            (sum, { withoutEstimateCount }) => sum + withoutEstimateCount,
            0,
          )}
        />
      </div>
      <div className="load-row load-head">
        <span />
        <div className="load-cells" style={columnStyle} ref={setDaysElement}>
          {days.map((day, index) => (
            <span key={day} className="load-day">
              {cellWidthEm > 1.7 || index % 2 === 0 ? (cellWidthEm > 3.6 ? day.slice(5) : day.slice(8)) : ''}
            </span>
          ))}
        </div>
      </div>
      <PagedRows rows={groups} keyOf={({ key }) => key} pageSeconds={pageSeconds} rowClass="load-row">
        {({ name, bars }) => (
          <>
            <span className="cut">{name || t('withoutGroup')}</span>
            <div className="load-cells" style={columnStyle}>
              {bars.map((bar) => {
                const { shape, term } = CELL_STYLES[bar.state];
                const percent = computePercent(bar);
                return (
                  <span key={bar.firstDay} className={`load-cell is-${bar.state}`}>
                    <span className="load-shape" aria-hidden="true">
                      {bar.state === 'hasRoom' ? '' : shape}
                    </span>
                    <span className="visually-hidden">{t(term)}</span>
                    {hasPercents && bar.state !== 'free' && formatFigure(percent, lang)}
                  </span>
                );
              })}
            </div>
          </>
        )}
      </PagedRows>
    </div>
  );
}

function CapacityLoadContent({ settings, rows, areRowsKnown }: WidgetProps<Settings>) {
  const t = useT(words);
  const groups = useMemo(() => readGroups(rows), [rows]);
  if (groups.length === 0)
    return <TileMessage>{t(areRowsKnown ? 'noGroups' : 'waitingForData')}</TileMessage>;
  const axisName = t(settings.capacityAxis ?? 'deviceHours');
  const [group] = groups;
  return groups.length === 1 ? (
    <>
      <HeadNote>{t('loadOfGroup', { name: group!.name || t('withoutGroup'), axis: axisName })}</HeadNote>
      <OneGroup group={group!} />
    </>
  ) : (
    <>
      <HeadNote>{axisName}</HeadNote>
      <AllGroups groups={groups} pageSeconds={settings.pageSeconds} />
    </>
  );
}

/**
 * Shows the load of the work groups against their capacity on each of the next days or weeks: a chart of one group, or
 * a grid of all groups.
 */
export const capacityLoad = defineWidget({
  type: 'capacityLoad',
  version: 1,
  title: 'capacityLoad',
  area: 'production',
  words,
  size: { w: 12, h: 10, minW: 6, minH: 4 },
  settings: {
    ...GROUP_SCOPE_FIELDS,
    capacityAxis: choice(CAPACITY_AXES, { initial: 'deviceHours' }),
    loadStep: choice(LOAD_STEPS, { initial: 'loadByDay' }),
    periodCount: number({ min: 2, max: 16, decimals: 0, initial: 10 }),
    pageSeconds: number({ min: 8, max: 12, decimals: 0, initial: 10, unit: 'seconds' }),
  },
  source: ({ capacityAxis, loadStep, periodCount, ...settings }, variables) => ({
    path: '/mes/form/capacityLoad',
    params: {
      capacityAxis: capacityAxis ?? 'deviceHours',
      loadStep: loadStep ?? 'loadByDay',
      periodCount: String(periodCount),
      ...buildGroupScopeParams(settings, variables),
    },
  }),
  Component: CapacityLoadContent,
});
