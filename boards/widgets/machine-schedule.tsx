import { scaleLinear } from 'd3';
import { useMemo, type CSSProperties } from 'react';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { number } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import { PLANNED_WORK_STATES, type PlannedWorkState } from '#shared/planning/planned-work.ts';
import { useServerTimeInMinutes } from '#client/kit/live/use-server-clock.ts';
import { getStateStyle, LATE_STYLE, type StateStyle } from '#client/kit/elements/state-style.ts';
import { formatMoment } from '#client/kit/words/formats.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { AXIS_TEXT_SHARE } from '../kit/drawing/chart/hour-axis.tsx';
import { readMachines, type Downtime, type Machine, type Work } from '../kit/drawing/chart/machine-plan.ts';
import { TimeAxisRow, TimeLegend } from '../kit/drawing/chart/time-rows.tsx';
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
import './machine-schedule.css';

const words = {
  orderEndsLate: ['工单预计延迟', 'Order late', '工單預計延遲', '指図遅れ'],
  noWorkPlanned: ['没有安排任务', 'Nothing planned', '沒有安排任務', '予定なし'],
  deviceInRepair: ['维修中', 'In repair', '維修中', '修理中'],
} as const satisfies TermsByKey;

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** How much time before now the chart shows. */
const PAST_MS = HOUR_MS;
/** The space beside the text of a bar, in em of the text. */
const BAR_PADDING_EM = 0.9;
/** The space beside the name of a machine for the number of operations that are behind the plan, in em of the name. */
const NAME_SPACE_EM = 2.2;
const BEHIND_STYLE: StateStyle = LATE_STYLE;

/** Converts an instant in milliseconds since 1970 to a position in percent of the width of the chart. */
type ToPercent = (at: number) => number;

const getWorkStyle = (state: PlannedWorkState): StateStyle =>
  state === 'behindPlan' ? BEHIND_STYLE : getStateStyle(state);

interface SpanBarProps {
  from: number;
  until: number;
  toPercent: ToPercent;
  /** The width of the chart in em of the text of bars. */
  chartWidthEm: number;
  className: string;
  /** The possible texts of the bar. The bar shows the first text that fits, or no text if none fits. */
  texts: readonly string[];
  /** The content of the bar in words, for screen readers. */
  description: string;
}

/** Draws a bar from one instant to another, as far as the chart shows them. */
function SpanBar({ from, until, toPercent, chartWidthEm, className, texts, description }: SpanBarProps) {
  const bar = makeGanttBar(toPercent(from), toPercent(until));
  if (!bar) return null;
  const widthEm = (bar.width / 100) * chartWidthEm;
  const text = texts.find((candidate) => estimateTextWidthEm(candidate) + BAR_PADDING_EM <= widthEm) ?? '';
  const style: CSSProperties = { insetInlineStart: `${bar.start}%`, inlineSize: `${bar.width}%` };
  return (
    <span className={className} style={style}>
      <span aria-hidden="true">{text}</span>
      <span className="visually-hidden">{description}</span>
    </span>
  );
}

type BarProps<T> = T & Pick<SpanBarProps, 'toPercent' | 'chartWidthEm'>;

/**
 * Returns when a bar begins and ends, in milliseconds since 1970. The bar of running work always contains the present
 * instant: it moves back to now if the planned start is later, and it extends to now if the planned end is over.
 */
function computeBarSpan({ state, startsAt, endsAt }: Work, now: number): [from: number, until: number] {
  if (state !== 'processing') return [startsAt, endsAt];
  const earlyMs = Math.max(0, startsAt - now);
  return [startsAt - earlyMs, Math.max(endsAt - earlyMs, now)];
}

