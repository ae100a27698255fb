import { useContext, useMemo, type CSSProperties } from 'react';
import { createPortal } from 'react-dom';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { number } from '#shared/kernel/fields.ts';
import { DEVICE_STATES } from '#shared/answers/device-state.ts';
import { ElapsedTime } from '#client/production/calls/elapsed.tsx';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { useT } from '#client/kit/words/t.ts';
import {
  compareDevices,
  COUNTED_STATES,
  readDevice,
  showsDuration,
  type Device,
} from '../kit/drawing/device.ts';
import { UNKNOWN_VALUE_TEXT } from '../kit/drawing/figure.ts';
import { useGridFit } from '../kit/drawing/grid-fit.ts';
import { estimateTextWidthEm } from '../kit/drawing/measure-text-em.ts';
import { StateCounts } from '../kit/drawing/state-counts.tsx';
import { useTimedPages } from '../kit/drawing/use-pages.ts';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { TileHeadContext } from '../kit/tile/tile-head.ts';
import { buildGroupScopeParams } from '../kit/group-scope-params.ts';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import './device-states.css';

/**
 * Ranks a device by urgency. Devices that are down come first, then those with a forgotten report or a call. The
 * others follow in the order of `DEVICE_STATES`.
 */
function rankDevice({ state, hasForgottenReport, hasCall }: Device): number {
  if (state === 'down') return 0;
  if (hasForgottenReport || hasCall) return 1;
  return 2 + (state ? DEVICE_STATES.indexOf(state) : DEVICE_STATES.length);
}

/**
 * The width in em of the shape, the gaps and a short note of a cell. Each cell reserves the space of a note, even if
 * it has none.
 */
const CELL_WIDTH_WITHOUT_NAME_EM = 3;
const MIN_NAME_WIDTH_EM = 3;
/** A longer name may be cut off, so that a single long name does not widen all cells. */
const MAX_NAME_WIDTH_EM = 7.2;

/**
 * Computes the width of a cell in em from the longest name, within the limits for names. The width does not depend on
 * states, so a change of state does not change the number of columns.
 */
const computeCellWidth = (devices: readonly Device[]): number =>
  CELL_WIDTH_WITHOUT_NAME_EM +
  Math.min(
    MAX_NAME_WIDTH_EM,
    Math.max(MIN_NAME_WIDTH_EM, ...devices.map(({ name }) => estimateTextWidthEm(name))),
  );

const CALL_STYLE = getStateStyle('raised');
const FORGOTTEN_REPORT_STYLE = getStateStyle('suspended');

/**
 * Shows a mark for a forgotten report, and a mark for the call of a device that is not down. If the device is
 * down, in setup or has a forgotten report, it also shows how long the state has lasted.
 */
function DeviceNote({ device }: { device: Device }) {
  const t = useT();
  return (
    <span className="to-end">
      {device.hasCall && device.state !== 'down' && (
        <span className={`wall-${CALL_STYLE.tone}`}>
          <span aria-hidden="true">{CALL_STYLE.shape}</span>
          <span className="visually-hidden">{t('callHelp')}</span>
        </span>
      )}
      {device.hasForgottenReport && (
        <span className={`wall-${FORGOTTEN_REPORT_STYLE.tone}`}>
          <span aria-hidden="true">{FORGOTTEN_REPORT_STYLE.shape}</span>
          <span className="visually-hidden">{t('forgotten')}</span>
        </span>
      )}
      {showsDuration(device) && <ElapsedTime since={device.since} isShort />}
    </span>
  );
}

function DeviceCell({ device }: { device: Device }) {
  const t = useT();
  const { shape, tone } = getStateStyle(device.state ?? 'idle');
  return (
    <li className="device-cell" data-row={device.id}>
      <span className={`device-shape wall-${tone}`}>
        <span className="wall-shape" aria-hidden="true">
          {device.state ? shape : '?'}
        </span>
        <span className="visually-hidden">{device.state ? t(device.state) : UNKNOWN_VALUE_TEXT}</span>
      </span>
      <span className="device-name cut">{device.name || UNKNOWN_VALUE_TEXT}</span>
      <DeviceNote device={device} />
    </li>
  );
}

/**
 * Shows all devices in one grid. If they do not fit, it makes the text smaller, down to a limit. If they still do not
 * fit, the grid has pages, and the most urgent devices come first.
 */
function DeviceGrid({ devices, pageSeconds }: { devices: readonly Device[]; pageSeconds: number }) {
  const head = useContext(TileHeadContext);
  const cellWidthEm = useMemo(() => computeCellWidth(devices), [devices]);
  const [boxRef, fit] = useGridFit(devices.length, cellWidthEm);
  const devicesPerPage = fit ? fit.columns * fit.rows : devices.length;
  const { pageIndex, pageCount } = useTimedPages(devices.length, devicesPerPage, pageSeconds);
  const orderedDevices = useMemo(
    () => (pageCount > 1 ? [...devices].sort((one, other) => rankDevice(one) - rankDevice(other)) : devices),
    [devices, pageCount],
  );
  const style: CSSProperties | undefined = fit
    ? {
        gridTemplateColumns: `repeat(${fit.columns}, minmax(0, 1fr))`,
        gridTemplateRows: `repeat(${Math.min(fit.rows, Math.ceil(devices.length / fit.columns))}, minmax(0, 1fr))`,
      }
    : undefined;
  const scaleStyle: CSSProperties & Record<'--scale', number> = { '--scale': fit?.scale ?? 1 };
  return (
    <ul className="device-grid" ref={boxRef} style={{ ...style, ...scaleStyle }}>
      {fit &&
        orderedDevices
          .slice(pageIndex * devicesPerPage, (pageIndex + 1) * devicesPerPage)
          .map((device) => <DeviceCell key={device.id} device={device} />)}
      {head && pageCount > 1 && createPortal(`${pageIndex + 1}/${pageCount}`, head)}
    </ul>
  );
}

function DeviceStatesContent({ settings, rows, areRowsKnown }: WidgetProps<{ pageSeconds: number }>) {
  const t = useT();
  const devices = useMemo(() => rows.map(readDevice).sort(compareDevices), [rows]);
  const counts = useMemo(
    () =>
      COUNTED_STATES.map((state) => ({
        state,
        count: devices.filter((device) => device.state === state).length,
      })),
    [devices],
  );
  if (devices.length === 0)
    return <TileMessage>{t(areRowsKnown ? 'noDevices' : 'waitingForData')}</TileMessage>;
  return (
    <div className="wall-table device-states">
      <StateCounts counts={counts} />
      <DeviceGrid devices={devices} pageSeconds={settings.pageSeconds} />
    </div>
  );
}

/** Shows the number of devices in each known state, and each device with its name and its state. */
export const deviceStates = defineWidget({
  type: 'deviceStates',
  version: 1,
  title: 'deviceStates',
  area: 'devices',
  size: { w: 10, h: 17, minW: 6, minH: 6 },
  settings: {
    ...GROUP_SCOPE_FIELDS,
    pageSeconds: number({ min: 8, max: 12, decimals: 0, initial: 10, unit: 'seconds' }),
  },
  source: (settings, variables) => ({
    path: '/mes/form/deviceStates',
    params: buildGroupScopeParams(settings, variables),
  }),
  Component: DeviceStatesContent,
});
