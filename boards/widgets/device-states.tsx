import { useMemo } from 'react';
import { number } from '#shared/kernel/fields.ts';
import type { Words } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { DEVICE_STATES, type DeviceState } from '#shared/answers/device-state.ts';
import { Elapsed } from '#client/production/calls/elapsed.tsx';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import { cell } from '../kit/drawing/cell.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { figure, UNKNOWN_VALUE_TEXT } from '../kit/drawing/figure.ts';
import { PagedRows } from '../kit/drawing/paged-rows.tsx';
import { TileCard } from '../kit/tile/tile-card.tsx';
import { WallCode } from '../kit/drawing/wall-code.tsx';
import { WallMark } from '../kit/drawing/wall-mark.tsx';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import './device-states.css';

const words = {
  noDevices: ['还没有设备', 'No machines yet', '還沒有設備', '設備がありません'],
} as const satisfies Words;

/** The states with a count, in display order. */
const COUNTED_STATES: readonly DeviceState[] = ['down', 'setup', 'running', 'idle', 'off'];

interface Device {
  id: string;
  code: string;
  state: DeviceState | null;
  since: string;
  forgotten: boolean;
  calls: boolean;
}

const readDevice = (row: ReportRow): Device => ({
  id: cell.text(row, 'id'),
  code: cell.text(row, 'code') || cell.text(row, 'name'),
  state: DEVICE_STATES.find((state) => state === row['state']) ?? null,
  since: cell.text(row, 'since'),
  forgotten: row['forgotten'] === true,
  calls: cell.text(row, 'callCode') !== '',
});

/**
 * Ranks a device by urgency. Devices that are down come first, then those with a forgotten report
 * or a call.
 */
function rankDevice({ state, forgotten, calls }: Device): number {
  if (state === 'down') return 0;
  if (forgotten || calls) return 1;
  return 2 + (state ? DEVICE_STATES.indexOf(state) : DEVICE_STATES.length);
}

const compareDevices = (one: Device, other: Device): number =>
  rankDevice(one) - rankDevice(other) ||
  one.code.localeCompare(other.code, undefined, { numeric: true }) ||
  Number(one.id) - Number(other.id);

const CALL_STYLE = getStateStyle('raised');
const FORGOTTEN_REPORT_STYLE = getStateStyle('suspended');

/** Shows a device's call, its forgotten report, or how long it has been down or in setup. */
function DeviceNote({ device }: { device: Device }) {
  const t = useT(words);
  const timed =
    device.since !== '' && (device.state === 'down' || device.state === 'setup' || device.forgotten);
  return (
    <span className="to-end">
      {device.calls && device.state !== 'down' && (
        <span className={`wall-${CALL_STYLE.tone}`}>
          <span aria-hidden="true">{CALL_STYLE.shape}</span>
          <span className="visually-hidden">{t('callHelp')}</span>
        </span>
      )}
      {device.forgotten && (
        <span className={`wall-${FORGOTTEN_REPORT_STYLE.tone}`}>
          <span aria-hidden="true">{FORGOTTEN_REPORT_STYLE.shape}</span>
          <span className="visually-hidden">{t('forgotten')}</span>
        </span>
      )}
      {timed && <Elapsed since={device.since} short />}
    </span>
  );
}

function DeviceStatesContent({ settings, rows, known }: WidgetProps<{ pageSeconds: number }>) {
  const t = useT(words);
  const lang = useLang();
  const devices = useMemo(() => rows.map(readDevice).sort(compareDevices), [rows]);
  const counts = useMemo(
    () =>
      COUNTED_STATES.map((state) => ({
        state,
        count: devices.filter((device) => device.state === state).length,
      })),
    [devices],
  );
  if (devices.length === 0) return <TileCard>{t(known ? 'noDevices' : 'waitingForData')}</TileCard>;
  return (
    <div className="wall-table device-states">
      <ul className="device-counts">
        {counts.map(({ state, count }) => (
          <li key={state} className={count === 0 ? 'quiet' : undefined}>
            <WallMark look={getStateStyle(state)}>{t(state)}</WallMark>
            <ChangedValue>{figure(count, lang)}</ChangedValue>
          </li>
        ))}
      </ul>
      <PagedRows
        rows={devices}
        keyOf={({ id }) => id}
        seconds={settings.pageSeconds}
        rowClass="device-row"
        sideBySide
      >
        {(device) => (
          <>
            <span className={`device-shape wall-${getStateStyle(device.state ?? 'idle').tone}`}>
              <span className="wall-shape" aria-hidden="true">
                {device.state ? getStateStyle(device.state).shape : '?'}
              </span>
              <span className="visually-hidden">{device.state ? t(device.state) : UNKNOWN_VALUE_TEXT}</span>
            </span>
            <WallCode className="device-code">{device.code || UNKNOWN_VALUE_TEXT}</WallCode>
            <DeviceNote device={device} />
          </>
        )}
      </PagedRows>
    </div>
  );
}

/**
 * Shows a count per device state, and the state of every device. Devices that are down come first.
 */
export const deviceStates = defineWidget({
  type: 'deviceStates',
  version: 1,
  title: 'deviceStates',
  words,
  size: { w: 9, h: 10, minW: 6, minH: 6 },
  settings: { pageSeconds: number({ min: 8, max: 12, decimals: 0, initial: 10, unit: 'seconds' }) },
  source: () => ({ path: '/mes/form/deviceStates', params: {} }),
  Component: DeviceStatesContent,
});
