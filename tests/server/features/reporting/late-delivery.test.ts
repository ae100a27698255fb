import { beforeAll, expect, it } from 'vitest';
import type { Entity } from '#shared/entities/index.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { getIsoTimeAgo, createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import type { ReportAnswer } from '#tests/support/reports.ts';

describeForEachDatabase('A report that a terminal delivers late', (database) => {
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });
  const readReport = (id: number) => factory.call<Entity<'workReport'>>('/mes/report/get', { id });

  it('of finished work has the time when the button was pressed, even if other work began later', async () => {
    const { processIds } = await factory.createOrder(10, ['Turning']);
    const worker = await factory.createPerson('Late', ['TASK_REPORT']);
    const recordFields = { processId: processIds[0], good: 2, minutes: 20 };
    const pressedAt = getIsoTimeAgo(60);
    await worker.call('/mes/report/start', {
      processId: processIds[0],
      quantity: 1,
      at: getIsoTimeAgo(50),
    });
    const { reportId } = await worker.call<ReportAnswer>('/mes/report/record', {
      ...recordFields,
      endedAt: pressedAt,
    });
    expect(await readReport(reportId)).toMatchObject({
      startedAt: new Date(Date.parse(pressedAt) - 20 * 60_000).toISOString(),
      endedAt: pressedAt,
      seconds: 1200,
    });
    for (const [endedAt, code] of [
      [getIsoTimeAgo(65), 'timesOverlap'],
      [getIsoTimeAgo(40), 'timesOverlap'],
      [getIsoTimeAgo(-10), 'timeAhead'],
      [getIsoTimeAgo(25 * 60), 'timeTooFarBack'],
    ] as const)
      expect(await readRefusalCode(worker.call('/mes/report/record', { ...recordFields, endedAt }))).toBe(
        code,
      );
  });

  it('of a single minute is accepted if the clock of the terminal is a little ahead', async () => {
    const { processIds } = await factory.createOrder(10, ['Turning']);
    const worker = await factory.createPerson('Ahead', ['TASK_REPORT']);
    const endedAt = new Date(Date.now() + 3000).toISOString();
    const reportFields = { processId: processIds[0], good: 1, minutes: 1, endedAt };
    const { reportId } = await worker.call<ReportAnswer>('/mes/report/record', reportFields);
    expect(await readReport(reportId)).toMatchObject({ seconds: 60 });
  });

  it('of received pieces has the time when the button was pressed', async () => {
    const { processIds } = await factory.createOrder(10, [{ name: 'Turning', needsReceive: true }]);
    const worker = await factory.createPerson('Receiver', ['TASK_REPORT']);
    const at = getIsoTimeAgo(30);
    const receiveFields = { processId: processIds[0], quantity: 4 };
    const { reportId } = await worker.call<ReportAnswer>('/mes/report/receive', { ...receiveFields, at });
    expect(await readReport(reportId)).toMatchObject({ startedAt: at, endedAt: at, received: 4 });
    for (const [wrongTime, code] of [
      [getIsoTimeAgo(-10), 'timeAhead'],
      [getIsoTimeAgo(25 * 60), 'timeTooFarBack'],
    ] as const)
      expect(
        await readRefusalCode(worker.call('/mes/report/receive', { ...receiveFields, at: wrongTime })),
      ).toBe(code);
  });

  it('without network is accepted for days, marked, and told apart from other late reports', async () => {
    const { processIds } = await factory.createOrder(10, [
      'Turning',
      { name: 'Milling', needsReceive: true },
    ]);
    const worker = await factory.createPerson('Offline', ['TASK_REPORT']);
    const marks = { madeOffline: true, timeCorrected: true };
    const startFields = { processId: processIds[0], quantity: 5, source: 'kiosk' };
    const [startAt, endAt] = [getIsoTimeAgo(3 * 24 * 60), getIsoTimeAgo(3 * 24 * 60 - 30)];
    expect(await readRefusalCode(worker.call('/mes/report/start', { ...startFields, at: startAt }))).toBe(
      'timeTooFarBack',
    );
    const { reportId } = await worker.call<ReportAnswer>('/mes/report/start', {
      ...startFields,
      at: startAt,
      madeOffline: true,
    });
    expect(await readReport(reportId)).toMatchObject({ source: 'offline', timeCorrected: false });
    const finishFields = { reportId, good: 5, at: endAt };
    expect(await readRefusalCode(worker.call('/mes/report/finish', finishFields))).toBe('timeTooFarBack');
    await worker.call('/mes/report/finish', { ...finishFields, ...marks });
    expect(await readReport(reportId)).toMatchObject({
      startedAt: startAt,
      endedAt: endAt,
      source: 'offline',
      timeCorrected: true,
    });
    const receiveAnswer = await worker.call<ReportAnswer>('/mes/report/receive', {
      processId: processIds[1],
      quantity: 1,
      at: endAt,
      ...marks,
    });
    expect(await readReport(receiveAnswer.reportId)).toMatchObject({
      source: 'offline',
      timeCorrected: true,
    });
    const recordAnswer = await worker.call<ReportAnswer>('/mes/report/record', {
      processId: processIds[0],
      good: 2,
      minutes: 10,
      source: 'kiosk',
      endedAt: getIsoTimeAgo(2 * 24 * 60),
      ...marks,
    });
    expect(await readReport(recordAnswer.reportId)).toMatchObject({ source: 'offline', timeCorrected: true });
  });

  it('without network is refused after seven days, and never lies ahead', async () => {
    const { processIds } = await factory.createOrder(10, ['Turning']);
    const worker = await factory.createPerson('Too old', ['TASK_REPORT']);
    const startFields = { processId: processIds[0], quantity: 1, madeOffline: true };
    for (const [at, code] of [
      [getIsoTimeAgo(7 * 24 * 60 + 1), 'timeTooFarBack'],
      [getIsoTimeAgo(-10), 'timeAhead'],
    ] as const)
      expect(await readRefusalCode(worker.call('/mes/report/start', { ...startFields, at }))).toBe(code);
  });
});
