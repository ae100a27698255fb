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
  let floor: TestFactory;
  beforeAll(async () => {
    floor = await createTestFactory(await database.open());
  });

  let made = 0;
  const post = <T = VersionedRow>(path: string, fields: Record<string, unknown>) =>
    floor.call<T>(`/mes/${path}`, fields);
  const arranged = new Map<string, VersionedRow>();
  const arrange = async (form: string, fields: FieldSetting[]) => {
    const known = arranged.get(form);
    const saved = await post('system/params/form/save', {
      form,
      fields,
      ...(known ? { id: known.id, version: known.version } : {}),
    });
    arranged.set(form, saved);
    return saved;
  };
  const asItComes = async (form: string) => {
    const known = arranged.get(form);
    if (known) await post('system/params/form/delete', { ids: [known.id] });
    arranged.delete(form);
  };
  const order = (fields: Record<string, unknown> = {}) =>
    post('order/save', { code: `A${made++}`, name: 'Order', quantity: 1, ...fields });
  const word = async (classId: string) =>
    (await post('system/classify/save', { classId, code: `C${made++}`, name: `Word ${made}` })).id;

  it('decide which fields an order requires, and give it default values', async () => {
    const orderTypeId = await word('orderType');
    await arrange('workOrder', [
      { field: 'purchasingOrder', required: true },
      { field: 'priority', shown: false, initial: '2' },
      { field: 'orderTypeId', shown: false, initial: String(orderTypeId) },
    ]);
    expect(await readRefusal(order())).toEqual(['fieldsInvalid', 'purchasingOrder']);
    const begun = await order({ purchasingOrder: 'PO-1' });
    expect([begun['priority'], begun['orderTypeId']]).toEqual([2, orderTypeId]);
    expect((await order({ purchasingOrder: 'PO-2', priority: 7 }))['priority']).toBe(7);
    // A save keeps omitted fields, but refuses an empty value for a required field.
    const { id, version } = begun;
    expect(await readRefusal(post('order/save', { id, version, purchasingOrder: '' }))).toEqual([
      'fieldsInvalid',
      'purchasingOrder',
    ]);
    expect(await readRefusal(post('order/save', { id, version, name: 'Other' }))).toEqual(['accepted']);
    // The server ignores an initial value whose row has been deleted.
    await floor.connection.db
      .updateTable('classification')
      .set({ deletedAt: new Date().toISOString() })
      .where('id', '=', orderTypeId)
      .execute();
    expect((await order({ purchasingOrder: 'PO-3' }))['orderTypeId']).toBeNull();
    await asItComes('workOrder');
    expect((await order())['priority']).toBe(5);
  });

  it('cannot hide a required field, and refuse unknown fields by name', async () => {
    const setting = (fields: FieldSetting[]) => readRefusal(arrange('part', fields));
    expect(await setting([{ field: 'code', shown: false }])).toEqual(['fieldsInvalid', 'fields[0].shown']);
    expect(await setting([{ field: 'orderId' }])).toEqual(['fieldsInvalid', 'fields[0].field']);
    expect(await setting([{ field: 'spec' }, { field: 'spec' }])).toEqual([
      'fieldsInvalid',
      'fields[1].field',
    ]);
    expect(await setting([{ field: 'source', initial: 'steal' }])).toEqual([
      'fieldsInvalid',
      'fields[0].initial',
    ]);
    expect(await setting([{ field: 'code', initial: 'P-1' }])).toEqual(['accepted']);
    await asItComes('part');
    const clerk = await floor.person('Clerk', ['WORK_ORDER']);
    expect(await readRefusalCode(clerk.call('/mes/system/params/form/page', {}))).toBe('accepted');
    expect(
      await readRefusalCode(
        clerk.call('/mes/system/params/form/save', { form: 'part', fields: [{ field: 'spec' }] }),
      ),
    ).toBe('noPermission');
  });

  it('can require the error class when work ends with bad pieces', async () => {
    const errorClassId = await word('errorClass');
    await arrange('workReport', [
      { field: 'errorClassId', required: true },
      { field: 'remark', shown: false, initial: 'by the book' },
      { field: 'deviceId', required: true },
    ]);
    const { processIds } = await floor.order(10, ['Turn']);
    const begin = (fields: Record<string, unknown> = {}) =>
      post<{ reportId: number }>('report/start', {
        processId: processIds[0],
        quantity: 5,
        at: getIsoTimeAgo(20),
        ...fields,
      });
    expect(await readRefusal(begin())).toEqual(['fieldsInvalid', 'deviceId']);
    const device = await post('system/basic/device/save', { code: `M${made++}`, name: 'Lathe' });
    const { reportId } = await begin({ deviceId: device.id });
    const end = (fields: Record<string, unknown>) =>
      readRefusal(post('report/finish', { reportId, ...fields }));
    expect(await end({ good: 4, scrap: 1 })).toEqual(['fieldsInvalid', 'errorClassId']);
    const region = await word('region');
    expect(await end({ good: 4, scrap: 1, errorClassId: region })).toEqual(['fieldsInvalid', 'errorClassId']);
    expect(await end({ good: 4, scrap: 1, errorClassId, at: getIsoTimeAgo(10) })).toEqual(['accepted']);
    const report = await post('report/get', { id: reportId });
    expect(report['remark']).toBe('by the book');
    // Without bad pieces, the error class is not required.
    const next = await begin({ deviceId: device.id, at: getIsoTimeAgo(5) });
    expect(await readRefusal(post('report/finish', { reportId: next.reportId, good: 5 }))).toEqual([
      'accepted',
    ]);
    await asItComes('workReport');
  });
});
