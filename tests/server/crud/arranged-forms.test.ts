import { beforeAll, expect, it } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { getIsoTimeAgo, createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { readRefusal } from '#tests/support/read-refusal.ts';

type VersionedRow = { id: number; version: number } & Record<string, unknown>;
interface FieldSetting {
  field: string;
  shown?: boolean;
  required?: boolean;
  initial?: string | null;
}

describeForEachDatabase('The form settings of a factory', (database) => {
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });

  let codeCount = 0;
  const postForm = <T = VersionedRow>(path: string, fields: Record<string, unknown>) =>
    factory.call<T>(`/mes/${path}`, fields);
  const settingsByForm = new Map<string, VersionedRow>();
  const saveFormSettings = async (form: string, fields: FieldSetting[]) => {
    const currentSettings = settingsByForm.get(form);
    const savedSetting = await postForm('system/params/form/save', {
      form,
      fields,
      ...(currentSettings ? { id: currentSettings.id, version: currentSettings.version } : {}),
    });
    settingsByForm.set(form, savedSetting);
    return savedSetting;
  };
  const resetForm = async (form: string) => {
    const currentSettings = settingsByForm.get(form);
    if (currentSettings) await postForm('system/params/form/delete', { ids: [currentSettings.id] });
    settingsByForm.delete(form);
  };
  const addOrder = (fields: Record<string, unknown> = {}) =>
    postForm('order/save', { code: `A${codeCount++}`, name: 'Order', quantity: 1, ...fields });
  const addClassification = async (classId: string) =>
    (await postForm('system/classify/save', { classId, code: `C${codeCount++}`, name: `Word ${codeCount}` }))
      .id;

  it('decide which fields an order requires, and give it default values', async () => {
    const orderTypeId = await addClassification('orderType');
    await saveFormSettings('workOrder', [
      { field: 'purchasingOrder', required: true },
      { field: 'priority', shown: false, initial: '2' },
      { field: 'orderTypeId', shown: false, initial: String(orderTypeId) },
    ]);
    expect(await readRefusal(addOrder())).toEqual(['fieldsInvalid', 'purchasingOrder']);
    const savedOrder = await addOrder({ purchasingOrder: 'PO-1' });
    expect([savedOrder['priority'], savedOrder['orderTypeId']]).toEqual([2, orderTypeId]);
    expect((await addOrder({ purchasingOrder: 'PO-2', priority: 7 }))['priority']).toBe(7);
    // A save keeps omitted fields, but refuses an empty value for a required field.
    const { id, version } = savedOrder;
    expect(await readRefusal(postForm('order/save', { id, version, purchasingOrder: '' }))).toEqual([
      'fieldsInvalid',
      'purchasingOrder',
    ]);
    expect(await readRefusal(postForm('order/save', { id, version, name: 'Other' }))).toEqual(['accepted']);
    // The server ignores an initial value whose row has been deleted.
    await factory.connection.db
      .updateTable('classification')
      .set({ deletedAt: new Date().toISOString() })
      .where('id', '=', orderTypeId)
      .execute();
    expect((await addOrder({ purchasingOrder: 'PO-3' }))['orderTypeId']).toBeNull();
    await resetForm('workOrder');
    expect((await addOrder())['priority']).toBe(5);
  });

  it('cannot hide a required field, and refuse unknown fields by name', async () => {
    const readPartRefusal = (fields: FieldSetting[]) => readRefusal(saveFormSettings('part', fields));
    expect(await readPartRefusal([{ field: 'code', shown: false }])).toEqual([
      'fieldsInvalid',
      'fields[0].shown',
    ]);
    expect(await readPartRefusal([{ field: 'orderId' }])).toEqual(['fieldsInvalid', 'fields[0].field']);
    expect(await readPartRefusal([{ field: 'spec' }, { field: 'spec' }])).toEqual([
      'fieldsInvalid',
      'fields[1].field',
    ]);
    expect(await readPartRefusal([{ field: 'source', initial: 'steal' }])).toEqual([
      'fieldsInvalid',
      'fields[0].initial',
    ]);
    expect(await readPartRefusal([{ field: 'code', initial: 'P-1' }])).toEqual(['accepted']);
    await resetForm('part');
    const clerk = await factory.createPerson('Clerk', ['WORK_ORDER']);
    expect(await readRefusalCode(clerk.call('/mes/system/params/form/page', {}))).toBe('accepted');
    expect(
      await readRefusalCode(
        clerk.call('/mes/system/params/form/save', { form: 'part', fields: [{ field: 'spec' }] }),
      ),
    ).toBe('noPermission');
  });

  it('can require the error class when work ends with bad pieces', async () => {
    const errorClassId = await addClassification('errorClass');
    await saveFormSettings('workReport', [
      { field: 'errorClassId', required: true },
      { field: 'remark', shown: false, initial: 'by the book' },
      { field: 'deviceId', required: true },
    ]);
    const { processIds } = await factory.createOrder(10, ['Turn']);
    const startReport = (fields: Record<string, unknown> = {}) =>
      postForm<{ reportId: number }>('report/start', {
        processId: processIds[0],
        quantity: 5,
        at: getIsoTimeAgo(20),
        ...fields,
      });
    expect(await readRefusal(startReport())).toEqual(['fieldsInvalid', 'deviceId']);
    const device = await postForm('system/basic/device/save', { code: `M${codeCount++}`, name: 'Lathe' });
    const { reportId } = await startReport({ deviceId: device.id });
    const readFinishRefusal = (fields: Record<string, unknown>) =>
      readRefusal(postForm('report/finish', { reportId, ...fields }));
    expect(await readFinishRefusal({ good: 4, scrap: 1 })).toEqual(['fieldsInvalid', 'errorClassId']);
    const regionId = await addClassification('region');
    expect(await readFinishRefusal({ good: 4, scrap: 1, errorClassId: regionId })).toEqual([
      'fieldsInvalid',
      'errorClassId',
    ]);
    expect(await readFinishRefusal({ good: 4, scrap: 1, errorClassId, at: getIsoTimeAgo(10) })).toEqual([
      'accepted',
    ]);
    const report = await postForm('report/get', { id: reportId });
    expect(report['remark']).toBe('by the book');
    // Without bad pieces, the error class is not required.
    const nextReport = await startReport({ deviceId: device.id, at: getIsoTimeAgo(5) });
    expect(await readRefusal(postForm('report/finish', { reportId: nextReport.reportId, good: 5 }))).toEqual([
      'accepted',
    ]);
    await resetForm('workReport');
  });
});
