import { expect, test } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, getIsoTimeAgo, readRefusalCode } from '#tests/support/floor.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { readRefusal } from '#tests/support/read-refusal.ts';

const COLUMN_PATH = '/mes/system/column';

describeForEachDatabase('the custom columns of reports', (database) => {
  test('are filled in when work ends', async () => {
    const factory = await createTestFactory(await database.open());
    const coolantColumn = await factory.call<{ id: number }>(`${COLUMN_PATH}/custom/save`, {
      owner: 'report',
      code: makeUniqueText(),
      name: 'Coolant',
      type: 'number',
    });
    const worker = await factory.createPerson('Worker', ['TASK_REPORT']);
    const { processIds } = await factory.createOrder(5, ['Mill']);
    const start = { processId: processIds[0], quantity: 5, at: getIsoTimeAgo(10) };
    const people = JSON.stringify([{ employeeId: worker.employeeId, ratio: 100 }]);
    const { reportId } = await factory.call<{ reportId: number }>('/mes/report/start', { ...start, people });
    const finishReport = (value: unknown) =>
      factory.call('/mes/report/finish', {
        reportId,
        good: 5,
        custom: JSON.stringify({ [coolantColumn.id]: value }),
      });
    expect(await readRefusal(finishReport('cold'))).toEqual(['fieldsInvalid', `custom.${coolantColumn.id}`]);
    await finishReport('7.25');
    const report = await factory.call<{ custom: Record<string, unknown> }>('/mes/report/get', {
      id: reportId,
    });
    expect(report.custom).toEqual({ [coolantColumn.id]: 7.25 });
    expect(
      await readRefusalCode(factory.call(`${COLUMN_PATH}/custom/delete`, { ids: [coolantColumn.id] })),
    ).toBe('inUse');
  });
});
