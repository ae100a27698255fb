import { scaleLinear } from 'd3';
import { useMemo, type CSSProperties } from 'react';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { number } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { groupBy } from '#shared/planning/group-by.ts';
import { PLANNED_WORK_STATES, type PlannedWorkState } from '#shared/planning/planned-work.ts';
import { useServerTimeInMinutes } from '#client/production/calls/use-server-second.ts';
import { getStateStyle, LATE_STYLE, type StateStyle } from '#client/kit/elements/state-style.ts';
import { formatMoment } from '#client/kit/words/formats.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { AXIS_TEXT_SHARE, computeAxisHeight, HourAxis } from '../kit/drawing/chart/hour-axis.tsx';
import { formatFigure } from '../kit/drawing/figure.ts';
import { estimateTextWidthEm } from '../kit/drawing/measure-text-em.ts';
import { makeGanttBar } from '../kit/drawing/orders/gantt-bars.ts';
import { PagedRows } from '../kit/drawing/paged-rows.tsx';
import { HeadNote } from '../kit/drawing/text/head-note.tsx';
import { useBoxSize } from '../kit/drawing/use-box-size.ts';
import { WallCode } from '../kit/drawing/wall-code.tsx';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import { buildGroupScopeParams } from '../kit/group-scope-params.ts';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import '../kit/drawing/chart/chart.css';
import './machine-schedule.css';

const words = {
  orderEndsLate: ['工单预计延迟', 'Order late', '工單預計延遲', '指図遅れ'],
  noWorkPlanned: ['没有安排任务', 'Nothing planned', '沒有安排任務', '予定なし'],
  deviceInRepair: ['维修中', 'In repair', '維修中', '修理中'],
} as const satisfies TermsByKey;

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** The chart begins this long before now. */
const PAST_MS = HOUR_MS;
/** The space beside the text of a bar, in em of the text. */
const BAR_PADDING_EM = 0.9;
/** The space beside the name of a machine for the number of operations that are behind the plan, in em of the name. */
const NAME_SPACE_EM = 2.2;
const BEHIND_STYLE: StateStyle = LATE_STYLE;

interface Work {
  readonly id: string;
  readonly state: PlannedWorkState;
  readonly orderCode: string;
  readonly processName: string;
  readonly partName: string;
  /** When the work is planned to begin and to end, in milliseconds since 1970. */
  readonly startsAt: number;
  readonly endsAt: number;
  readonly isOrderLate: boolean;
}
interface Machine {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly isInRepair: boolean;
  readonly works: readonly Work[];
}
/** Converts an instant, in milliseconds since 1970, to percent of the width of the chart. */
type Axis = (at: number) => number;

const getWorkStyle = (state: PlannedWorkState): StateStyle =>
  state === 'behindPlan' ? BEHIND_STYLE : getStateStyle(state);

function readWork(row: ReportRow): Work | null {
  const state = PLANNED_WORK_STATES.find((candidate) => candidate === row['workState']);
  const startsAt = Date.parse(cellReaders.text(row, 'startsAt'));
  const endsAt = Date.parse(cellReaders.text(row, 'endsAt'));
  if (!state || !(endsAt >= startsAt)) return null;
  return {
    id: cellReaders.text(row, 'processId'),
    state,
    orderCode: cellReaders.text(row, 'orderCode'),
    processName: cellReaders.text(row, 'processName'),
    partName: cellReaders.text(row, 'partName'),
    startsAt,
    endsAt,
    isOrderLate: (cellReaders.number(row, 'orderLateDays') ?? 0) > 0,
  };
}

/** Groups the rows by machine. Machines with work come first, then machines without work, both sorted by code. */
const readMachines = (rows: readonly ReportRow[]): Machine[] =>
  [...groupBy(rows, (row) => cellReaders.text(row, 'deviceId'))]
    .map(([id, machineRows]): Machine => {
      const code = cellReaders.text(machineRows[0]!, 'deviceCode');
      return {
        id,
        code,
        name: cellReaders.text(machineRows[0]!, 'deviceName') || code,
        isInRepair: machineRows[0]!['inRepair'] === true,
        works: machineRows
          .flatMap((row) => readWork(row) ?? [])
          .sort((a, b) => a.startsAt - b.startsAt || Number(a.id) - Number(b.id)),
      };
    })
    .sort(
      (a, b) =>
        Number(a.works.length === 0) - Number(b.works.length === 0) ||
        a.code.localeCompare(b.code, undefined, { numeric: true }) ||
        Number(a.id) - Number(b.id),
    );

