import { sql } from 'kysely';
import { WEEKDAYS } from '#shared/rules/weekday.ts';
import type { Connection } from '#server/db/connect.ts';
import { createTestFactory, type TestFactory } from './floor.ts';
import { changeClosedReport } from './rewrite-snapshot.ts';
import { setZoneToNoon, type NoonClock } from './noon.ts';

const HOUR_MS = 3_600_000;
/** A shift on each day of the week. */
export const EVERY_DAY = Object.fromEntries(WEEKDAYS.map((day) => [day, true]));

/** An hour of today on the factory's clock: 9.5 is 9:30, and -1 is 23:00 of yesterday. */
type Hour = number;

/** A test factory where it is between 12:00 and 13:00 now, and functions that create past work in it. */
export interface NoonFactory {
  factory: TestFactory;
  noon: NoonClock;
  readReportRows: <R>(report: string, fields?: Record<string, unknown>) => Promise<R[]>;
  /** Returns the instant of an hour, in ISO 8601. */
  getInstant: (hour: Hour) => string;
  getHour: (instant: string) => Hour;
  save: (path: string, fields: Record<string, unknown>) => Promise<number>;
  /** Plans a process for today, or for another day. */
  planProcess: (processId: number, workGroupId?: number | null, plannedEnd?: string) => Promise<unknown>;
  /** Adds a roster of daily shifts, for the factory or for the target in `extraFields`. */
  addRoster: (
    shifts: readonly (readonly [from: Hour, until: Hour])[],
    extraFields?: Record<string, unknown>,
  ) => Promise<void>;
  /** Reports pieces of a process by a new person. @returns the id of the report */
  reportWork: (
    processId: number,
    endedAt: Hour,
    good: number,
    scrap?: number,
    fields?: Record<string, unknown>,
  ) => Promise<number>;
  /** Moves the times of a report. An end of null keeps it open. */
  moveReport: (reportId: number, startedAt: Hour, endedAt: Hour | null) => Promise<unknown>;
}

let codeCount = 0;

/** Creates a test factory where it is between 12:00 and 13:00 now. */
export async function createNoonFactory(connection: Connection): Promise<NoonFactory> {
  const factory = await createTestFactory(connection);
  const noon = await setZoneToNoon(factory);
  const noonMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const formatHour = (hour: Hour) => new Date((hour % 24) * HOUR_MS).toISOString().slice(11, 16);
  const getInstant: NoonFactory['getInstant'] = (hour) =>
    new Date(noonMs + (hour - 12) * HOUR_MS).toISOString();
  const saveRecord: NoonFactory['save'] = async (path, fields) =>
    (await factory.call<{ id: number }>(`${path}/save`, { code: `N${codeCount++}`, ...fields })).id;
  const moveReport: NoonFactory['moveReport'] = (reportId, startedAt, endedAt) =>
    changeClosedReport(
      connection,
      factory.factoryId,
      reportId,
      sql`started_at = ${getInstant(startedAt)}, ended_at = ${endedAt === null ? null : getInstant(endedAt)}`,
    );
  return {
    factory,
    noon,
    getInstant,
    save: saveRecord,
    moveReport,
    getHour: (instant) => 12 + (Date.parse(instant) - noonMs) / HOUR_MS,
    readReportRows: async <R>(report: string, fields: Record<string, unknown> = {}) =>
      (await factory.call<{ rows: R[] }>(`/mes/form/${report}`, fields)).rows,
    planProcess: (processId, workGroupId = null, plannedEnd = noon.today()) =>
      connection.db
        .updateTable('process')
        .set({ plannedEnd, workGroupId })
        .where('factoryId', '=', factory.factoryId)
        .where('id', '=', processId)
        .execute(),
    addRoster: async (shifts, extraFields = {}) => {
      const classTableId = await saveRecord('/mes/system/classTable', {
        name: 'Shifts',
        shifts: shifts.map(([from, until]) => ({
          name: `From ${formatHour(from)}`,
          startsAt: formatHour(from),
          endsAt: formatHour(until),
          ...EVERY_DAY,
          rate: 1,
        })),
        breaks: [],
      });
      await factory.call('/mes/system/roster/save', {
        classTableId,
        validFrom: '2026-01-01',
        ...extraFields,
      });
    },
    reportWork: async (processId, endedAt, good, scrap = 0, fields = {}) => {
      const { employeeId } = await factory.createPerson('Hand', []);
      const { reportId } = await factory.call<{ reportId: number }>('/mes/report/start', {
        processId,
        quantity: good + scrap,
        people: [{ employeeId, ratio: 100 }],
        at: new Date(Date.now() - 120_000).toISOString(),
        ...fields,
      });
      const errorClassId = await saveRecord('/mes/system/classify', { classId: 'errorClass', name: 'Burr' });
      const scrapFields = scrap > 0 ? { scrap, errorClassId } : {};
      await factory.call('/mes/report/unfinished', { reportId, good, ...scrapFields });
      await moveReport(reportId, endedAt - 1 / 6, endedAt);
      return reportId;
    },
  };
}
