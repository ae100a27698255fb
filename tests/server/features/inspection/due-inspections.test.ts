import { beforeAll, expect, test } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';
import { GOOD_VALUES, makeInspectionCalls } from '#tests/support/inspection-floor.ts';
import { finishWork, startWorkByNewPerson } from '#tests/support/reports.ts';

describeForEachDatabase('an inspection is due', (database) => {
  let factory: TestFactory;
  let calls: ReturnType<typeof makeInspectionCalls>;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    calls = makeInspectionCalls(factory);
  });
  const listKinds = async (processId: number) =>
    (await calls.listDue(processId)).due.map(({ inspectionKind, batchQuantity, sampleCount }) => [
      inspectionKind,
      batchQuantity,
      sampleCount,
    ]);

  test('for the first article as soon as work begins, in process every n pieces, and for all pieces at the end', async () => {
    const inspected = await calls.addInspectedProcess([
      { inspectionKind: 'firstArticle', sampling: 'sampleAll' },
      { inspectionKind: 'inProcess', everyPieces: 10, sampling: 'sampleFixed', sampleCount: 2 },
      { inspectionKind: 'finalInspection', sampling: 'sampleAql', aql: 1, inspectionLevel: 'levelII' },
    ]);
    const { processId } = inspected;
    expect(await listKinds(processId)).toEqual([]);
    const { reportId } = await startWorkByNewPerson(factory, processId, 60);
    expect(await listKinds(processId)).toEqual([['firstArticle', 1, 1]]);
    const first = await calls.begin(inspected);
    expect(await listKinds(processId)).toEqual([]);
    await calls.enter(first, GOOD_VALUES);
    await calls.conclude(first);
    await finishWork(factory.call, reportId, 59, { scrap: 1 });
    expect(await listKinds(processId)).toEqual([
      ['inProcess', 60, 2],
      ['finalInspection', 59, 13],
    ]);
    const inProcessInspection = await calls.begin(inspected, {
      inspectionKind: 'inProcess',
      batchQuantity: 60,
    });
    await calls.move(inProcessInspection, 'cancel', { reason: 'Wrong pieces' });
    expect((await listKinds(processId))[0]).toEqual(['inProcess', 60, 2]);
    await calls.begin(inspected, { inspectionKind: 'inProcess', batchQuantity: 60 });
    await calls.begin(inspected, { inspectionKind: 'finalInspection', batchQuantity: 59 });
    expect(await listKinds(processId)).toEqual([]);
  });

  test('in process every n minutes of work', async () => {
    const { processId } = await calls.addInspectedProcess([
      { inspectionKind: 'inProcess', everyMinutes: 25, sampling: 'sampleFixed', sampleCount: 1 },
    ]);
    await startWorkByNewPerson(factory, processId, 5);
    expect(await listKinds(processId)).toEqual([['inProcess', 1, 1]]);
  });

  test('for pieces that have arrived, and only of the part code of the procedure', async () => {
    const incoming = [{ inspectionKind: 'incoming', sampling: 'samplePercentage', samplePercent: 10 }];
    const { processId } = await calls.addInspectedProcess(incoming, { sip: { partCode: 'P' } });
    expect(await listKinds(processId)).toEqual([['incoming', 100, 10]]);
    const other = await calls.addInspectedProcess(incoming, { sip: { partCode: 'Q' } });
    expect(await listKinds(other.processId)).toEqual([]);
  });

  test('in process as soon as exactly n pieces are reported, and for good pieces only while nobody works', async () => {
    const inspected = await calls.addInspectedProcess([
      { inspectionKind: 'inProcess', everyPieces: 10, sampling: 'sampleFixed', sampleCount: 1 },
      { inspectionKind: 'finalInspection', sampling: 'sampleFixed', sampleCount: 1 },
    ]);
    const { processId } = inspected;
    const { reportId } = await startWorkByNewPerson(factory, processId, 10);
    const { reportId: otherReportId } = await startWorkByNewPerson(factory, processId, 5);
    await finishWork(factory.call, reportId, 10);
    expect(await listKinds(processId)).toEqual([['inProcess', 10, 1]]);
    await finishWork(factory.call, otherReportId, 5);
    expect(await listKinds(processId)).toEqual([
      ['inProcess', 15, 1],
      ['finalInspection', 15, 1],
    ]);
    // After this inspection the count of pieces starts again from zero, although the inspected batch was smaller.
    const inProcessInspection = await calls.begin(inspected, {
      inspectionKind: 'inProcess',
      batchQuantity: 2,
    });
    await calls.enter(inProcessInspection, GOOD_VALUES);
    await calls.conclude(inProcessInspection);
    const { reportId: lastReportId } = await startWorkByNewPerson(factory, processId, 3);
    await finishWork(factory.call, lastReportId, 3);
    expect(await listKinds(processId)).toEqual([['finalInspection', 18, 1]]);
  });
});
