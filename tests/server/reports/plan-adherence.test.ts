import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { AdherenceFigure } from '#shared/answers/daily-plan.ts';
import { DayPlanFloor } from '#tests/support/day-plan-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { readRefusalCode } from '#tests/support/floor.ts';
import { finishWork, startWorkByNewPerson } from '#tests/support/reports.ts';

describeForEachDatabase('The adherence to released plans', (database) => {
  let floor: DayPlanFloor;
  beforeAll(async () => {
    floor = await DayPlanFloor.create(await database.open());
  });
  const readFigures = async () =>
    (
      await floor.call<{ rows: AdherenceFigure[] }>('/mes/plan/day/adherence', {
        from: floor.getDay(-10),
        to: floor.today,
      })
    ).rows;
  /** Moves a day, its release and its reports some days back. */
  const moveBack = async (days: number) => {
    const { db } = floor.factory.connection;
    const { factoryId } = floor.factory;
    await sql`update daily_plan set day = day - ${days}::integer, released_at = released_at - make_interval(days => ${days})
      where factory_id = ${factoryId}`.execute(db);
    await sql`update daily_plan_line set starts_at = starts_at - make_interval(days => ${days}), ends_at = ends_at - make_interval(days => ${days})
      where factory_id = ${factoryId}`.execute(db);
    await sql`alter table work_report disable trigger user`.execute(db);
    await sql`update work_report set started_at = started_at - make_interval(days => ${days}), ended_at = ended_at - make_interval(days => ${days})
      where factory_id = ${factoryId}`.execute(db);
    await sql`alter table work_report enable trigger user`.execute(db);
  };

  it('counts what was started in time and finished, once the day is over', async () => {
    const now = Date.now();
    const makeAppointment = (minutes: number) => ({
      appointmentStart: new Date(now + minutes * 60_000).toISOString(),
      appointmentEnd: new Date(now + (minutes + 60) * 60_000).toISOString(),
    });
    const processInTime = await floor.plan(makeAppointment(-30));
    const lateProcess = await floor.plan(makeAppointment(-90));
    const unfinishedProcess = await floor.plan(makeAppointment(-30));
    await floor.plan(makeAppointment(-30));
    await floor.release();
    for (const [{ processId }, good] of [
      [processInTime, 4],
      [lateProcess, 4],
      [unfinishedProcess, 3],
    ] as const) {
      const { reportId } = await startWorkByNewPerson(floor.factory, processId, 4);
      await finishWork(floor.call, reportId, good);
    }
    expect(await readFigures()).toEqual([]);
    await moveBack(3);
    const figure = {
      day: floor.getDay(-3),
      workGroupId: floor.groupId,
      lines: 4,
      startedInTime: 2,
      finished: 2,
      kept: 1,
    };
    expect(await readFigures()).toEqual([figure]);
    const { rows } = await floor.call<{ rows: Record<string, unknown>[] }>('/mes/form/planAdherence', {});
    expect(rows).toMatchObject([
      {
        day: floor.getDay(-3),
        groupName: 'Turning',
        plannedJobs: 4,
        startedInTime: 2,
        finishedJobs: 2,
        keptJobs: 1,
        adherenceRate: 25,
      },
    ]);
    const otherGroupId = await floor.save('/mes/system/basic/group', { code: 'X', name: 'Other' });
    const other = await floor.call<{ rows: unknown[] }>('/mes/form/planAdherence', {
      workGroupId: otherGroupId,
    });
    expect(other.rows).toEqual([]);
  });

  it('follows the tolerance of the setting', async () => {
    await floor.call('/mes/system/basic/cycleScheduleSetting/save', {
      horizonDays: 60,
      frozenDays: 2,
      adherenceMinutes: 65,
    });
    expect((await readFigures())[0]).toMatchObject({ startedInTime: 3, kept: 2 });
  });

  it('does not judge a day whose plan was withdrawn, and no long periods', async () => {
    await sql`update daily_plan set withdrawn_at = now(), withdrawn_by = 'x'
      where factory_id = ${floor.factory.factoryId}`.execute(floor.factory.connection.db);
    expect(await readFigures()).toEqual([]);
    const read = (from: string, to: string) =>
      readRefusalCode(floor.call('/mes/plan/day/adherence', { from, to }));
    expect(await read(floor.getDay(-120), floor.today)).toBe('periodTooLong');
    expect(await read(floor.today, floor.getDay(-1))).toBe('startAfterEnd');
  });
});
