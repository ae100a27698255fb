import { beforeAll, expect, it } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, getIsoTimeAgo, type TestFactory } from '#tests/support/floor.ts';
import { finishWork, startWork, startWorkByNewPerson } from '#tests/support/reports.ts';

describeForEachDatabase('The history of the states of a process', (database) => {
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });

  const readHistory = async (processId: number) =>
    (
      await factory.connection.db
        .selectFrom('processStateChange')
        .select(['fromState', 'toState', 'reportId'])
        .where('factoryId', '=', factory.factoryId)
        .where('processId', '=', processId)
        .orderBy('id')
        .execute()
    ).map(({ fromState, toState, reportId }) => [fromState, toState, reportId]);

  it('names the report that caused each change, also at the next process', async () => {
    const { processIds } = await factory.createOrder(2, ['Turning', { name: 'Milling', needsReceive: true }]);
    const [turning, milling] = processIds as [number, number];
    const first = await startWorkByNewPerson(factory, turning, 1);
    await finishWork(factory.call, first.reportId, 1);
    const received = await factory.call<{ reportId: number }>('/mes/report/receive', {
      processId: milling,
      quantity: 1,
    });
    const second = await startWorkByNewPerson(factory, turning, 1);
    await finishWork(factory.call, second.reportId, 1);
    const { reportId: reversalId } = await factory.call<{ reportId: number }>('/mes/report/reverse', {
      reportId: second.reportId,
      reason: 'miscounted',
    });
    expect(await readHistory(turning)).toEqual([
      ['notStarted', 'processing', first.reportId],
      ['processing', 'unfinished', first.reportId],
      ['unfinished', 'processing', second.reportId],
      ['processing', 'completed', second.reportId],
      ['completed', 'unfinished', reversalId],
    ]);
    // The second piece arrives at the milling. The reversal of its report takes the piece away again.
    expect(await readHistory(milling)).toEqual([
      ['notStarted', 'received', received.reportId],
      ['received', 'partlyReceived', second.reportId],
      ['partlyReceived', 'received', reversalId],
    ]);
  });

  it('names no report where none caused the change', async () => {
    const { processIds } = await factory.createOrder(2, ['Drilling']);
    const { reportId } = await startWork(factory.call, processIds[0]!, 1, { at: getIsoTimeAgo(40) });
    await factory.call('/mes/process/suspend', {
      processId: processIds[0]!,
      reason: 'no material',
      seenReportIds: [reportId],
    });
    await factory.call('/mes/process/resume', { processId: processIds[0]! });
    expect(await readHistory(processIds[0]!)).toEqual([
      ['notStarted', 'processing', reportId],
      ['processing', 'suspended', null],
      ['suspended', 'unfinished', null],
    ]);
  });

  it('names the imported report of each change', async () => {
    const { processIds } = await factory.createOrder(2, ['Grinding']);
    const day = getIsoTimeAgo(24 * 60).slice(0, 10);
    const rows = [1, 2].map((line) => ({
      line,
      processId: processIds[0]!,
      deviceId: null,
      people: [],
      phase: 'run',
      startedAt: `${day}T0${line}:00`,
      endedAt: `${day}T0${line}:30`,
      good: 1,
    }));
    const { verdicts } = await factory.call<{ verdicts: { reportId: number }[] }>('/mes/report/import', {
      source: 'history.csv',
      rows: JSON.stringify(rows),
    });
    expect(await readHistory(processIds[0]!)).toEqual([
      ['notStarted', 'unfinished', verdicts[0]!.reportId],
      ['unfinished', 'completed', verdicts[1]!.reportId],
    ]);
  });

  it('cannot be changed', async () => {
    const { db } = factory.connection;
    await expect(
      db.updateTable('processStateChange').set({ toState: 'completed' }).execute(),
    ).rejects.toThrow('append-only');
    await expect(db.deleteFrom('processStateChange').execute()).rejects.toThrow('append-only');
  });
});
