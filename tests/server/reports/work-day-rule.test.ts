import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { addDays } from '#shared/rules/days.ts';
import { WEEKDAYS } from '#shared/rules/weekday.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import {
  findWorkDay,
  type TestCalendar,
  type TestRoster,
  type TestShift,
} from '#tests/support/made-calendar.ts';
import { makePastReportRow } from '#tests/support/make-past-report.ts';

let randomSeed = 20_260_301;
const pickNumberBelow = (limit: number): number => {
  randomSeed = (randomSeed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((randomSeed / 2_147_483_648) * limit);
};
const pickRandom = <T>(from: readonly T[]): T => from[pickNumberBelow(from.length)]!;
/** Returns a random time of day; never from 01:00 to 03:59, because Berlin's clocks change then. */
const pickTimeOfDay = (): string =>
  `${String(pickRandom([0, 4, 5, 6, 8, 12, 13, 16, 20, 22, 23])).padStart(2, '0')}:${pickRandom(['00', '15', '30', '45'])}`;

let nextCodeNumber = 0;
const makeUniqueCode = () => `C${nextCodeNumber++}`;

/** Makes a calendar with these days off: every Sunday but one, and two other days. */
function makeCalendar(zone: string): TestCalendar {
  const formatter = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const computeOffsetMs = (at: number) => Date.parse(`${formatter.format(at).replace(' ', 'T')}Z`) - at;
  return {
    getInstant: (text) => {
      const asUtc = Date.parse(`${text}:00Z`);
      return asUtc - computeOffsetMs(asUtc - computeOffsetMs(asUtc));
    },
    getDay: (instant) => formatter.format(instant).slice(0, 10),
    weeklyRest: new Set(['sunday']),
    holidayKindByDay: new Map([
      ['2026-03-08', 'makeUpWorkday'],
      ['2026-03-18', 'statutory'],
      ['2026-03-20', 'rest'],
    ]),
  };
}

const saveRow = async (
  factory: TestFactory,
  path: string,
  fields: Record<string, unknown>,
): Promise<number> => (await factory.call<{ id: number }>(`${path}/save`, fields)).id;

/**
 * Creates up to three class tables. Each table has one more random shift than the table before it. A shift that the
 * server refuses is left out.
 * @returns the last table; null if the server refuses all shifts
 */
async function createRandomClassTables(
  factory: TestFactory,
): Promise<{ id: number; shifts: TestShift[] } | null> {
  const shifts: TestShift[] = [];
  let id: number | null = null;
  for (let index = 0; index < 3; index++) {
    const shift = {
      name: `S${index}`,
      startsAt: pickTimeOfDay(),
      endsAt: pickTimeOfDay(),
      weekdays: WEEKDAYS.filter(() => pickNumberBelow(5) > 0),
    };
    const fields = [...shifts, shift].map(({ weekdays, ...rest }) => ({
      ...rest,
      ...Object.fromEntries(WEEKDAYS.map((day) => [day, weekdays.includes(day)])),
    }));
    const tableCode = makeUniqueCode();
    const saveCall = factory.call<{ id: number }>('/mes/system/classTable/save', {
      code: tableCode,
      name: tableCode,
      shifts: fields,
    });
    if ((await readRefusalCode(saveCall)) !== 'accepted') continue;
    id = (await saveCall).id;
    shifts.push(shift);
  }
  return id === null ? null : { id, shifts };
}

/** Creates up to three rosters of one target, one after another. There may be days without a roster between them. */
async function createRosters(factory: TestFactory, target: Record<string, number>): Promise<TestRoster[]> {
  const rosters: TestRoster[] = [];
  let validFrom = addDays('2026-02-25', pickNumberBelow(8));
  for (let count = pickNumberBelow(3); count >= 0; count--) {
    const validUntil = addDays(validFrom, pickNumberBelow(20));
    const table = await createRandomClassTables(factory);
    if (table) {
      await saveRow(factory, '/mes/system/roster', {
        classTableId: table.id,
        validFrom,
        validUntil,
        ...target,
      });
      rosters.push({ shifts: table.shifts, validFrom, validUntil });
    }
    validFrom = addDays(validUntil, 1 + pickNumberBelow(4));
  }
  return rosters;
}

describeForEachDatabase('The rule of the work day', (database) => {
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });

  it.each(['Asia/Shanghai', 'Europe/Berlin'])(
    'gives in %s the same days as a simple implementation, for any calendar and any start',
    async (zone) => {
      const calendar = makeCalendar(zone);
      const factoryInZone = await createTestFactory(factory.connection);
      await sql`update factory set zone = ${zone} where id = ${factoryInZone.factoryId}`.execute(
        factory.connection.db,
      );
      await saveRow(factoryInZone, '/mes/system/holiday', {
        name: 'Sunday',
        kind: 'weeklyRest',
        weekday: 'sunday',
      });
      for (const [date, kind] of calendar.holidayKindByDay)
        await saveRow(factoryInZone, '/mes/system/holiday', { name: date, kind, date });
      const factoryRosters = await createRosters(factoryInZone, {});
      const groups: { id: number; rosters: TestRoster[] }[] = [];
      for (let index = 0; index < 3; index++) {
        const id = await saveRow(factoryInZone, '/mes/system/basic/group', {
          code: makeUniqueCode(),
          name: 'Group',
        });
        groups.push({
          id,
          rosters: index === 0 ? [] : await createRosters(factoryInZone, { workGroupId: id }),
        });
      }
      const { processIds } = await factoryInZone.createOrder(1_000_000, ['turning']);
      const expected: Record<string, string> = {};
      const rows: ReturnType<typeof makePastReportRow>[] = [];
      for (let index = 0; index < 12; index++) {
        const homeGroup = pickRandom(groups);
        const makeFields = () => ({ code: makeUniqueCode(), name: 'X', workGroupId: homeGroup.id });
        const employeeId = await saveRow(factoryInZone, '/mes/system/basic/employee', makeFields());
        const deviceId = await saveRow(factoryInZone, '/mes/system/basic/device', makeFields());
        const employeeRosters = index % 3 === 0 ? [] : await createRosters(factoryInZone, { employeeId });
        const deviceRosters = index % 4 === 0 ? [] : await createRosters(factoryInZone, { deviceId });
        for (let count = 0; count < 40; count++) {
          const start = `${addDays('2026-02-27', pickNumberBelow(40))}T${pickTimeOfDay()}`;
          const row = makePastReportRow(processIds[0]!, start, { employeeId, deviceId });
          const at = calendar.getInstant(start);
          expected[`person ${row.line}`] = findWorkDay(
            calendar,
            [employeeRosters, homeGroup.rosters, factoryRosters],
            at,
          );
          expected[`device ${row.line}`] = findWorkDay(
            calendar,
            [deviceRosters, homeGroup.rosters, factoryRosters],
            at,
          );
          rows.push(row);
        }
      }
      const { verdicts } = await factoryInZone.call<{ verdicts: { line: number; reportId: number }[] }>(
        '/mes/report/import',
        { source: 'made', rows: JSON.stringify(rows) },
      );
      const lineByReportId = new Map(verdicts.map((verdict) => [verdict.reportId, verdict.line]));
      const actual: Record<string, string> = {};
      for (const resourceKind of ['person', 'device']) {
        const form = resourceKind === 'person' ? 'employeeDailyReports' : 'deviceDailyReports';
        const answer = await factoryInZone.call<{ rows: { reportId: number; day: string }[] }>(
          `/mes/form/${form}`,
          {
            from: '2026-02-20',
            to: '2026-04-20',
          },
        );
        for (const row of answer.rows)
          actual[`${resourceKind} ${lineByReportId.get(row.reportId)}`] = row.day;
      }
      expect(actual).toEqual(expected);
      // For some starts the work day must differ from the calendar day, or the test proves little.
      const movedRows = rows.filter((row) => expected[`person ${row.line}`] !== row.startedAt.slice(0, 10));
      expect(movedRows.length).toBeGreaterThan(10);
      expectItemsChecked(
        'work days compared with a simple implementation of the rule',
        Object.keys(expected).length,
      );
    },
    120_000,
  );
});
