import { DEVICE_STATES, type DeviceState } from '#shared/answers/device-state.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { cellReaders } from './cell.ts';

/** A device as the report `deviceStates` describes it. */
export interface Device {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  /** The state; null if this build does not know it. */
  readonly state: DeviceState | null;
  readonly since: string;
  readonly hasForgottenReport: boolean;
  readonly hasCall: boolean;
}

/** The states whose devices are counted, in display order. */
export const COUNTED_STATES: readonly DeviceState[] = ['down', 'setup', 'running', 'idle', 'off'];

export const readDevice = (row: ReportRow): Device => ({
  id: cellReaders.text(row, 'id'),
  code: cellReaders.text(row, 'code'),
  name: cellReaders.text(row, 'name') || cellReaders.text(row, 'code'),
  state: DEVICE_STATES.find((state) => state === row['state']) ?? null,
  since: cellReaders.text(row, 'since'),
  hasForgottenReport: row['forgotten'] === true,
  hasCall: cellReaders.text(row, 'callCode') !== '',
});

/** Compares devices by code, not by state, so that a device keeps its position in the grid when its state changes. */
export const compareDevices = (one: Device, other: Device): number =>
  one.code.localeCompare(other.code, undefined, { numeric: true }) || Number(one.id) - Number(other.id);

/** Whether a device shows how long its state has lasted. */
export const showsDuration = ({ since, state, hasForgottenReport }: Device): boolean =>
  since !== '' && (state === 'down' || state === 'setup' || hasForgottenReport);
