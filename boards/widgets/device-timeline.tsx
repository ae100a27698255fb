import { useContext, useMemo, type CSSProperties } from 'react';
import { createPortal } from 'react-dom';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { number } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { DEVICE_INTERVAL_STATES, type DeviceIntervalState } from '#shared/answers/device-state.ts';
import { useServerTimeInSeconds } from '#client/kit/live/use-server-clock.ts';
import { getStateStyle, type StateStyle } from '#client/kit/elements/state-style.ts';
import { useT } from '#client/kit/words/t.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { TimeAxisRow, TimeLegend } from '../kit/drawing/chart/time-rows.tsx';
import { useBoxSize } from '../kit/drawing/use-box-size.ts';
import { useTimeSpanFormat } from '../kit/drawing/chart/use-hour-output.ts';
import { PagedRows } from '../kit/drawing/paged-rows.tsx';
import { buildGroupScopeParams } from '../kit/group-scope-params.ts';
import { buildShownDayParams } from '../kit/shown-day-params.ts';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { TileHeadContext } from '../kit/tile/tile-head.ts';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import './device-timeline.css';

const words = {
  unknownState: ['未知', 'Unknown', '未知', '不明'],
} as const satisfies TermsByKey;

const MINUTE_MS = 60_000;
/** The states in the sequence of the legend. */
const LEGEND_STATES = ['down', 'callHelp', 'setup', 'running', 'idle'] as const;

interface Interval {
  readonly state: DeviceIntervalState;
  readonly startsAt: number;
  /** The end of the interval; Infinity while the interval lasts. */
  readonly endsAt: number;
}
interface Device {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly intervals: readonly Interval[];
}
interface Timeline {
  readonly devices: readonly Device[];
  /** The start and the end of the shift in epoch milliseconds. */
  readonly from: number;
  readonly until: number;
}

const CALL_STYLE = getStateStyle('raised');
/** Returns the style of the state of an interval. */
const getIntervalStyle = (state: DeviceIntervalState): StateStyle =>
  state === 'callHelp' ? CALL_STYLE : getStateStyle(state);

const readInterval = (row: ReportRow): Interval | null => {
  const state = DEVICE_INTERVAL_STATES.find((candidate) => candidate === row['state']);
  const startsAt = Date.parse(cellReaders.text(row, 'startsAt'));
  const endText = cellReaders.text(row, 'endsAt');
  const endsAt = endText === '' ? Infinity : Date.parse(endText);
  return state && endsAt > startsAt ? { state, startsAt, endsAt } : null;
};

const compareDevices = (one: Device, other: Device): number =>
  one.code.localeCompare(other.code, undefined, { numeric: true }) || Number(one.id) - Number(other.id);

/**
 * Converts the rows of `deviceTimeline` to a shift and its devices, sorted by code. Returns null without a valid row.
 */
function readTimeline(rows: readonly ReportRow[]): Timeline | null {
  const devicesById = new Map<string, { code: string; name: string; intervals: Interval[] }>();
  let [from, until] = [Number.NaN, Number.NaN];
  for (const row of rows) {
    const interval = readInterval(row);
    if (!interval) continue;
    const id = cellReaders.text(row, 'deviceId');
    const code = cellReaders.text(row, 'deviceCode');
    if (!devicesById.has(id)) {
      devicesById.set(id, { code, name: cellReaders.text(row, 'deviceName') || code, intervals: [] });
    }
    devicesById.get(id)!.intervals.push(interval);
    from = Date.parse(cellReaders.text(row, 'shiftStartsAt'));
    until = Date.parse(cellReaders.text(row, 'shiftEndsAt'));
  }
  if (!(until > from)) return null;
  const sortedDevices = [...devicesById].map(([id, device]) => ({ id, ...device })).sort(compareDevices);
  return { devices: sortedDevices, from, until };
}

/** Returns the state that a device has now; null if it is unknown, or if the shift has ended. */
const findCurrentState = ({ intervals }: Device): DeviceIntervalState | null =>
  intervals.find(({ state, endsAt }) => state !== 'callHelp' && endsAt === Infinity)?.state ?? null;

const hasOpenCall = ({ intervals }: Device): boolean =>
  intervals.some(({ state, endsAt }) => state === 'callHelp' && endsAt === Infinity);

