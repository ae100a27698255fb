import { beforeAll, expect, test } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { readProcessProgress, startWorkByNewPerson } from '#tests/support/reports.ts';

describeForEachDatabase('the suspension of a process', (database) => {
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });
  const addProcess = async () => (await factory.createOrder(10, ['Turning'])).processIds[0]!;
  const suspendProcess = (processId: number, seenReportIds?: number[]) =>
    factory.call('/mes/process/suspend', { processId, reason: 'No material', seenReportIds });

  test('closes the running reports with zero pieces, and ends when the process is resumed', async () => {
    const processId = await addProcess();
    const { reportId } = await startWorkByNewPerson(factory, processId, 10);
    await suspendProcess(processId, [reportId]);
    expect(await readProcessProgress(factory, processId)).toMatchObject({
      state: 'suspended',
      machinable: 10,
      inWork: 0,
      openReports: 0,
    });
    expect(await readRefusalCode(startWorkByNewPerson(factory, processId, 1))).toBe('processState');
    await factory.call('/mes/process/resume', { processId });
    expect(await readProcessProgress(factory, processId)).toMatchObject({ state: 'unfinished' });
  });

  test('is refused while a report runs that the caller has not seen, and changes nothing', async () => {
    const processId = await addProcess();
    const seenReport = await startWorkByNewPerson(factory, processId, 4);
    await startWorkByNewPerson(factory, processId, 3);
    const before = await readProcessProgress(factory, processId);
    expect(await readRefusalCode(suspendProcess(processId))).toBe('runningWorkChanged');
    expect(await readRefusalCode(suspendProcess(processId, [seenReport.reportId]))).toBe(
      'runningWorkChanged',
    );
    expect(await readProcessProgress(factory, processId)).toEqual(before);
  });

  test('needs no running report', async () => {
    const processId = await addProcess();
    const endedReport = await startWorkByNewPerson(factory, processId, 4);
    await suspendProcess(processId, [endedReport.reportId]);
    await factory.call('/mes/process/resume', { processId });
    await suspendProcess(processId);
    expect(await readProcessProgress(factory, processId)).toMatchObject({ state: 'suspended' });
  });
});
