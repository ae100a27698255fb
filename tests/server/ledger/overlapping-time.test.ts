import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Db } from '#server/db/database.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';
import {
  chooseSequenceCount,
  expectSequencesChecked,
  sequenceSeed,
} from '#tests/support/sequence-settings.ts';

/** A report of one person. The times are minutes after midnight of the first day. */
interface RandomReport {
  person: number;
  start: number;
  length: number;
  /** Reports with the same number are one batch; 0 stands for no batch. */
  batch: number;
  kind: 'closed' | 'open' | 'imported' | 'reversed';
}

const MINUTES_PER_DAY = 1440;
const PERSON_COUNT = 2;
const RUN_COUNT = chooseSequenceCount(60, 5000);
const FIRST_DAY = '2026-03-02';
/** The day that the test requests: the day after FIRST_DAY, so that reports can overlap it at both of its midnights. */
const REQUESTED_DAY = '2026-03-03';

const arbitraryMinuteNear = (minute: number): fc.Arbitrary<number> =>
  fc.integer({ min: -30, max: 30 }).map((offset) => minute + offset);

const arbitraryReports: fc.Arbitrary<RandomReport[]> = fc.array(
  fc.record({
    person: fc.nat(PERSON_COUNT - 1),
    start: fc.oneof(
      arbitraryMinuteNear(MINUTES_PER_DAY),
      arbitraryMinuteNear(1.5 * MINUTES_PER_DAY),
      arbitraryMinuteNear(2 * MINUTES_PER_DAY),
    ),
    length: fc.constantFrom(0, 1, 5, 10, 10, 30, 600),
    batch: fc.constantFrom(0, 0, 0, 1, 2),
    kind: fc.constantFrom('closed', 'closed', 'closed', 'closed', 'open', 'imported', 'reversed'),
  }),
  { minLength: 2, maxLength: 30 },
);

const getEnd = ({ start, length, kind }: RandomReport): number =>
  kind === 'open' ? Number.POSITIVE_INFINITY : start + length;

/**
 * Computes how many minutes a closed report counts for its person. It divides each minute equally among the jobs that
 * the person does in it; the reports of a batch are one job. The minutes of an imported report are not divided.
 */
function countOwnMinutes(report: RandomReport, reports: readonly RandomReport[]): number {
  if (report.kind === 'imported') return report.length;
  const reportsWithJobs = reports.map((candidate, index) => ({
    ...candidate,
    job: candidate.batch === 0 ? `report ${index}` : `batch ${candidate.batch}`,
  }));
  let ownMinutes = 0;
  for (let minute = report.start; minute < getEnd(report); minute++) {
    const running = reportsWithJobs.filter(
      (other) =>
        other.person === report.person &&
        (other.kind === 'closed' || other.kind === 'open') &&
        other.start <= minute &&
        minute < getEnd(other),
    );
    ownMinutes += 1 / new Set(running.map(({ job }) => job)).size;
  }
  return ownMinutes;
}

describeForEachDatabase('the time of a person with several reports at once', (database) => {
  let factory: TestFactory;
  const employeeIds: number[] = [];
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    for (let person = 0; person < PERSON_COUNT; person++)
      employeeIds.push((await factory.createPerson(`Person ${person}`, [])).employeeId);
  });

  /**
   * Writes reports and, for closed reports, the snapshots that the server would store. @returns the ids, in
   * the order of `reports`
   */
  const writeReports = async (db: Db, reports: readonly RandomReport[]): Promise<number[]> => {
    const inputRows = reports.map(({ person, start, length, ...fields }) => ({
      ...fields,
      employee: employeeIds[person],
      begins: start,
      ends: fields.kind === 'open' ? null : start + length,
    }));
    const { rows } = await sql<{ id: number; isClosed: boolean }>`
      with given as materialized (
        select g.*, nextval('id_sequence') as id, ${FIRST_DAY}::timestamp at time zone f.zone as midnight
        from factory f, jsonb_to_recordset(${JSON.stringify(inputRows)}::jsonb)
          as g (employee bigint, begins integer, ends integer, batch integer, kind text)
        where f.id = ${factory.factoryId}
      ), written as (
        insert into work_report (factory_id, id, kind, started_at, ended_at, seconds, source, batch_id, reversed_at)
        select ${factory.factoryId}, id, 'outsidePlan', midnight + begins * interval '1 minute', midnight + ends * interval '1 minute',
          coalesce(60 * (ends - begins), 0), case kind when 'imported' then 'import' else 'screen' end, nullif(batch, 0)::text,
          case kind when 'reversed' then now() end
        from given
      ), people as (
        insert into work_report_people (factory_id, owner_id, position, employee_id, ratio, seconds)
        select ${factory.factoryId}, id, 0, employee, 100, 60 * (ends - begins) from given
      )
      select id, ends is not null as is_closed from given order by id`.execute(db);
    const closedIds = rows.filter(({ isClosed }) => isClosed).map(({ id }) => id);
    await sql`select write_report_snapshots(${factory.factoryId}, ${closedIds}::bigint[])`.execute(db);
    return rows.map(({ id }) => id);
  };

  it('is divided equally among them, in the days of people as in the cost of orders', async () => {
    const { connection, factoryId } = factory;
    const rollback = new Error('The reports are rolled back');
    let dividedCount = 0;
    const checkReports = async (db: Db, reports: readonly RandomReport[]) => {
      const ids = await writeReports(db, reports);
      const { rows: workOfDay } = await sql<{ reportId: number; seconds: number }>`
        select w.report_id, w.seconds from factory f
        cross join people_work(f.id, f.zone, ${REQUESTED_DAY}::date, ${REQUESTED_DAY}::date) w where f.id = ${factoryId}`.execute(
        db,
      );
      const { rows: shares } = await sql<{ reportId: number; part: number }>`
        select report_id, part from overlap_shares(${factoryId}, ${FIRST_DAY}::timestamptz, ${FIRST_DAY}::timestamptz + interval '2 days')`.execute(
        db,
      );
      const secondsById = new Map(workOfDay.map(({ reportId, seconds }) => [reportId, seconds]));
      const partById = new Map(shares.map(({ reportId, part }) => [reportId, part]));
      for (const [index, report] of reports.entries()) {
        const isOfDay =
          report.start >= MINUTES_PER_DAY &&
          report.start < 2 * MINUTES_PER_DAY &&
          (report.kind === 'closed' || report.kind === 'imported');
        const ownMinutes = isOfDay ? countOwnMinutes(report, reports) : null;
        const seconds = secondsById.get(ids[index]!);
        if (ownMinutes === null) {
          expect(seconds, JSON.stringify(report)).toBeUndefined();
          continue;
        }
        expect(Math.abs(seconds! - 60 * ownMinutes), JSON.stringify(report)).toBeLessThan(0.51);
        const costMinutes = (partById.get(ids[index]!) ?? 1) * report.length;
        expect(Math.abs(costMinutes - ownMinutes), JSON.stringify(report)).toBeLessThan(1e-6);
        if (ownMinutes < report.length) dividedCount += 1;
      }
    };
    const property = fc.asyncProperty(arbitraryReports, (reports) =>
      connection.db
        .transaction()
        .execute(async (db) => {
          await checkReports(db, reports);
          throw rollback;
        })
        .catch((error: unknown) => {
          if (error !== rollback) throw error;
        }),
    );
    await fc.assert(property, { numRuns: RUN_COUNT, seed: sequenceSeed });
    expectSequencesChecked('sets of reports', database, RUN_COUNT);
    expectItemsChecked('divided reports', dividedCount);
  });
});
