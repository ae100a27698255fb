import { sql } from 'kysely';
import type { AlarmMeasure } from '#shared/alarms/measures.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../../db/database.ts';
import { currentShift } from '../../reports/current-shift.ts';
import type { Report } from '../../reports/define-report.ts';
import { deviceStates } from '../../reports/device-states.ts';
import { monitoredCharacteristics } from '../../reports/monitored-characteristics.ts';
import { loadOpenCalls } from '../../reports/open-calls.ts';
import { planActualToday } from '../../reports/plan-actual-today.ts';
import type { MeasuredFactory, MeasuredValue, ValueSelector } from './measured-value.ts';
import { readOrderDelays } from './read-order-delays.ts';
import { readSilentGroups } from './read-silent-groups.ts';
import { readScreenSilences } from './read-screen-silences.ts';

const SECOND_MS = 1000;
const MINUTE_SECONDS = 60;
const TOTAL_KEY = 'total';

/**
 * Runs a report without a user. The factory suffices, because a report uses only the factory and the time
 * zone of its user.
 */
const runReport = (
  db: Db,
  factory: MeasuredFactory,
  report: Report,
  params: Record<string, unknown> = {},
): Promise<ReportRow[]> => report.run(db, factory as CurrentUser, params as never);

const getGroupKey = (workGroupId: number | null): string =>
  workGroupId === null ? TOTAL_KEY : String(workGroupId);

/** Makes the selector of a measure that has one value for each work group and one for the factory. */
const makeSingleValueSelector =
  (
    getValue: (workGroupId: number | null) => { subject: string | null; value: number | null },
  ): ValueSelector =>
  (workGroupId) => [{ key: getGroupKey(workGroupId), ...getValue(workGroupId) }];

/** Makes the selector of a measure whose subjects are rows, such as calls or devices. */
const makeRowValueSelector =
  <R extends { workGroupId: number | null }>(
    rows: readonly R[],
    readRow: (row: R) => MeasuredValue,
  ): ValueSelector =>
  (workGroupId) =>
    rows.filter((row) => workGroupId === null || row.workGroupId === workGroupId).map(readRow);

/**
 * Loads the names of all work groups by id. A group without calls or stopped devices needs a name too,
 * because its value is 0.
 */