/**
 * Returns the longest text that fits into a bar: order and process, or only the order; '' if neither fits.
 * @param widthEm the width of the bar in em of its text
 */
function chooseBarText({ orderCode, processName, isOrderLate }: Work, widthEm: number): string {
  const mark = isOrderLate ? `${LATE_STYLE.shape} ` : '';
  const texts = [`${mark}${orderCode} ${processName}`, `${mark}${orderCode}`];
  return texts.find((text) => estimateTextWidthEm(text) + BAR_PADDING_EM <= widthEm) ?? '';
}

interface BarProps {
  work: Work;
  axis: Axis;
  now: number;
  /** The width of the chart in em of the text of bars. */
  chartWidthEm: number;
}

/**
 * Returns when a bar begins and ends, in milliseconds since 1970. The bar of running work always contains the present
 * instant: it moves back to now if the planned start is later, and it extends to now if the planned end is over.
 */
function computeBarSpan({ state, startsAt, endsAt }: Work, now: number): [from: number, until: number] {
  if (state !== 'processing') return [startsAt, endsAt];
  const earlyMs = Math.max(0, startsAt - now);
  return [startsAt - earlyMs, Math.max(endsAt - earlyMs, now)];
}

function WorkBar({ work, axis, now, chartWidthEm }: BarProps) {
  const t = useT(words);
  const { state, isOrderLate, orderCode, processName, partName } = work;
  const [from, until] = computeBarSpan(work, now);
  const bar = makeGanttBar(axis(from), axis(until));
  if (!bar) return null;
  const style: CSSProperties = { insetInlineStart: `${bar.start}%`, inlineSize: `${bar.width}%` };
  const text = chooseBarText(work, (bar.width / 100) * chartWidthEm);
  return (
    <span className={`work-bar is-${state}${isOrderLate ? ' is-order-late' : ''}`} style={style}>
      <span aria-hidden="true">{text}</span>
      <span className="visually-hidden">
        {[orderCode, processName, partName, t(state), ...(isOrderLate ? [t('orderEndsLate')] : [])].join(' ')}
      </span>
    </span>
  );
}

/** Shows what the patterns of the bars mean, and counts the operations of each state and those of late orders. */
function Legend({ machines }: { machines: readonly Machine[] }) {
  const t = useT(words);
  const lang = useLang();
  const works = machines.flatMap((machine) => machine.works);
  const entries = [
    ...PLANNED_WORK_STATES.map((state) => ({
      key: state,
      text: t(state),
      stateStyle: getWorkStyle(state),
      count: works.filter((work) => work.state === state).length,
    })),
    {
      key: 'order-late',
      text: t('orderEndsLate'),
      stateStyle: LATE_STYLE,
      count: works.filter(({ isOrderLate }) => isOrderLate).length,
    },
  ];
  return (
    <ul className="work-legend">
      {entries.map(({ key, text, stateStyle, count }) => (
        <li key={key} className={count === 0 ? 'quiet' : undefined}>
          <span className={`work-key is-${key}`} aria-hidden="true" />
          <WallStateMark stateStyle={stateStyle}>{text}</WallStateMark>
          <ChangedValue>{formatFigure(count, lang)}</ChangedValue>
        </li>
      ))}
    </ul>
  );
}

