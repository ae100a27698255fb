import { beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { addDays } from '#shared/rules/days.ts';
import { createCorrectiveFactory, type CorrectiveFactory } from '#tests/support/corrective-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';

describeForEachDatabase('a corrective action', (database) => {
  let factory: TestFactory;
  let floor: CorrectiveFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    floor = await createCorrectiveFactory(factory);
  });
  /** Lists what waits for a person in one corrective action. */
  const listWaiting = async ({ id }: { id: number }, call = floor.leader.call) =>
    (await floor.listWaiting(call))
      .filter(({ correctiveId }) => correctiveId === id)
      .map(({ waitsFor }) => waitsFor);

  test('is opened again within a year after its closing, and not later', async () => {
    for (const [days, state] of [
      [364, 'correctiveOpen'],
      [366, 'correctiveEffective'],
    ] as const) {
      const corrective = await floor.begin();
      await floor.plan(corrective);
      await floor.complete(corrective);
      await floor.send('judge', corrective, { verdict: 'judgeEffective' });
      await sql`update corrective_action set closed_at = closed_at - make_interval(days => ${days})
        where factory_id = ${factory.factoryId} and id = ${corrective.id}`.execute(factory.connection.db);
      await floor.raiseDefect(corrective.errorClassId);
      expect([days, (await floor.read(corrective)).state]).toEqual([days, state]);
    }
  });

  test('is checked by hand only after all measures are done, one of them against the cause', async () => {
    const corrective = await floor.begin();
    expect(await readRefusalCode(floor.send('beginCheck', corrective))).toBe('measuresOpen');
    await floor.plan(corrective, { kind: 'containing' });
    await floor.complete(corrective);
    expect(await readRefusalCode(floor.send('beginCheck', corrective))).toBe('measuresOpen');
    await floor.plan(corrective);
    expect(await readRefusalCode(floor.send('beginCheck', corrective))).toBe('measuresOpen');
    expect((await floor.read(corrective)).state).toBe('correctiveOpen');
  });

  test('keeps a measure that is done as it is', async () => {
    const corrective = await floor.begin();
    const measureId = await floor.plan(corrective);
    await floor.plan(corrective);
    await floor.complete(corrective, measureId);
    const { version } = (await floor.read(corrective)).measures.find(({ id }) => id === measureId)!;
    const path = '/mes/quality/correctiveMeasure';
    expect(
      await readRefusalCode(floor.leader.call(`${path}/save`, { id: measureId, version, what: 'Other' })),
    ).toBe('measureIsDone');
    expect(await readRefusalCode(floor.leader.call(`${path}/delete`, { ids: [measureId] }))).toBe(
      'measureIsDone',
    );
  });

  test('waits for its leader while no measure is open, and again when the check is due', async () => {
    const corrective = await floor.begin({ checkAfterDays: 14 });
    expect(await listWaiting(corrective)).toEqual(['planMeasure']);
    const owner = await floor.quality.addPerson('Ma Li');
    const deletedMeasureId = await floor.plan(corrective, { ownerId: owner.employeeId });
    expect(await listWaiting(corrective)).toEqual([]);
    expect(await listWaiting(corrective, owner.call)).toEqual(['completeMeasure']);
    await floor.leader.call('/mes/quality/correctiveMeasure/delete', { ids: [deletedMeasureId] });
    expect(await listWaiting(corrective, owner.call)).toEqual([]);
    await floor.plan(corrective, { kind: 'containing' });
    await floor.complete(corrective);
    expect(await listWaiting(corrective)).toEqual(['planMeasure']);
    await floor.plan(corrective);
    await floor.complete(corrective);
    // The check is due in 14 days.
    expect(await listWaiting(corrective)).toEqual([]);
  });

  test('counts the exceptions of its defect that were not cancelled', async () => {
    const corrective = await floor.begin();
    const readCountOfMonth = async () => (await floor.read(corrective)).trend.at(-1)!.exceptions;
    await floor.raiseDefect(corrective.errorClassId);
    const second = await floor.raiseDefect(corrective.errorClassId);
    expect(await readCountOfMonth()).toBe(2);
    await floor.quality.cancel(second);
    expect(await readCountOfMonth()).toBe(1);
  });

  test('is on the board with each open measure that is past due, the latest first', async () => {
    const corrective = await floor.begin();
    const getPastDay = (days: number) => addDays(floor.today, -days);
    const leaderFields = { ownerId: floor.leader.employeeId };
    await floor.plan(corrective, { what: 'Due today', dueOn: floor.today });
    await floor.plan(corrective, { what: 'Two days late', dueOn: getPastDay(2), ...leaderFields });
    await floor.plan(corrective, { what: 'Five days late', dueOn: getPastDay(5) });
    const doneMeasureId = await floor.plan(corrective, { what: 'Done', dueOn: getPastDay(9) });
    await floor.complete(corrective, doneMeasureId);
    const readLateMeasures = async () =>
      (await factory.call<{ rows: Record<string, unknown>[] }>('/mes/form/lateMeasures', {})).rows.map(
        ({ what, ownerName, measureDaysLate }) => [what, ownerName, measureDaysLate],
      );
    expect(await readLateMeasures()).toEqual([
      ['Five days late', 'Wang Lei', 5],
      ['Two days late', 'Gao Fei', 2],
    ]);
    await floor.send('cancel', corrective);
    expect(await readLateMeasures()).toEqual([]);
  });
});