function WorkBar({ work, now, ...place }: BarProps<{ work: Work; now: number }>) {
  const t = useT(words);
  const { state, isOrderLate, orderCode, processName, partName } = work;
  const [from, until] = computeBarSpan(work, now);
  const mark = isOrderLate ? `${LATE_STYLE.shape} ` : '';
  const descriptionTexts = [
    orderCode,
    processName,
    partName,
    t(state),
    ...(isOrderLate ? [t('orderEndsLate')] : []),
  ];
  return (
    <SpanBar
      {...place}
      from={from}
      until={until}
      className={`work-bar is-${state}${isOrderLate ? ' is-order-late' : ''}`}
      texts={[`${mark}${orderCode} ${processName}`, `${mark}${orderCode}`]}
      description={descriptionTexts.join(' ')}
    />
  );
}

function DowntimeBar({ downtime, ...place }: BarProps<{ downtime: Downtime }>) {
  const t = useT(words);
  const { startsAt, endsAt, reason } = downtime;
  return (
    <SpanBar
      {...place}
      from={startsAt}
      until={endsAt}
      className="work-bar is-downtime"
      texts={[reason || t('downtimes'), getStateStyle('downtimes').shape]}
      description={[t('downtimes'), reason].filter(Boolean).join(' ')}
    />
  );
}

/**
 * Shows what the patterns of the bars mean. Counts the operations in each state, the operations of late
 * orders, and the downtimes.
 */
function Legend({ machines }: { machines: readonly Machine[] }) {
  const t = useT(words);
  const works = machines.flatMap((machine) => machine.works);
  const downtimeCount = machines.flatMap(({ downtimes }) => downtimes).length;
  const entries = [
    ...PLANNED_WORK_STATES.map((state) => ({
      key: state as string,
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
    ...(downtimeCount > 0
      ? [
          {
            key: 'downtime',
            text: t('downtimes'),
            stateStyle: getStateStyle('downtimes'),
            count: downtimeCount,
          },
        ]
      : []),
  ];
  return (
    <TimeLegend entries={entries.map((entry) => ({ ...entry, sampleClass: `work-key is-${entry.key}` }))} />
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
  const axisBox = useBoxSize();
  const [, size] = axisBox;
  const now = useServerTimeInMinutes() * MINUTE_MS;
  const machines = useMemo(() => readMachines(rows), [rows]);
  if (machines.length === 0)
    return <TileMessage>{t(areRowsKnown ? 'noAppliedPlan' : 'waitingForData')}</TileMessage>;
  const [from, until] = [now - PAST_MS, now + settings.hours * HOUR_MS];
  const toPercent = scaleLinear([from, until], [0, 100]);
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
        rowClass="time-row"
      >
        {({ name, isInRepair, works, downtimes }) => {
          const behindCount = works.filter(({ state }) => state === 'behindPlan').length;
          return (
            <>
              <span className="time-name">
                <WallCode>{name}</WallCode>
                {behindCount > 0 && (
                  <span className="wall-late">
                    <span aria-hidden="true">{BEHIND_STYLE.shape}</span>
                    <span className="visually-hidden">{t('behindPlan')}</span>
                    {formatFigure(behindCount, lang)}
                  </span>
                )}
              </span>
              <span className="time-track">
                {downtimes.map((downtime) => (
                  <DowntimeBar
                    key={downtime.id}
                    downtime={downtime}
                    toPercent={toPercent}
                    chartWidthEm={chartWidthEm}
                  />
                ))}
                {works.map((work) => (
                  <WorkBar
                    key={work.id}
                    work={work}
                    toPercent={toPercent}
                    now={now}
                    chartWidthEm={chartWidthEm}
                  />
                ))}
                {isInRepair ? (
                  <span className="machine-none wall-late">
                    <WallStateMark stateStyle={getStateStyle('repair')}>{t('deviceInRepair')}</WallStateMark>
                  </span>
                ) : (
                  works.length + downtimes.length === 0 && (
                    <span className="machine-none quiet">{t('noWorkPlanned')}</span>
                  )
                )}
                <span className="time-now" style={{ insetInlineStart: `${toPercent(now)}%` }} />
              </span>
            </>
          );
        }}
      </PagedRows>
      <TimeAxisRow box={axisBox} from={from} until={until} />
    </div>
  );
}

/**
 * Shows what each machine does in the next hours by the applied plan: one bar for each operation or planned downtime,
 * and a line for now.
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