function MachineScheduleContent({
  settings,
  rows,
  areRowsKnown,
}: WidgetProps<{ hours: number; pageSeconds: number }>) {
  const t = useT(words);
  const lang = useLang();
  const zone = useTimeZone();
  const [setAxisBox, size] = useBoxSize();
  const now = useServerTimeInMinutes() * MINUTE_MS;
  const machines = useMemo(() => readMachines(rows), [rows]);
  if (machines.length === 0)
    return <TileMessage>{t(areRowsKnown ? 'noAppliedPlan' : 'waitingForData')}</TileMessage>;
  const [from, until] = [now - PAST_MS, now + settings.hours * HOUR_MS];
  const axis = scaleLinear([from, until], [0, 100]);
  const chartWidthEm = size ? size.width / (size.fontSizePx * AXIS_TEXT_SHARE) : 0;
  const plannedAt = cellReaders.instant(rows[0]!, 'plannedAt');
  // The column has room for the longest name and for the number of operations that are behind the plan.
  const nameStyle: CSSProperties & Record<'--name', number> = {
    '--name': Math.max(...machines.map(({ name }) => estimateTextWidthEm(name))) + NAME_SPACE_EM,
  };
  return (
    <div className="wall-table machine-schedule" style={nameStyle}>
      <HeadNote>{plannedAt === '' ? '' : t('planOfTime', { time: formatMoment(plannedAt, zone) })}</HeadNote>
      <Legend machines={machines} />
      <PagedRows
        rows={machines}
        keyOf={({ id }) => id}
        pageSeconds={settings.pageSeconds}
        rowClass="machine-row"
      >
        {({ name, isInRepair, works }) => {
          const behindCount = works.filter(({ state }) => state === 'behindPlan').length;
          return (
            <>
              <span className="machine-name">
                <WallCode>{name}</WallCode>
                {behindCount > 0 && (
                  <span className="wall-late">
                    <span aria-hidden="true">{BEHIND_STYLE.shape}</span>
                    <span className="visually-hidden">{t('behindPlan')}</span>
                    {formatFigure(behindCount, lang)}
                  </span>
                )}
              </span>
              <span className="machine-track">
                {works.map((work) => (
                  <WorkBar key={work.id} work={work} axis={axis} now={now} chartWidthEm={chartWidthEm} />
                ))}
                {isInRepair ? (
                  <span className="machine-none wall-late">
                    <WallStateMark stateStyle={getStateStyle('repair')}>{t('deviceInRepair')}</WallStateMark>
                  </span>
                ) : (
                  works.length === 0 && <span className="machine-none quiet">{t('noWorkPlanned')}</span>
                )}
                <span className="machine-now" style={{ insetInlineStart: `${axis(now)}%` }} />
              </span>
            </>
          );
        }}
      </PagedRows>
      <div className="machine-row machine-axis">
        <div
          className="chart-box"
          ref={setAxisBox}
          style={size ? { blockSize: computeAxisHeight(size.fontSizePx) } : undefined}
        >
          {size && size.width > 0 && (
            <svg
              className="chart"
              width={size.width}
              height={computeAxisHeight(size.fontSizePx)}
              aria-hidden="true"
            >
              <HourAxis
                x={scaleLinear([from, until], [0, size.width])}
                bottom={1}
                fontSizePx={size.fontSizePx}
              />
            </svg>
          )}
        </div>
      </div>
    </div>
  );
}

/**
 * Shows what each machine does in the next hours by the applied plan: one bar for each operation, and a line for now.
 * The pattern of a bar shows whether the work runs, is behind the plan or comes later, and whether its order will be
 * late.
 */
export const machineSchedule = defineWidget({
  type: 'machineSchedule',
  version: 1,
  title: 'machineSchedule',
  area: 'devices',
  words,
  size: { w: 16, h: 14, minW: 8, minH: 4 },
  settings: {
    hours: number({ min: 4, max: 72, decimals: 0, initial: 24, label: 'hoursAhead' }),
    ...GROUP_SCOPE_FIELDS,
    pageSeconds: number({ min: 8, max: 12, decimals: 0, initial: 10, unit: 'seconds' }),
  },
  source: ({ hours, ...settings }, variables) => ({
    path: '/mes/form/machineSchedule',
    params: { hours: String(hours), ...buildGroupScopeParams(settings, variables) },
  }),
  Component: MachineScheduleContent,
});
