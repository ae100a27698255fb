import { beforeAll, expect, test } from 'vitest';
import { entities } from '#shared/entities/index.ts';
import { createAccessFixture, type SavedRow } from '#tests/support/access-fixture.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { getIsoTimeAgo } from '#tests/support/floor.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { getErrorCode } from '#tests/support/wire-people.ts';
import { readWorkbookTexts, WorkbookClient } from '#tests/support/workbooks.ts';

describeForEachDatabase('the reason for scrap', (database) => {
  const access = createAccessFixture(database);
  let employeeId: number;
  let processId: number;
  let tryCutId: number;
  let minutesAgo = 600;

  const save = async (path: string, fields: Record<string, unknown>) =>
    (await access.admin.send<SavedRow>(`/mes/${path}/save`, { code: makeUniqueText(), ...fields })).id;
  const word = (classId: string, name: string) => save('system/classify', { classId, name });
  async function begin(): Promise<number> {
    minutesAgo -= 20;
    const { reportId } = await access.admin.send<{ reportId: number }>('/mes/report/start', {
      processId,
      quantity: 5,
      people: [{ employeeId, ratio: 100 }],
      at: getIsoTimeAgo(minutesAgo + 10),
    });
    return reportId;
  }
  const finish = async (reportId: number, fields: Record<string, unknown>) => {
    const { body } = await access.admin.ask('/mes/report/finish', {
      reportId,
      at: getIsoTimeAgo(minutesAgo),
      ...fields,
    });
    return body.success ? 'accepted' : [getErrorCode(body), ...Object.keys(body.fields ?? {})];
  };
  const read = (reportId: number) =>
    access.admin.call<{ scrapReasonId: number | null; labels: Record<string, string> }>('/mes/report/get', {
      id: reportId,
    });

  beforeAll(async () => {
    employeeId = await save('system/basic/employee', { name: 'Li' });
    const craftId = await save('system/basic/crafts', { name: 'Turn' });
    const order = await access.admin.send<SavedRow>('/mes/order/save', {
      code: 'W-1',
      name: 'Pins',
      quantity: 100,
    });
    const partId = await save('order/part', { orderId: order.id, name: 'Pin', quantity: 100 });
    processId = (await access.admin.send<SavedRow>('/mes/process/save', { partId, seq: 10, craftId })).id;
    await access.admin.send('/mes/order/release', { id: order.id, version: order.version });
    tryCutId = await word('scrapReason', 'Trial cut');
  }, 120_000);

  test('is optional, stands in the report, and is exported with it', async () => {
    const idWithoutReason = await begin();
    expect(await finish(idWithoutReason, { good: 4, scrap: 1 })).toBe('accepted');
    expect((await read(idWithoutReason)).scrapReasonId).toBeNull();
    const idWithReason = await begin();
    expect(await finish(idWithReason, { good: 4, scrap: 1, scrapReasonId: tryCutId })).toBe('accepted');
    expect(await read(idWithReason)).toMatchObject({
      scrapReasonId: tryCutId,
      labels: { scrapReasonId: 'Trial cut' },
    });
    const books = new WorkbookClient(access.server.url, access.admin.token!);
    const filter = JSON.stringify({ processId: [processId] });
    const sheets = readWorkbookTexts(await books.export(entities.workReport, { filter, sort: 'id' }));
    const [head, ...rows] = Object.values(sheets)[0]!;
    const at = head!.indexOf('Scrap reason');
    expect(rows.map((row) => row[at])).toEqual([null, expect.stringContaining('Trial cut')]);
  });

  test('is refused without scrap, and if it is no reason for scrap', async () => {
    const reportId = await begin();
    expect(await finish(reportId, { good: 5, scrapReasonId: tryCutId })).toEqual([
      'scrapReasonWithoutScrap',
      'scrapReasonId',
    ]);
    const region = await word('region', 'East');
    expect(await finish(reportId, { good: 4, scrap: 1, scrapReasonId: region })).toEqual([
      'fieldsInvalid',
      'scrapReasonId',
    ]);
    expect(await finish(reportId, { good: 5 })).toBe('accepted');
  });

  test('is required if the form setting says so, but only with scrap', async () => {
    const setting = await access.admin.send<SavedRow>('/mes/system/params/form/save', {
      form: 'workReport',
      fields: [{ field: 'scrapReasonId', required: true }],
    });
    const reportId = await begin();
    expect(await finish(reportId, { good: 4, scrap: 1 })).toEqual(['fieldsInvalid', 'scrapReasonId']);
    expect(await finish(reportId, { good: 4, rework: 1 })).toBe('accepted');
    const next = await begin();
    expect(await finish(next, { good: 4, scrap: 1, scrapReasonId: tryCutId })).toBe('accepted');
    const recorded = {
      processId,
      people: [{ employeeId, ratio: 100 }],
      good: 1,
      scrap: 1,
      minutes: 5,
      endedAt: getIsoTimeAgo(minutesAgo - 20),
    };
    const { body } = await access.admin.ask('/mes/report/record', recorded);
    expect(getErrorCode(body)).toBe('fieldsInvalid');
    const made = await access.admin.send<{ reportId: number }>('/mes/report/record', {
      ...recorded,
      scrapReasonId: tryCutId,
    });
    expect((await read(made.reportId)).scrapReasonId).toBe(tryCutId);
    await access.admin.send('/mes/system/params/form/delete', { ids: [setting.id] });
  });

  test('a reason that reports name is not deleted', async () => {
    const { body } = await access.admin.ask('/mes/system/classify/delete', { ids: [tryCutId] });
    expect(getErrorCode(body)).toBe('inUse');
  });
});
