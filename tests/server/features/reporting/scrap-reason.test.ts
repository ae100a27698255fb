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
  let trialCutId: number;
  let minutesAgo = 600;

  const saveRecord = async (path: string, fields: Record<string, unknown>) =>
    (await access.admin.send<SavedRow>(`/mes/${path}/save`, { code: makeUniqueText(), ...fields })).id;
  const addClassification = (classId: string, name: string) =>
    saveRecord('system/classify', { classId, name });
  async function startReport(): Promise<number> {
    minutesAgo -= 20;
    const { reportId } = await access.admin.send<{ reportId: number }>('/mes/report/start', {
      processId,
      quantity: 5,
      people: [{ employeeId, ratio: 100 }],
      at: getIsoTimeAgo(minutesAgo + 10),
    });
    return reportId;
  }
  const finishReport = async (reportId: number, fields: Record<string, unknown>) => {
    const { body } = await access.admin.ask('/mes/report/finish', {
      reportId,
      at: getIsoTimeAgo(minutesAgo),
      ...fields,
    });
    return body.success ? 'accepted' : [getErrorCode(body), ...Object.keys(body.fields ?? {})];
  };
  const readReport = (reportId: number) =>
    access.admin.call<{ scrapReasonId: number | null; labels: Record<string, string> }>('/mes/report/get', {
      id: reportId,
    });

  beforeAll(async () => {
    employeeId = await saveRecord('system/basic/employee', { name: 'Li' });
    const craftId = await saveRecord('system/basic/crafts', { name: 'Turn' });
    const order = await access.admin.send<SavedRow>('/mes/order/save', {
      code: 'W-1',
      name: 'Pins',
      quantity: 100,
    });
    const partId = await saveRecord('order/part', { orderId: order.id, name: 'Pin', quantity: 100 });
    processId = (await access.admin.send<SavedRow>('/mes/process/save', { partId, seq: 10, craftId })).id;
    await access.admin.send('/mes/order/release', { id: order.id, version: order.version });
    trialCutId = await addClassification('scrapReason', 'Trial cut');
  });

  test('is optional, is stored in the report, and is exported with it', async () => {
    const idWithoutReason = await startReport();
    expect(await finishReport(idWithoutReason, { good: 4, scrap: 1 })).toBe('accepted');
    expect((await readReport(idWithoutReason)).scrapReasonId).toBeNull();
    const idWithReason = await startReport();
    expect(await finishReport(idWithReason, { good: 4, scrap: 1, scrapReasonId: trialCutId })).toBe(
      'accepted',
    );
    expect(await readReport(idWithReason)).toMatchObject({
      scrapReasonId: trialCutId,
      labels: { scrapReasonId: 'Trial cut' },
    });
    const workbookClient = new WorkbookClient(access.server.url, access.admin.token!);
    const filter = JSON.stringify({ processId: [processId] });
    const sheets = readWorkbookTexts(
      await workbookClient.export(entities.workReport, { filter, sort: 'id' }),
    );
    const [head, ...rows] = Object.values(sheets)[0]!;
    const reasonIndex = head!.indexOf('Scrap reason');
    expect(rows.map((row) => row[reasonIndex])).toEqual([null, expect.stringContaining('Trial cut')]);
  });

  test('is refused without scrap, and if it is an entry of another class', async () => {
    const reportId = await startReport();
    expect(await finishReport(reportId, { good: 5, scrapReasonId: trialCutId })).toEqual([
      'scrapReasonWithoutScrap',
      'scrapReasonId',
    ]);
    const regionId = await addClassification('region', 'East');
    expect(await finishReport(reportId, { good: 4, scrap: 1, scrapReasonId: regionId })).toEqual([
      'fieldsInvalid',
      'scrapReasonId',
    ]);
    expect(await finishReport(reportId, { good: 5 })).toBe('accepted');
  });

  test('is required if the form setting says so, but only with scrap', async () => {
    const setting = await access.admin.send<SavedRow>('/mes/system/params/form/save', {
      form: 'workReport',
      fields: [{ field: 'scrapReasonId', required: true }],
    });
    const reportId = await startReport();
    expect(await finishReport(reportId, { good: 4, scrap: 1 })).toEqual(['fieldsInvalid', 'scrapReasonId']);
    expect(await finishReport(reportId, { good: 4, rework: 1 })).toBe('accepted');
    const nextReportId = await startReport();
    expect(await finishReport(nextReportId, { good: 4, scrap: 1, scrapReasonId: trialCutId })).toBe(
      'accepted',
    );
    const recordFields = {
      processId,
      people: [{ employeeId, ratio: 100 }],
      good: 1,
      scrap: 1,
      minutes: 5,
      endedAt: getIsoTimeAgo(minutesAgo - 20),
    };
    const { body } = await access.admin.ask('/mes/report/record', recordFields);
    expect(getErrorCode(body)).toBe('fieldsInvalid');
    const recordAnswer = await access.admin.send<{ reportId: number }>('/mes/report/record', {
      ...recordFields,
      scrapReasonId: trialCutId,
    });
    expect((await readReport(recordAnswer.reportId)).scrapReasonId).toBe(trialCutId);
    await access.admin.send('/mes/system/params/form/delete', { ids: [setting.id] });
  });

  test('cannot be deleted while a report names it', async () => {
    const { body } = await access.admin.ask('/mes/system/classify/delete', { ids: [trialCutId] });
    expect(getErrorCode(body)).toBe('inUse');
  });
});
