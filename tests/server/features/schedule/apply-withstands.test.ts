import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DayPlan } from '#shared/answers/daily-plan.ts';
import type { ScheduleProposal } from '#shared/answers/schedule.ts';
import { describeForEachDatabase, limitRounds } from '#tests/support/databases.ts';
import { readRefusalCode } from '#tests/support/floor.ts';
import {
  createScheduleFloor,
  startTestPlanner,
  type ScheduleFloor,
  type TestPlanner,
} from '#tests/support/schedule-floor.ts';

const TURN = { name: 'Turn', deviceMinutes: 30, manMachineRatio: 1 };

interface PlannedRow {
  runId: number;
  processId: number;
  startsAt: string;
}

const readPlanned = async (floor: ScheduleFloor): Promise<PlannedRow[]> => {
  const { rows } = await sql<PlannedRow>`select run_id, process_id, starts_at from planned_operation
    where factory_id = ${floor.factory.factoryId} order by process_id`.execute(floor.factory.connection.db);
  return rows;
};

describeForEachDatabase('Applying a plan beside other work', (database) => {
  let floor: ScheduleFloor;
  let planner: TestPlanner;
  let processIds: number[];
  beforeAll(async () => {
    planner = await startTestPlanner(await database.open());
    floor = await createScheduleFloor(await database.open());
    processIds = [];
    for (const quantity of [2, 3, 4]) processIds.push(...(await floor.addOrder(quantity, [TURN])).processIds);
  });
  afterAll(() => planner?.close());

  const saveProcess = async (id: number, fields: Record<string, unknown>): Promise<unknown> => {
    const { version } = await floor.factory.call<{ version: number }>('/mes/process/get', { id });
    return floor.factory.call('/mes/process/save', { id, version, ...fields });
  };

  it('leaves the release of a day with the lines of one plan', async () => {
    const { db } = floor.factory.connection;
    for (let round = 0; round < limitRounds(database, 4); round++) {
      // Each round moves the appointment, so that its plan differs from the plan of the round before.
      await saveProcess(processIds[0]!, {
        deviceId: floor.deviceIds[0],
        appointmentStart: floor.getInstant(0, 13 + (round % 2)),
        appointmentEnd: floor.getInstant(0, 15),
      });
      const { run } = await floor.propose();
      const before = await readPlanned(floor);
      const { release } = await floor.factory.call<DayPlan>('/mes/plan/day', { day: floor.getDay(0) });
      const [applyOutcome, releaseOutcome] = await Promise.allSettled([
        floor.apply(run.id),
        floor.factory.call<{ planId: number }>('/mes/plan/day/release', {
          day: floor.getDay(0),
          number: release?.number ?? 0,
        }),
      ]);
      expect(applyOutcome.status).toBe('fulfilled');
      const after = await readPlanned(floor);
      expect(new Set(after.map(({ runId }) => runId))).toEqual(new Set([run.id]));
      if (releaseOutcome.status === 'rejected') {
        // The release is refused if it comes before the apply: in the first round there is no plan of the day yet, and
        // in a later round the plan of the day has not changed.
        expect(releaseOutcome.reason).toMatchObject({
          code: expect.stringMatching(/planDayEmpty|planUnchanged/),
        });
        continue;
      }
      const { rows: lines } = await sql<Omit<PlannedRow, 'runId'>>`
        select process_id, starts_at from daily_plan_line where factory_id = ${floor.factory.factoryId}
          and plan_id = ${releaseOutcome.value.planId} and starts_at is not null order by process_id`.execute(
        db,
      );
      const list = (rows: readonly PlannedRow[]) =>
        rows
          .filter(({ processId }) => lines.some((line) => line.processId === processId))
          .map(({ processId, startsAt }) => ({ processId, startsAt }));
      expect([list(before), list(after)]).toContainEqual(lines);
    }
  });

  it('applies or refuses the whole plan while an appointment is saved at the same time', async () => {
    for (let round = 0; round < limitRounds(database, 4); round++) {
      const { run } = await floor.propose();
      const before = await readPlanned(floor);
      const [applyOutcome, pinOutcome] = await Promise.all([
        readRefusalCode(floor.apply(run.id)),
        readRefusalCode(
          saveProcess(processIds[1]!, {
            deviceId: floor.deviceIds[1],
            appointmentStart: floor.getInstant(1, 9 + round),
            appointmentEnd: floor.getInstant(1, 14),
          }),
        ),
      ]);
      expect(pinOutcome).toBe('accepted');
      expect(['accepted', 'scheduleOutdated']).toContain(applyOutcome);
      const after = await readPlanned(floor);
      if (applyOutcome === 'accepted')
        expect(new Set(after.map(({ runId }) => runId))).toEqual(new Set([run.id]));
      else expect(after).toEqual(before);
    }
  });

  it('refuses the second of two planners who move the same process', async () => {
    const id = processIds[2]!;
    const { version } = await floor.factory.call<{ version: number }>('/mes/process/get', { id });
    const pin = (hour: number) =>
      readRefusalCode(
        floor.factory.call('/mes/process/save', {
          id,
          version,
          deviceId: floor.deviceIds[0],
          appointmentStart: floor.getInstant(2, hour),
          appointmentEnd: floor.getInstant(2, hour + 2),
        }),
      );
    expect((await Promise.all([pin(9), pin(12)])).toSorted()).toEqual(['accepted', 'stale']);
  });
});

describeForEachDatabase(
  'A plan that is applied when the connection to the database is cut',
  (database) => {
    let floor: ScheduleFloor;
    let planner: TestPlanner;
    let proposal: ScheduleProposal;
    beforeAll(async () => {
      planner = await startTestPlanner(await database.open());
      floor = await createScheduleFloor(await database.open());
    });
    afterAll(() => planner?.close());
    beforeEach(async () => {
      await floor.addOrder(4, [TURN, { ...TURN, name: 'Mill' }]);
      proposal = await floor.propose();
    });

    it('is applied as a whole or not at all', async () => {
      const admin = new pg.Client({ connectionString: database.url! });
      await admin.connect();
      try {
        // The order is locked, so the apply must wait after it has replaced the rows of the plan.
        await admin.query('begin');
        await admin.query('select 1 from work_order for update');
        const applied = readRefusalCode(floor.apply(proposal.run.id)).catch(() => 'lost');
        const findWaiting = async (): Promise<number[]> => {
          const { rows } = await admin.query<{ pid: number }>(
            `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return rows.map(({ pid }) => pid);
        };
        await expect.poll(findWaiting, { interval: 20, timeout: 10_000 }).toHaveLength(1);
        await admin.query('select pg_terminate_backend($1)', [(await findWaiting())[0]]);
        expect(await applied).not.toBe('accepted');
        await admin.query('rollback');
      } finally {
        await admin.end();
      }
      expect(await readPlanned(floor)).toEqual([]);
      expect(await floor.readStatus(proposal.run.id)).toMatchObject({ state: 'ready', appliedAt: null });
      await floor.apply(proposal.run.id);
      expect(await readPlanned(floor)).toHaveLength(2);
    });
  },
  'postgres',
);
