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
  let floor: TestFactory;
  beforeAll(async () => {
    floor = await createTestFactory(await database.open());
  });

  describe('one report', () => {
    it('moves pieces from the order to the next process', async () => {
      const { call } = floor;
      const order = await floor.order(10, ['Turning', 'Inspection']);
      const [turning, inspection] = order.processIds as [number, number];
      const begun = await startWorkByNewPerson(floor, turning, 10);
      expect(begun.process).toMatchObject({ state: 'processing', received: 10, inWork: 10, machinable: 0 });
      const done = await finishWork(call, begun.reportId, 10);
      expect(done.process).toMatchObject({ state: 'completed', good: 10, inWork: 0 });
      expect(await readProcessProgress(floor, inspection)).toMatchObject({
        state: 'notStarted',
        arrived: 10,
        receivable: 10,
        received: 0,
      });
      const second = await startWorkByNewPerson(floor, inspection, 10);
      await finishWork(call, second.reportId, 10);
      const after = await call<Entity<'workOrder'>>('/mes/order/get', { id: order.id });
      expect(after).toMatchObject({ state: 'completed', progress: 100, completedQuantity: 10 });
      expect(after.startedAt).not.toBeNull();
      expect(after.endedAt).not.toBeNull();
    });

    it('gives back what was started and not reported', async () => {
      const order = await floor.order(10, ['Turning']);
      const begun = await startWorkByNewPerson(floor, order.processIds[0]!, 10);
      const stopped = await floor.call<ReportAnswer>('/mes/report/unfinished', {
        reportId: begun.reportId,
        good: 4,
      });
      expect(stopped.process).toMatchObject({ state: 'unfinished', good: 4, machinable: 6, inWork: 0 });
    });

    it('keeps scrap and rework apart from good, and tells the next process what is lost', async () => {
      const order = await floor.order(10, ['Turning', 'Inspection']);
      const begun = await startWorkByNewPerson(floor, order.processIds[0]!, 10);
      await finishWork(floor.call, begun.reportId, 7, { scrap: 2, rework: 1 });
      expect(await readProcessProgress(floor, order.processIds[0]!)).toMatchObject({
        good: 7,
        scrap: 2,
        reworkOpen: 1,
        target: 10,
        state: 'unfinished',
      });
      expect(await readProcessProgress(floor, order.processIds[1]!)).toMatchObject({
        arrived: 7,
        inheritedLoss: 2,
        target: 8,
      });
    });

    it('finishes at most the started quantity and the tolerance, from machinable first, then from surplus', async () => {
      const order = await floor.order(10, [{ name: 'Sawing', overReportTolerance: 50 }]);
      const begun = await startWorkByNewPerson(floor, order.processIds[0]!, 8);
      expect(await readRefusalCode(finishWork(floor.call, begun.reportId, 12.5))).toBe(
        'quantityExceedsStarted',
      );
      const done = await finishWork(floor.call, begun.reportId, 12);
      expect(done.process).toMatchObject({ good: 12, machinable: 0, inWork: 0, received: 10 });
      expect(await readProcessProgress(floor, order.processIds[0]!)).toMatchObject({ excess: 2 });
      // Without a tolerance nobody finishes more than was started, although more is machinable.
      const strict = await floor.order(10, ['Turning']);
      const started = await startWorkByNewPerson(floor, strict.processIds[0]!, 6);
      expect(await readRefusal(finishWork(floor.call, started.reportId, 7))).toEqual([
        'quantityExceedsStarted',
        'good',
      ]);
      expect((await finishWork(floor.call, started.reportId, 6)).process).toMatchObject({ machinable: 0 });
    });

    it('shares a report among several people so that their seconds add up to the whole', async () => {
      const order = await floor.order(10, ['Turning']);
      const [one, two, three] = [
        await floor.person('One', []),
        await floor.person('Two', []),
        await floor.person('Three', []),
      ];
      const people = [one, two, three].map((person) => ({ employeeId: person.employeeId }));
      const begun = await startWorkByNewPerson(floor, order.processIds[0]!, 10, {
        people,
        at: getIsoTimeAgo(10),
      });
      await finishWork(floor.call, begun.reportId, 10);
      const report = await floor.call<Entity<'workReport'>>('/mes/report/get', { id: begun.reportId });
      expect(report.people.map((person) => person.employeeId)).toEqual(
        people.map((person) => person.employeeId),
      );
      expect(report.people.reduce((sum, person) => sum + (person.seconds ?? 0), 0)).toBe(report.seconds);
      expect(report.people.reduce((sum, person) => sum + (person.ratio ?? 0), 0)).toBeCloseTo(100, 4);
    });
  });

  describe('reversal', () => {
    it('takes a report back by a new one and leaves the original marked', async () => {
      const order = await floor.order(10, ['Turning']);
      const begun = await startWorkByNewPerson(floor, order.processIds[0]!, 10);
      await finishWork(floor.call, begun.reportId, 8, { scrap: 2 });
      await floor.call('/mes/report/reverse', { reportId: begun.reportId, reason: 'counted twice' });
      expect(await readProcessProgress(floor, order.processIds[0]!)).toMatchObject({
        state: 'notStarted',
        good: 0,
        scrap: 0,
        received: 0,
        hasRun: false,
      });
      const original = await floor.call<Entity<'workReport'>>('/mes/report/get', { id: begun.reportId });
      expect(original).toMatchObject({ good: 8, scrap: 2, reversedBy: 'Admin' });
      expect(
        await readRefusalCode(
          floor.call('/mes/report/reverse', { reportId: begun.reportId, reason: 'again' }),
        ),
      ).toBe('reportReversed');
      expect(await floor.call('/mes/order/get', { id: order.id })).toMatchObject({
        state: 'released',
        progress: 0,
      });
    });

    it('is refused while the next process holds what would be gone', async () => {
      const order = await floor.order(10, ['Turning', { name: 'Inspection', needsReceive: true }]);
      const begun = await startWorkByNewPerson(floor, order.processIds[0]!, 10);
      await finishWork(floor.call, begun.reportId, 10);
      const received = await floor.call<ReportAnswer>('/mes/report/receive', {
        processId: order.processIds[1],
        quantity: 3,
      });
      expect(
        await readRefusalCode(
          floor.call('/mes/report/reverse', { reportId: begun.reportId, reason: 'wrong' }),
        ),
      ).toBe('reverseBlocked');
      await floor.call('/mes/report/reverse', { reportId: received.reportId, reason: 'first this' });
      await floor.call('/mes/report/reverse', { reportId: begun.reportId, reason: 'then that' });
      expect(await readProcessProgress(floor, order.processIds[1]!)).toMatchObject({
        arrived: 0,
        received: 0,
      });
    });

    it('frees an open report', async () => {
      const order = await floor.order(10, ['Turning']);
      const begun = await startWorkByNewPerson(floor, order.processIds[0]!, 10);
      await floor.call('/mes/report/reverse', { reportId: begun.reportId, reason: 'wrong order' });
      expect(await readProcessProgress(floor, order.processIds[0]!)).toMatchObject({
        state: 'notStarted',
        inWork: 0,
        openReports: 0,
      });
    });
  });

  describe('assemblies', () => {
    it('are supplied by the last processes of their parts, by the quantity per piece', async () => {
      const { call } = floor;
      const order = await floor.order(5, ['Assembly']);
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
      expect(await readProcessProgress(floor, order.processIds[0]!)).toMatchObject({
        arrived: 0,
        state: 'notStarted',
      });
      const begun = await startWorkByNewPerson(floor, sawing.id, 20);
      await finishWork(call, begun.reportId, 11);
      expect(await readProcessProgress(floor, order.processIds[0]!)).toMatchObject({ arrived: 2 });
      const assembling = await startWorkByNewPerson(floor, order.processIds[0]!, 2);
      await finishWork(call, assembling.reportId, 2);
      expect(
        await readRefusalCode(call('/mes/report/reverse', { reportId: begun.reportId, reason: 'wrong' })),
      ).toBe('reverseBlocked');
      const rest = await startWorkByNewPerson(floor, sawing.id, 9);
      await finishWork(call, rest.reportId, 7, { scrap: 2 });
      expect(await readProcessProgress(floor, order.processIds[0]!)).toMatchObject({
        arrived: 4,
        inheritedLoss: 1,
        target: 4,
      });
    });
  });

  describe('routing', () => {
    it('cannot change before what has been received, and cannot be planned below it', async () => {
      const { call } = floor;
      const order = await floor.order(10, ['Turning', 'Inspection']);
      const begun = await startWorkByNewPerson(floor, order.processIds[0]!, 6);
      await finishWork(call, begun.reportId, 6);
      const craft = await call<{ id: number }>('/mes/system/basic/crafts/save', {
        code: randomUUID().slice(0, 20),
        name: 'Washing',
      });
      expect(
        await readRefusalCode(call('/mes/process/save', { partId: order.partId, seq: 5, craftId: craft.id })),
      ).toBe('processOrderFixed');
      await call('/mes/process/save', { partId: order.partId, seq: 15, craftId: craft.id });
      expect(await readProcessProgress(floor, order.processIds[1]!)).toMatchObject({ arrived: 0 });
      expect(
        await readRefusalCode(
          call('/mes/process/save', { id: order.processIds[0], version: 1, plannedQuantity: 5 }),
        ),
      ).toBe('plannedBelowReceived');
      expect(await readRefusalCode(call('/mes/process/delete', { ids: [order.processIds[0]] }))).toBe(
        'processHasReports',
      );
    });

    it('stops and goes on: suspending closes running reports at zero', async () => {
      const { call } = floor;
      const order = await floor.order(10, ['Turning']);
      await startWorkByNewPerson(floor, order.processIds[0]!, 10);
      await call('/mes/process/suspend', { processId: order.processIds[0], reason: 'No material' });
      expect(await readProcessProgress(floor, order.processIds[0]!)).toMatchObject({
        state: 'suspended',
        machinable: 10,
        inWork: 0,
        openReports: 0,
      });
      expect(await readRefusalCode(startWorkByNewPerson(floor, order.processIds[0]!, 1))).toBe(
        'processState',
      );
      await call('/mes/process/resume', { processId: order.processIds[0] });
      expect(await readProcessProgress(floor, order.processIds[0]!)).toMatchObject({ state: 'unfinished' });
    });
  });

  it('answers the same request twice with the first answer and one report', async () => {
    const order = await floor.order(10, ['Turning']);
    const requestId = randomUUID();
    const fields = { processId: order.processIds[0], quantity: 4, at: getIsoTimeAgo(5) };
    const answers = await Promise.all(
      [1, 2, 3].map(() => floor.call<ReportAnswer>('/mes/report/start', fields, requestId)),
    );
    expect(new Set(answers.map((answer) => answer.reportId)).size).toBe(1);
    expect(await readProcessProgress(floor, order.processIds[0]!)).toMatchObject({
      inWork: 4,
      openReports: 1,
    });
  });

  it('leaves every ledger as its entries say', async () => {
    const { checked, wrong } = await checkLedgers(floor.connection, floor.factoryId);
    expect(checked).toBeGreaterThan(10);
    expect(wrong).toEqual([]);
  });
});
