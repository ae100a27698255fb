import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { ParameterTrend } from '#shared/reporting/parameter-trend.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, getIsoTimeAgo, type TestFactory } from '#tests/support/floor.ts';
import { readProcessProgress } from '#tests/support/reports.ts';

describeForEachDatabase('trends of production parameters', (database) => {
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });

  test('the trend of a parameter has the values of earlier orders of the part, and not those of reversed reports', async () => {
    const { processIds, partId } = await factory.createOrder(20, [
      {
        name: 'Harden',
        reportWay: 'byProductionParameters',
        productionParameters: [
          { code: 'T', name: 'Temperature', unit: '°C', upperLimit: 850, decimals: 1 },
          { code: 'M', name: 'Soak time', unit: 'min', decimals: 0 },
        ],
      },
    ]);
    const processId = processIds[0]!;
    const { craftId } = await readProcessProgress(factory, processId);
    const worker = await factory.createPerson('Furnace hand', ['TASK_REPORT']);
    let minutesAgo = 30;
    const reportValue = (id: number, value: number) =>
      worker.call<{ reportId: number }>('/mes/report/record', {
        processId: id,
        good: 1,
        minutes: 5,
        endedAt: getIsoTimeAgo((minutesAgo -= 6)),
        parameters: [
          { code: 'T', value },
          { code: 'M', value: 30 },
        ],
      });
    await reportValue(processId, 810);
    const { reportId } = await reportValue(processId, 999);
    await factory.call('/mes/report/reverse', { reportId, reason: 'Typed wrongly' });
    const part = await factory.call<Record<string, unknown>>('/mes/order/part/get', { id: partId });
    const order = await factory.call<{ id: number; version: number }>('/mes/order/save', {
      code: randomUUID(),
      name: 'Again',
      quantity: 5,
    });
    const { id: nextPartId } = await factory.call<{ id: number }>('/mes/order/part/save', {
      orderId: order.id,
      code: part['code'],
      name: 'Part',
      quantity: 5,
    });
    const { id: nextProcessId } = await factory.call<{ id: number }>('/mes/process/save', {
      partId: nextPartId,
      seq: 10,
      craftId,
    });
    await factory.call('/mes/order/release', { id: order.id, version: order.version });
    await reportValue(nextProcessId, 900);
    const trends = await worker.call<ParameterTrend[]>('/mes/report/parameterTrends', {
      processId: nextProcessId,
    });
    expect(trends.map(({ code, unit, points }) => [code, unit, points.map(({ value }) => value)])).toEqual([
      ['T', '°C', [810, 900]],
      ['M', 'min', [30, 30]],
    ]);
    expect(trends[0]!.points).toMatchObject([
      { processId, outsideLimits: false },
      { processId: nextProcessId, outsideLimits: true, upperLimit: 850, people: ['Furnace hand'] },
    ]);
  });
});
