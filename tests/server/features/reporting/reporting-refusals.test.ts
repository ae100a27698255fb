import { randomUUID } from 'node:crypto';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { getIsoTimeAgo, createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { finishWork, readProcessProgress, startWork, startWorkByNewPerson } from '#tests/support/reports.ts';

describeForEachDatabase('reports that are refused', (database) => {
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });

  describe('refuses', () => {
    it('to start more pieces than there are, and writes nothing', async () => {
      const order = await factory.createOrder(5, ['Turning']);
      expect(await readRefusalCode(startWorkByNewPerson(factory, order.processIds[0]!, 5.5))).toBe(
        'quantityExceedsMachinable',
      );
      expect(await readProcessProgress(factory, order.processIds[0]!)).toMatchObject({
        state: 'notStarted',
        received: 0,
        openReports: 0,
      });
    });

    it('to start while the previous process is open, unless the process may leapfrog', async () => {
      const order = await factory.createOrder(10, [
        'Turning',
        'Milling',
        { name: 'Marking', leapfrogAllowed: true },
      ]);
      const [turning, milling] = order.processIds as [number, number, number];
      const startedReport = await startWorkByNewPerson(factory, turning, 4);
      await finishWork(factory.call, startedReport.reportId, 4);
      expect(await readRefusalCode(startWorkByNewPerson(factory, milling, 4))).toBe('previousProcessOpen');
      const leapfrogOrder = await factory.createOrder(10, [
        'Turning',
        { name: 'Marking', leapfrogAllowed: true },
      ]);
      const firstReport = await startWorkByNewPerson(factory, leapfrogOrder.processIds[0]!, 4);
      await finishWork(factory.call, firstReport.reportId, 4);
      expect((await startWorkByNewPerson(factory, leapfrogOrder.processIds[1]!, 4)).process.inWork).toBe(4);
    });

    it('to start a process with device minutes before its man–machine ratio is set', async () => {
      const order = await factory.createOrder(5, [{ name: 'Grinding', deviceMinutes: 3 }]);
      expect(await readRefusalCode(startWorkByNewPerson(factory, order.processIds[0]!, 1))).toBe(
        'manMachineRatioMissing',
      );
    });

    it('a device in repair and a person on vacation', async () => {
      const order = await factory.createOrder(5, ['Turning']);
      const code = randomUUID().slice(0, 20);
      const device = await factory.call<{ id: number }>('/mes/system/basic/device/save', {
        code,
        name: 'Lathe',
        status: 'repair',
      });
      expect(
        await readRefusalCode(
          startWorkByNewPerson(factory, order.processIds[0]!, 1, { deviceId: device.id }),
        ),
      ).toBe('deviceNotNormal');
      const awayPerson = await factory.createPerson('Away', []);
      await factory.call('/mes/system/basic/employee/save', {
        id: awayPerson.employeeId,
        version: 1,
        workingStatus: 'vacation',
      });
      expect(
        await readRefusalCode(
          startWorkByNewPerson(factory, order.processIds[0]!, 1, {
            people: [{ employeeId: awayPerson.employeeId }],
          }),
        ),
      ).toBe('personNotOnJob');
    });

    it('one person on more devices than the man–machine ratio allows, and names the other report', async () => {
      const person = await factory.createPerson('Operator', ['TASK_REPORT']);
      const halfManEstimate = { deviceMinutes: 3, manMachineRatio: 0.5 };
      const orders = [
        await factory.createOrder(5, [{ name: 'Turning', ...halfManEstimate }]),
        await factory.createOrder(5, [{ name: 'Milling', ...halfManEstimate }]),
        await factory.createOrder(5, [{ name: 'Drilling', ...halfManEstimate }]),
      ];
      await startWork(person.call, orders[0]!.processIds[0]!, 1);
      await startWork(person.call, orders[1]!.processIds[0]!, 1);
      expect(await readRefusalCode(startWork(person.call, orders[2]!.processIds[0]!, 1))).toBe(
        'manMachineRatioExceeded',
      );
      const manualOrder = await factory.createOrder(5, ['Deburring']);
      expect(await readRefusalCode(startWork(person.call, manualOrder.processIds[0]!, 1))).toBe(
        'timesOverlap',
      );
    });

    it('a second device if the running work allows only one, and names this work and its limit', async () => {
      const person = await factory.createPerson('Operator', ['TASK_REPORT']);
      const device = await factory.call<{ id: number }>('/mes/system/basic/device/save', {
        code: randomUUID().slice(0, 20),
        name: 'Lathe 3',
      });
      const unsharedOrder = await factory.createOrder(5, [
        { name: 'Turning', deviceMinutes: 3, manMachineRatio: 1 },
      ]);
      const sharedOrder = await factory.createOrder(5, [
        { name: 'Milling', deviceMinutes: 3, manMachineRatio: 0.5 },
      ]);
      await startWork(person.call, unsharedOrder.processIds[0]!, 1, { deviceId: device.id });
      const [runningProcess] = await person.call<ProcessProgress[]>('/mes/process/progress', {
        processId: unsharedOrder.processIds[0]!,
      });
      const refusal = await startWork(person.call, sharedOrder.processIds[0]!, 1).catch(
        (error: unknown) => error,
      );
      expect(refusal).toMatchObject({
        code: 'manMachineRatioExceeded',
        params: { name: 'Operator', other: `Turning · ${runningProcess!.orderCode} · Lathe 3`, limit: 1 },
      });
    });

    it('a report of less than a minute, of more than a day, ahead of now, and too far back', async () => {
      const worker = await factory.createPerson('Worker', ['TASK_REPORT']);
      const order = await factory.createOrder(5, ['Turning']);
      const [processId] = order.processIds as [number];
      expect(await readRefusalCode(startWork(worker.call, processId, 1, { at: getIsoTimeAgo(-10) }))).toBe(
        'timeAhead',
      );
      expect(
        await readRefusalCode(startWork(worker.call, processId, 1, { at: getIsoTimeAgo(25 * 60) })),
      ).toBe('timeTooFarBack');
      // Even the administrator cannot report work from 32 days ago, or 8 days before the order is made.
      expect(
        await readRefusalCode(
          startWorkByNewPerson(factory, processId, 1, { at: getIsoTimeAgo(32 * 24 * 60) }),
        ),
      ).toBe('timeTooFarBack');
      expect(
        await readRefusalCode(
          startWorkByNewPerson(factory, processId, 1, { at: getIsoTimeAgo(8 * 24 * 60) }),
        ),
      ).toBe('startBeforeOrder');
      const shortReport = await startWork(worker.call, processId, 1, { at: null });
      expect(await readRefusalCode(finishWork(worker.call, shortReport.reportId, 1))).toBe(
        'durationTooShort',
      );
      const longReport = await startWorkByNewPerson(factory, processId, 1, { at: getIsoTimeAgo(25 * 60) });
      expect(await readRefusalCode(finishWork(factory.call, longReport.reportId, 1))).toBe('durationTooLong');
      expect(
        (await finishWork(factory.call, longReport.reportId, 1, { at: getIsoTimeAgo(20 * 60) })).process.good,
      ).toBe(1);
    });

    it('to finish less than 0.01, a closed report, and somebody else’s report', async () => {
      const owner = await factory.createPerson('Owner', ['TASK_REPORT']);
      const otherPerson = await factory.createPerson('Other', ['TASK_REPORT']);
      const order = await factory.createOrder(5, ['Turning']);
      const startedReport = await startWork(owner.call, order.processIds[0]!, 2);
      expect(await readRefusalCode(finishWork(owner.call, startedReport.reportId, 0.005))).toBe(
        'quantityBelowMinimum',
      );
      expect(await readRefusalCode(finishWork(otherPerson.call, startedReport.reportId, 2))).toBe(
        'notYourReport',
      );
      await finishWork(owner.call, startedReport.reportId, 2);
      expect(await readRefusalCode(finishWork(owner.call, startedReport.reportId, 2))).toBe('reportClosed');
    });

    it('to report on an order that is a draft, suspended or cancelled', async () => {
      const order = await factory.createOrder(5, ['Turning']);
      const suspendedOrder = await factory.call<{ version: number }>('/mes/order/suspend', {
        id: order.id,
        version: order.version,
      });
      expect(await readRefusalCode(startWorkByNewPerson(factory, order.processIds[0]!, 1))).toBe(
        'orderState',
      );
      const resumedOrder = await factory.call<{ version: number }>('/mes/order/resume', {
        id: order.id,
        version: suspendedOrder.version,
      });
      expect(
        await readRefusalCode(
          factory.call('/mes/order/resume', { id: order.id, version: resumedOrder.version }),
        ),
      ).toBe('orderState');
      await factory.call('/mes/order/cancel', { id: order.id, version: resumedOrder.version });
      expect(await readRefusalCode(startWorkByNewPerson(factory, order.processIds[0]!, 1))).toBe(
        'orderState',
      );
    });
  });
});