/** Shows the intervals of a device in the shift as bars. Past time with an unknown state is hatched. */
function DeviceTrack({ device, timeline, now }: { device: Device; timeline: Timeline; now: number }) {
  const { from, until } = timeline;
  const knownUntil = Math.max(from, Math.min(now, until));
  const toPercentOfShift = (at: number) =>
    ((Math.max(from, Math.min(at, knownUntil)) - from) / (until - from)) * 100;
  const makeBarStyle = (startsAt: number, endsAt: number): CSSProperties => ({
    insetInlineStart: `${toPercentOfShift(startsAt)}%`,
    inlineSize: `${toPercentOfShift(endsAt) - toPercentOfShift(startsAt)}%`,
  });
  return (
    <span className="time-track timeline-track" aria-hidden="true">
      <span className="timeline-bar is-unknown-state" style={makeBarStyle(from, knownUntil)} />
      {device.intervals.map(({ state, startsAt, endsAt }) => (
        <span
          key={`${state} ${startsAt}`}
          className={`timeline-bar is-${state}`}
          style={makeBarStyle(startsAt, endsAt)}
        />
      ))}
      {now > from && now < until && (
        <span className="time-now" style={{ insetInlineStart: `${toPercentOfShift(now)}%` }} />
      )}
    </span>
  );
}

/** Shows which bar means which state, and how many devices have the state now. */
function Legend({ devices }: { devices: readonly Device[] }) {
  const t = useT();
  const entries = useMemo(() => {
    const states = devices.flatMap(({ intervals }) =>
      intervals.filter(({ endsAt }) => endsAt === Infinity).map(({ state }) => state),
    );
    return LEGEND_STATES.map((state) => ({
      key: state,
      sampleClass: `timeline-key is-${state}`,
      stateStyle: getIntervalStyle(state),
      text: t(state),
      count: states.filter((candidate) => candidate === state).length,
    }));
  }, [devices, t]);
  return <TimeLegend entries={entries} />;
}

function DeviceTimelineContent({
  settings,
  rows,
  areRowsKnown,
}: WidgetProps<{ workGroupId: number | null; pageSeconds: number }>) {
  const t = useT(words);
  const formatSpan = useTimeSpanFormat();
  const head = useContext(TileHeadContext);
  const axisBox = useBoxSize();
  const now = Math.floor((useServerTimeInSeconds() * 1000) / MINUTE_MS) * MINUTE_MS;
  const timeline = useMemo(() => readTimeline(rows), [rows]);
  if (!timeline) return <TileMessage>{t(areRowsKnown ? 'noDevices' : 'waitingForData')}</TileMessage>;
  return (
    <div className="timeline">
      <Legend devices={timeline.devices} />
      <PagedRows
        rows={timeline.devices}
        keyOf={({ id }) => id}
        pageSeconds={settings.pageSeconds}
        rowClass="time-row"
      >
        {(device) => {
          const state = findCurrentState(device);
          const { shape, tone } = getIntervalStyle(state ?? 'idle');
          return (
            <>
              <span className={`wall-${tone}`}>
                <span className="wall-shape" aria-hidden="true">
                  {state ? shape : '?'}
                </span>
                <span className="visually-hidden">{t(state ?? 'unknownState')}</span>
              </span>
              <span className="time-name">
                <span className="cut">{device.name}</span>
                {hasOpenCall(device) && (
                  <span className={`wall-${CALL_STYLE.tone}`}>
                    <span aria-hidden="true">{CALL_STYLE.shape}</span>
                    <span className="visually-hidden">{t('callHelp')}</span>
                  </span>
                )}
              </span>
              <DeviceTrack device={device} timeline={timeline} now={now} />
            </>
          );
        }}
      </PagedRows>
      <TimeAxisRow box={axisBox} from={timeline.from} until={timeline.until} />
      {head &&
        createPortal(
          <span className="timeline-shift">{formatSpan(timeline.from, timeline.until)}</span>,
          head,
        )}
    </div>
  );
}

/**
 * Shows the states of each device during the shift as a row of bars, with one bar for each interval.
 * The colour, the height and the pattern of a bar show the state.
 */
export const deviceTimeline = defineWidget({
  type: 'deviceTimeline',
  version: 1,
  title: 'deviceTimeline',
  area: 'devices',
  words,
  size: { w: 12, h: 12, minW: 6, minH: 4 },
  settings: {
    ...GROUP_SCOPE_FIELDS,
    pageSeconds: number({ min: 8, max: 12, decimals: 0, initial: 10, unit: 'seconds' }),
  },
  source: (settings, variables) => ({
    path: '/mes/form/deviceTimeline',
    params: { ...buildGroupScopeParams(settings, variables), ...buildShownDayParams(variables) },
  }),
  Component: DeviceTimelineContent,
});