async function loadGroupNames(db: Db, { factoryId }: MeasuredFactory): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from work_group where factory_id = ${factoryId} and deleted_at is null`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function readAttainment(db: Db, factory: MeasuredFactory): Promise<ValueSelector> {
  const rows = await runReport(db, factory, planActualToday);
  return makeSingleValueSelector((workGroupId) => {
    const row = rows.find(({ groupKey }) => groupKey === getGroupKey(workGroupId));
    const plannedNow = Number(row?.['plannedNow'] ?? 0);
    return {
      subject: (row?.['groupName'] as string | null | undefined) ?? null,
      // While nothing is due, the plan counts as met.
      value: plannedNow > 0 ? (100 * Number(row!['actual'])) / plannedNow : 100,
    };
  });
}

async function readShiftScrapRate(db: Db, factory: MeasuredFactory): Promise<ValueSelector> {
  const [row] = await runReport(db, factory, currentShift);
  return makeSingleValueSelector(() => ({
    subject: null,
    // Outside shifts and before the first piece of a shift, the scrap rate is 0.
    value: row?.['hasBegun'] === true ? ((row['scrapRate'] as number | null) ?? 0) : 0,
  }));
}

async function readOpenCallCount(db: Db, factory: MeasuredFactory): Promise<ValueSelector> {
  const calls = await loadOpenCalls(db, factory.factoryId, null);
  const groupNames = await loadGroupNames(db, factory);
  return makeSingleValueSelector((workGroupId) => ({
    subject: workGroupId === null ? null : (groupNames.get(workGroupId) ?? null),
    value: calls.filter((call) => workGroupId === null || call.workGroupId === workGroupId).length,
  }));
}

async function readUnansweredCalls(db: Db, factory: MeasuredFactory): Promise<ValueSelector> {
  const calls = await loadOpenCalls(db, factory.factoryId, null);
  return makeRowValueSelector(
    calls.filter(({ state }) => state === 'raised'),
    (call) => ({
      key: String(call.id),
      subject: `${call.typeName} · ${call.deviceName ?? call.processName ?? call.code}`,
      value: call.waitedSeconds / MINUTE_SECONDS,
    }),
  );
}

/** Reads all devices that are not scrapped, with the work group of each. */
async function readDevices(db: Db, factory: MeasuredFactory) {
  const deviceRows = await runReport(db, factory, deviceStates, { limit: null });
  const { rows } = await sql<{ id: number; workGroupId: number | null }>`
    select id, work_group_id from device where factory_id = ${factory.factoryId} and deleted_at is null`.execute(
    db,
  );
  const groupIdByDevice = new Map(rows.map(({ id, workGroupId }) => [id, workGroupId]));
  return deviceRows.map((row) => ({
    id: row['id'] as number,
    name: row['name'] as string,
    state: row['state'] as string,
    since: row['since'] as string | null,
    workGroupId: groupIdByDevice.get(row['id'] as number) ?? null,
  }));
}

async function readDownDeviceCount(db: Db, factory: MeasuredFactory): Promise<ValueSelector> {
  const devices = await readDevices(db, factory);
  const groupNames = await loadGroupNames(db, factory);
  return makeSingleValueSelector((workGroupId) => ({
    subject: workGroupId === null ? null : (groupNames.get(workGroupId) ?? null),
    value: devices.filter(
      (device) => device.state === 'down' && (workGroupId === null || device.workGroupId === workGroupId),
    ).length,
  }));
}

async function readIdleDevices(db: Db, factory: MeasuredFactory, nowMs: number): Promise<ValueSelector> {
  const devices = await readDevices(db, factory);
  return makeRowValueSelector(
    devices.filter(({ state }) => state === 'idle'),
    ({ id, name, since }) => ({
      key: String(id),
      subject: name,
      value: since === null ? null : (nowMs - Date.parse(since)) / (SECOND_MS * MINUTE_SECONDS),
    }),
  );
}

/**
 * Makes a reader that reads one value for each characteristic with frozen control limits.
 * @param column the column of the report that holds the value
 */
const makeCharacteristicReader =
  (column: 'brokenRuleCount' | 'cpk'): MeasureReader =>
  async (db, factory) => {
    const rows = await runReport(db, factory, monitoredCharacteristics);
    return makeRowValueSelector(
      rows.map((row) => ({ ...row, workGroupId: null })),
      (row: ReportRow & { workGroupId: null }) => ({
        key: String(row['limitId']),
        subject: [row['partCode'], row['craftName'], row['characteristic'], row['deviceName']]
          .filter(Boolean)
          .join(' · '),
        value: row[column] as number | null,
      }),
    );
  };

type MeasureReader = (db: Db, factory: MeasuredFactory, nowMs: number) => Promise<ValueSelector>;

/** How each measure is read, and how often, in seconds. Values that are cheap to read are read more often. */
const MEASURES: Readonly<Record<AlarmMeasure, { intervalSeconds: number; read: MeasureReader }>> = {
  attainmentByNow: { intervalSeconds: 30, read: readAttainment },
  shiftScrapRate: { intervalSeconds: 15, read: readShiftScrapRate },
  openCallCount: { intervalSeconds: 5, read: readOpenCallCount },
  downDeviceCount: { intervalSeconds: 15, read: readDownDeviceCount },
  orderOverdueDays: {
    intervalSeconds: 60,
    read: async (db, factory) => makeRowValueSelector(await readOrderDelays(db, factory), (row) => row),
  },
  callUnansweredMinutes: { intervalSeconds: 5, read: readUnansweredCalls },
  groupSilentMinutes: {
    intervalSeconds: 30,
    read: async (db, factory) => makeRowValueSelector(await readSilentGroups(db, factory), (row) => row),
  },
  deviceIdleMinutes: { intervalSeconds: 30, read: readIdleDevices },
  screenSilentSeconds: {
    intervalSeconds: 5,
    read: async (db, factory) => makeRowValueSelector(await readScreenSilences(db, factory), (row) => row),
  },
  brokenControlRules: { intervalSeconds: 15, read: makeCharacteristicReader('brokenRuleCount') },
  characteristicCpk: { intervalSeconds: 60, read: makeCharacteristicReader('cpk') },
};

/** How often a measure is read, in seconds. */
export const getMeasureIntervalSeconds = (measure: AlarmMeasure): number => MEASURES[measure].intervalSeconds;

/**
 * Reads the values of a measure once for all rules of a factory.
 * @param nowMs the time of the database, in epoch milliseconds
 */
export const readMeasure = (
  db: Db,
  factory: MeasuredFactory,
  measure: AlarmMeasure,
  nowMs: number,
): Promise<ValueSelector> => MEASURES[measure].read(db, factory, nowMs);
