import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Entity } from '#shared/entities/index.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { getIsoTimeAgo, createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { readRefusal } from '#tests/support/read-refusal.ts';
import {
  finishWork,
  readProcessProgress,
  startWorkByNewPerson,
  type ReportAnswer,
} from '#tests/support/reports.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';

describeForEachDatabase('reporting', (database) => {
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });

  describe('one report', () => {
    it('moves pieces from the order to the next process', async () => {
      const { call } = factory;
      const order = await factory.createOrder(10, ['Turning', 'Inspection']);
      const [turning, inspection] = order.processIds as [number, number];
      const startedReport = await startWorkByNewPerson(factory, turning, 10);
      expect(startedReport.process).toMatchObject({
        state: 'processing',
        received: 10,
        inWork: 10,
        machinable: 0,
      });
      const finishedReport = await finishWork(call, startedReport.reportId, 10);
      expect(finishedReport.process).toMatchObject({ state: 'completed', good: 10, inWork: 0 });
      expect(await readProcessProgress(factory, inspection)).toMatchObject({
        state: 'notStarted',
        arrived: 10,
        receivable: 10,
        received: 0,
      });
      const secondReport = await startWorkByNewPerson(factory, inspection, 10);
      await finishWork(call, secondReport.reportId, 10);
      const after = await call<Entity<'workOrder'>>('/mes/order/get', { id: order.id });
      expect(after).toMatchObject({ state: 'completed', progress: 100, completedQuantity: 10 });
      expect(after.startedAt).not.toBeNull();
      expect(after.endedAt).not.toBeNull();
    });

    it('gives back what was started and not reported', async () => {
      const order = await factory.createOrder(10, ['Turning']);
      const startedReport = await startWorkByNewPerson(factory, order.processIds[0]!, 10);
      const stoppedReport = await factory.call<ReportAnswer>('/mes/report/unfinished', {
        reportId: startedReport.reportId,
        good: 4,
      });
      expect(stoppedReport.process).toMatchObject({ state: 'unfinished', good: 4, machinable: 6, inWork: 0 });
    });

    it('keeps scrap and rework apart from good, and tells the next process what is lost', async () => {
      const order = await factory.createOrder(10, ['Turning', 'Inspection']);
      const startedReport = await startWorkByNewPerson(factory, order.processIds[0]!, 10);
      await finishWork(factory.call, startedReport.reportId, 7, { scrap: 2, rework: 1 });
      expect(await readProcessProgress(factory, order.processIds[0]!)).toMatchObject({
        good: 7,
        scrap: 2,
        reworkOpen: 1,
        target: 10,
        state: 'unfinished',
      });
      expect(await readProcessProgress(factory, order.processIds[1]!)).toMatchObject({
        arrived: 7,
        inheritedLoss: 2,
        target: 8,
      });
    });

    it('finishes at most the started quantity and the tolerance, from machinable first, then from surplus', async () => {
      const order = await factory.createOrder(10, [{ name: 'Sawing', overReportTolerance: 50 }]);
      const startedReport = await startWorkByNewPerson(factory, order.processIds[0]!, 8);
      expect(await readRefusalCode(finishWork(factory.call, startedReport.reportId, 12.5))).toBe(
        'quantityExceedsStarted',
      );
      const finishedReport = await finishWork(factory.call, startedReport.reportId, 12);
      expect(finishedReport.process).toMatchObject({ good: 12, machinable: 0, inWork: 0, received: 10 });
      expect(await readProcessProgress(factory, order.processIds[0]!)).toMatchObject({ excess: 2 });
      // Without a tolerance, a report cannot finish more pieces than it started, even if more pieces can be machined.
      const strictOrder = await factory.createOrder(10, ['Turning']);
      const strictReport = await startWorkByNewPerson(factory, strictOrder.processIds[0]!, 6);
      expect(await readRefusal(finishWork(factory.call, strictReport.reportId, 7))).toEqual([
        'quantityExceedsStarted',
        'good',
      ]);
      expect((await finishWork(factory.call, strictReport.reportId, 6)).process).toMatchObject({
        machinable: 0,
      });
    });

    it('shares the pieces of a report among several people, and notes the whole time for each of them', async () => {
      const order = await factory.createOrder(10, ['Turning']);
      const [firstPerson, secondPerson, thirdPerson] = [
        await factory.createPerson('One', []),
        await factory.createPerson('Two', []),
        await factory.createPerson('Three', []),
      ];
      const people = [firstPerson, secondPerson, thirdPerson].map((person) => ({
        employeeId: person.employeeId,
      }));
      const startedReport = await startWorkByNewPerson(factory, order.processIds[0]!, 10, {
        people,
        at: getIsoTimeAgo(10),
      });
      await finishWork(factory.call, startedReport.reportId, 10);
      const report = await factory.call<Entity<'workReport'>>('/mes/report/get', {
        id: startedReport.reportId,
      });
      expect(report.people.map((person) => person.employeeId)).toEqual(
        people.map((person) => person.employeeId),
      );
      expect(report.people.map((person) => person.seconds)).toEqual(people.map(() => report.seconds));
      expect(report.people.reduce((sum, person) => sum + (person.ratio ?? 0), 0)).toBeCloseTo(100, 4);
    });
  });

  describe('reversal', () => {
    it('takes a report back by a new report, and marks the original as reversed', async () => {
      const order = await factory.createOrder(10, ['Turning']);
      const startedReport = await startWorkByNewPerson(factory, order.processIds[0]!, 10);
      await finishWork(factory.call, startedReport.reportId, 8, { scrap: 2 });
      await factory.call('/mes/report/reverse', {
        reportId: startedReport.reportId,
        reason: 'counted twice',
      });
      expect(await readProcessProgress(factory, order.processIds[0]!)).toMatchObject({
        state: 'notStarted',
        good: 0,
        scrap: 0,
        received: 0,
        hasRun: false,
      });
      const originalReport = await factory.call<Entity<'workReport'>>('/mes/report/get', {
        id: startedReport.reportId,
      });
      expect(originalReport).toMatchObject({ good: 8, scrap: 2, reversedBy: 'Admin' });
      expect(
        await readRefusalCode(
          factory.call('/mes/report/reverse', { reportId: startedReport.reportId, reason: 'again' }),
        ),
      ).toBe('reportReversed');
      expect(await factory.call('/mes/order/get', { id: order.id })).toMatchObject({
        state: 'released',
        progress: 0,
      });
    });

    it('is refused while the next process has received the reported pieces', async () => {
      const order = await factory.createOrder(10, ['Turning', { name: 'Inspection', needsReceive: true }]);
      const startedReport = await startWorkByNewPerson(factory, order.processIds[0]!, 10);
      await finishWork(factory.call, startedReport.reportId, 10);
      const receiveReport = await factory.call<ReportAnswer>('/mes/report/receive', {
        processId: order.processIds[1],
        quantity: 3,
      });
      await expect(
        factory.call('/mes/report/reverse', { reportId: startedReport.reportId, reason: 'wrong' }),
      ).rejects.toMatchObject({
        code: 'reverseBlockedBy',
        params: {
          ...{ name: 'Inspection', bucket: 'arrived', left: 0, needed: 3 },
          ...{ what: 'receive', who: 'Admin', quantity: 3 },
        },
        rows: [{ entity: 'process', id: order.processIds[1], name: 'Inspection' }],
      });
      await factory.call('/mes/report/reverse', { reportId: receiveReport.reportId, reason: 'first this' });
      await factory.call('/mes/report/reverse', { reportId: startedReport.reportId, reason: 'then that' });
      expect(await readProcessProgress(factory, order.processIds[1]!)).toMatchObject({
        arrived: 0,
        received: 0,
      });
    });

    it('also takes back an open report', async () => {
      const order = await factory.createOrder(10, ['Turning']);
      const startedReport = await startWorkByNewPerson(factory, order.processIds[0]!, 10);
      await factory.call('/mes/report/reverse', { reportId: startedReport.reportId, reason: 'wrong order' });
      expect(await readProcessProgress(factory, order.processIds[0]!)).toMatchObject({
        state: 'notStarted',
        inWork: 0,
        openReports: 0,
      });
    });
  });

  describe('assemblies', () => {
    it('are supplied by the last processes of their parts, by the quantity per piece', async () => {
      const { call } = factory;
      const order = await factory.createOrder(5, ['Assembly']);
      const craft = await call<{ id: number }>('/mes/system/basic/crafts/save', {
        code: randomUUID().slice(0, 20),
        name: 'Sawing',
      });
      const leg = await call<{ id: number }>('/mes/order/part/save', {
        orderId: order.id,
        parentId: order.partId,
        code: 'LEG',
        name: 'Leg',
        quantity: 20,
        quantityPer: 4,
      });
      const sawing = await call<{ id: number }>('/mes/process/save', {
        partId: leg.id,
        seq: 10,
        craftId: craft.id,
      });
      expect(await readProcessProgress(factory, order.processIds[0]!)).toMatchObject({
        arrived: 0,
        state: 'notStarted',
      });
      const startedReport = await startWorkByNewPerson(factory, sawing.id, 20);
      await finishWork(call, startedReport.reportId, 11);
      expect(await readProcessProgress(factory, order.processIds[0]!)).toMatchObject({ arrived: 2 });
      const assemblyReport = await startWorkByNewPerson(factory, order.processIds[0]!, 2);
      await finishWork(call, assemblyReport.reportId, 2);
      expect(
        await readRefusalCode(
          call('/mes/report/reverse', { reportId: startedReport.reportId, reason: 'wrong' }),
        ),
      ).toBe('reverseBlockedBy');
      const secondReport = await startWorkByNewPerson(factory, sawing.id, 9);
      await finishWork(call, secondReport.reportId, 7, { scrap: 2 });
      expect(await readProcessProgress(factory, order.processIds[0]!)).toMatchObject({
        arrived: 4,
        inheritedLoss: 1,
        target: 4,
      });
    });
  });

  describe('routing', () => {
    it('gets no process before one that has received pieces, and no plan below the received quantity', async () => {
      const { call } = factory;
      const order = await factory.createOrder(10, ['Turning', 'Inspection']);
      const startedReport = await startWorkByNewPerson(factory, order.processIds[0]!, 6);
      await finishWork(call, startedReport.reportId, 6);
      const craft = await call<{ id: number }>('/mes/system/basic/crafts/save', {
        code: randomUUID().slice(0, 20),
        name: 'Washing',
      });
      expect(
        await readRefusalCode(call('/mes/process/save', { partId: order.partId, seq: 5, craftId: craft.id })),
      ).toBe('processOrderFixed');
      await call('/mes/process/save', { partId: order.partId, seq: 15, craftId: craft.id });
      expect(await readProcessProgress(factory, order.processIds[1]!)).toMatchObject({ arrived: 0 });
      expect(
        await readRefusalCode(
          call('/mes/process/save', { id: order.processIds[0], version: 1, plannedQuantity: 5 }),
        ),
      ).toBe('plannedBelowReceived');
      expect(await readRefusalCode(call('/mes/process/delete', { ids: [order.processIds[0]] }))).toBe(
        'processHasReports',
      );
    });
  });

  it('answers the same request twice with the first answer and one report', async () => {
    const order = await factory.createOrder(10, ['Turning']);
    const requestId = randomUUID();
    const fields = { processId: order.processIds[0], quantity: 4, at: getIsoTimeAgo(5) };
    const answers = await Promise.all(
      [1, 2, 3].map(() => factory.call<ReportAnswer>('/mes/report/start', fields, requestId)),
    );
    expect(new Set(answers.map((answer) => answer.reportId)).size).toBe(1);
    expect(await readProcessProgress(factory, order.processIds[0]!)).toMatchObject({
      inWork: 4,
      openReports: 1,
    });
  });

  it('leaves every ledger consistent with its entries', async () => {
    const { checkedCount: checked, mismatches: ledgerMismatches } = await checkLedgers(
      factory.connection,
      factory.factoryId,
    );
    expect(checked).toBeGreaterThan(10);
    expect(ledgerMismatches).toEqual([]);
  });
});
