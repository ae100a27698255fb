import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { buildExpectedDelayDaysSql, buildOverdueDaysSql } from '#server/ledger/order-lateness.ts';
import { ORDER_STATES } from '#shared/machines/work-order.ts';
import { addDays } from '#shared/rules/days.ts';
import {
  calculateExpectedDelayDays,
  calculateOverdueDays,
  type OrderLatenessData,
} from '#shared/rules/lateness.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';

/** Time zones with and without daylight saving. The generated days include clock changes. */
const TIME_ZONES = ['Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata'];
const FIRST_DAY = '2026-10-10';
const HOUR_MS = 3_600_000;

const arbitraryDay = fc.integer({ min: 0, max: 40 }).map((days) => addDays(FIRST_DAY, days));
const arbitraryInstant = fc
  .integer({ min: 0, max: 41 * 24 * 60 })
  .map((minutes) => new Date(Date.parse(`${FIRST_DAY}T00:00:00Z`) + minutes * 60_000).toISOString());
/** Instants at which days begin in the first zone, Asia/Shanghai. */
const arbitraryMidnight = arbitraryDay.map((day) => `${addDays(day, -1)}T16:00:00.000Z`);
const makeNullableArbitrary = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const arbitraryOrder: fc.Arbitrary<OrderLatenessData> = fc
  .record({
    isOver: fc.integer({ min: 0, max: 4 }).map((value) => value === 0),
    open: fc.constantFrom('draft', 'released', 'inProgress', 'suspended'),
    any: fc.constantFrom(...ORDER_STATES),
    // With some of these values a forecast ends at noon, where the result depends on rounding.
    progress: fc.oneof(
      fc.constantFrom(0, 50, 75, 100, 120),
      fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100),
    ),
    plannedStart: makeNullableArbitrary(arbitraryDay),
    dueDate: makeNullableArbitrary(arbitraryDay),
    promisedDate: makeNullableArbitrary(arbitraryDay),
    startedAt: makeNullableArbitrary(arbitraryInstant),
    endedAt: makeNullableArbitrary(arbitraryInstant),
    projectedEnd: makeNullableArbitrary(fc.oneof(arbitraryInstant, arbitraryMidnight)),
  })
  .map(({ isOver, open: openState, any: anyState, ...dates }) => ({
    ...dates,
    state: isOver ? anyState : (openState as OrderLatenessData['state']),
  }));

describeForEachDatabase('How late an order is', (database) => {
  it('is the same in SQL and on screens, for any order at any time in any zone', async () => {
    const { db } = await database.open();
    const caseCounts = { overdue: 0, late: 0, early: 0, unknown: 0, both: 0 };
    let orderCount = 0;
    const arbitraryMoment = fc.oneof(
      arbitraryInstant,
      arbitraryDay.map((day) => `${day}T00:00:00.000Z`),
      arbitraryInstant.map((at) => new Date(Math.round(Date.parse(at) / HOUR_MS) * HOUR_MS).toISOString()),
    );
    const cases = fc.tuple(
      fc.array(arbitraryOrder, { minLength: 40, maxLength: 80 }),
      arbitraryMoment,
      fc.constantFrom(...TIME_ZONES),
    );
    await fc.assert(
      fc.asyncProperty(cases, async ([orders, at, zone]) => {
        const now = sql`${at}::timestamptz`;
        const rows = orders.map((order, id) => ({
          id,
          state: order.state,
          progress: order.progress,
          planned_start: order.plannedStart,
          due_date: order.dueDate,
          promised_date: order.promisedDate,
          started_at: order.startedAt,
          ended_at: order.endedAt,
          projected_end: order.projectedEnd,
        }));
        const latenessRows = await sql<{ id: number; overdue: number; expected: number | null }>`
          select o.id, ${buildOverdueDaysSql(zone, now)} as overdue, ${buildExpectedDelayDaysSql(zone, now)} as expected
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o (id int, state text, progress numeric,
            planned_start date, due_date date, promised_date date, started_at timestamptz, ended_at timestamptz,
            projected_end timestamptz)
          order by o.id`.execute(db);
        const answers = orders.map((order, id) => ({
          id,
          overdue: calculateOverdueDays(order, Date.parse(at), zone),
          expected: calculateExpectedDelayDays(order, Date.parse(at), zone),
        }));
        expect(latenessRows.rows).toEqual(answers);
        for (const { overdue, expected } of answers) {
          orderCount++;
          if (overdue > 0) caseCounts.overdue++;
          if (expected === null) caseCounts.unknown++;
          else if (expected > 0) caseCounts.late++;
          else if (expected < 0) caseCounts.early++;
          if (overdue > 0 && (expected ?? 0) > overdue) caseCounts.both++;
        }
      }),
      { numRuns: 60 },
    );
    for (const caseCount of Object.values(caseCounts)) expect(caseCount).toBeGreaterThan(50);
    expectItemsChecked('orders whose lateness is told twice', orderCount);
  });
});
