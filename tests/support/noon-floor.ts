import { sql } from 'kysely';
import { WEEKDAYS } from '#shared/rules/weekday.ts';
import type { Connection } from '#server/db/connect.ts';
import { createTestFactory, type TestFactory } from './floor.ts';
import { setZoneToNoon, type NoonClock } from './noon.ts';

const HOUR_MS = 3_600_000;
const EVERY_DAY = Object.fromEntries(WEEKDAYS.map((day) => [day, true]));

/** An hour of the factory's clock today, such as 9.5 for 9:30; -1 is 23:00 of yesterday. It is between 12 and 13 now. */
type Hour = number;

/** A test factory where it is between 12:00 and 13:00 now, and functions that create past work in it. */
export interface NoonFloor {
  floor: TestFactory;
  noon: NoonClock;
  rows: <R>(report: string, fields?: Record<string, unknown>) => Promise<R[]>;
  /** Returns the instant of an hour: ISO 8601. */
  instantOf: (hour: Hour) => string;
  hourOf: (instant: string) => Hour;
  save: (path: string, fields: Record<string, unknown>) => Promise<number>;
  /** Plans a process for today, or for another day. */
  plan: (processId: number, workGroupId?: number | null, plannedEnd?: string) => Promise<unknown>;
  /** Rosters shifts for every day of the week, for the factory or for the target in `more`. */
  roster: (
    shifts: readonly (readonly [from: Hour, until: Hour])[],
    more?: Record<string, unknown>,
  ) => Promise<void>;
  /** Reports pieces of a process by a new person. @returns the id of the report */
  report: (
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

/** Creates such a factory. */
export async function createNoonFloor(connection: Connection): Promise<NoonFloor> {
  const floor = await createTestFactory(connection);
  const noon = await setZoneToNoon(floor);
  const twelve = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const formatHour = (hour: Hour) => new Date((hour % 24) * HOUR_MS).toISOString().slice(11, 16);
  const instantOf: NoonFloor['instantOf'] = (hour) => new Date(twelve + (hour - 12) * HOUR_MS).toISOString();
  const save: NoonFloor['save'] = async (path, fields) =>
    (await floor.call<{ id: number }>(`${path}/save`, { code: `N${codeCount++}`, ...fields })).id;
  const moveReport: NoonFloor['moveReport'] = (reportId, startedAt, endedAt) =>
    sql`update work_report set started_at = ${instantOf(startedAt)},
        ended_at = ${endedAt === null ? null : instantOf(endedAt)}
      where factory_id = ${floor.factoryId} and id = ${reportId}`.execute(connection.db);
  return {
    floor,
    noon,
    instantOf,
    save,
    moveReport,
    hourOf: (instant) => 12 + (Date.parse(instant) - twelve) / HOUR_MS,
    rows: async <R>(report: string, fields: Record<string, unknown> = {}) =>
      (await floor.call<{ rows: R[] }>(`/mes/form/${report}`, fields)).rows,
    plan: (processId, workGroupId = null, plannedEnd = noon.today()) =>
      connection.db
        .updateTable('process')
        .set({ plannedEnd, workGroupId })
        .where('factoryId', '=', floor.factoryId)
        .where('id', '=', processId)
        .execute(),
    roster: async (shifts, more = {}) => {
      const classTableId = await save('/mes/system/classTable', {
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
      await floor.call('/mes/system/roster/save', { classTableId, validFrom: '2026-01-01', ...more });
    },
    report: async (processId, endedAt, good, scrap = 0, fields = {}) => {
      const { employeeId } = await floor.person('Hand', []);
      const { reportId } = await floor.call<{ reportId: number }>('/mes/report/start', {
        processId,
        quantity: good + scrap,
        people: [{ employeeId, ratio: 100 }],
        at: new Date(Date.now() - 120_000).toISOString(),
        ...fields,
      });
      const errorClassId = await save('/mes/system/classify', { classId: 'errorClass', name: 'Burr' });
      const scrapped = scrap > 0 ? { scrap, errorClassId } : {};
      await floor.call('/mes/report/unfinished', { reportId, good, ...scrapped });
      await moveReport(reportId, endedAt - 1 / 6, endedAt);
      return reportId;
    },
  };
}
