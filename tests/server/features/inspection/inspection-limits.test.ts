import { beforeAll, expect, test } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { GOOD_VALUES, makeInspectionCalls, type InspectedProcess } from '#tests/support/inspection-floor.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { makeOutsourcingCalls } from '#tests/support/outsourcing-calls.ts';
import { finishWork, startWorkByNewPerson } from '#tests/support/reports.ts';

const AQL_PLAN = [
  { inspectionKind: 'finalInspection', sampling: 'sampleAql', aql: 4, inspectionLevel: 'levelII' },
];
const AQL_LOT = { inspectionKind: 'finalInspection' as const, batchQuantity: 100 };
const THREE_BAD_PIECES = [1, 2, 3].map((sampleNumber) => ({ seq: 10, sampleNumber, value: 21 }));

describeForEachDatabase('an inspection counts only', (database) => {
  let factory: TestFactory;
  let calls: ReturnType<typeof makeInspectionCalls>;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    calls = makeInspectionCalls(factory);
  });
  const save = <T = { id: number; version: number }>(path: string, fields: Record<string, unknown>) =>
    factory.call<T>(`/mes/${path}/save`, fields);
  /** Adds an order whose process has the craft of another process. By default it is a draft. */
  const addOrderOfCraft = async ({ processId, sipId }: InspectedProcess, partCode: string) => {
    const { craftId } = await factory.call<{ craftId: number }>('/mes/process/get', { id: processId });
    const order = await save('order', { code: makeUniqueText('W'), name: 'Order', quantity: 100 });
    const part = await save('order/part', {
      ...{ orderId: order.id, code: partCode, name: 'Part', quantity: 100 },
    });
    const process = await save('process', { partId: part.id, seq: 10, craftId });
    const release = () => factory.call('/mes/order/release', { id: order.id, version: order.version });
    return { inspected: { processId: process.id, sipId, partId: part.id }, release };
  };
  const listDue = async (processId: number) =>
    (await calls.listDue(processId)).due.map(({ inspectionKind, batchQuantity }) => [
      inspectionKind,
      batchQuantity,
    ]);
  const work = async (processId: number, good: number) => {
    const { reportId } = await startWorkByNewPerson(factory, processId, good);
    await finishWork(factory.call, reportId, good);
    return reportId;
  };
  const failLot = async (inspected: InspectedProcess, fields: Record<string, unknown> = {}) => {
    const inspection = await calls.begin(inspected, { ...AQL_LOT, ...fields });
    await calls.enter(inspection, THREE_BAD_PIECES);
    await calls.conclude(inspection);
    return inspection;
  };
  const beginLot = async (inspected: InspectedProcess) => calls.read(await calls.begin(inspected, AQL_LOT));

  test('one that is open at the same device', async () => {
    const inspected = await calls.addInspectedProcess();
    const addDevice = () => save('system/basic/device', { code: makeUniqueText('D'), name: 'Lathe' });
    const [firstDevice, secondDevice] = [await addDevice(), await addDevice()];
    await calls.begin(inspected, { deviceId: firstDevice.id });
    const code = await readRefusalCode(calls.begin(inspected, { deviceId: firstDevice.id }));
    expect(code).toBe('inspectionOpen');
    await calls.begin(inspected, { deviceId: secondDevice.id });
  });

  test('pieces of an order that was released', async () => {
    const { inspected, release } = await addOrderOfCraft(await calls.addInspectedProcess(), 'P');
    expect(await readRefusalCode(calls.begin(inspected))).toBe('orderState');
    await release();
    expect(await calls.begin(inspected)).toMatchObject({ state: 'inspecting' });
  });

  test('reports that were not reversed', async () => {
    const inspected = await calls.addInspectedProcess([
      { inspectionKind: 'inProcess', everyPieces: 10, sampling: 'sampleFixed', sampleCount: 1 },
    ]);
    const { processId } = inspected;
    const reportId = await work(processId, 10);
    expect(await listDue(processId)).toEqual([['inProcess', 10]]);
    await factory.call('/mes/report/reverse', { reportId, reason: 'Wrong order' });
    expect(await listDue(processId)).toEqual([]);
    await work(processId, 4);
    await calls.begin(inspected, { inspectionKind: 'inProcess', batchQuantity: 4 });
    const { madeQuantity } = await factory.connection.db
      .selectFrom('inspection')
      .select('madeQuantity')
      .where('factoryId', '=', factory.factoryId)
      .where('processId', '=', processId)
      .executeTakeFirstOrThrow();
    expect(madeQuantity).toBe(4);
  });

  test('the minutes of work since the last one', async () => {
    const inspected = await calls.addInspectedProcess([
      { inspectionKind: 'inProcess', everyMinutes: 25, sampling: 'sampleFixed', sampleCount: 1 },
    ]);
    await startWorkByNewPerson(factory, inspected.processId, 5);
    expect(await listDue(inspected.processId)).toEqual([['inProcess', 1]]);
    const inspection = await calls.begin(inspected, { inspectionKind: 'inProcess' });
    await calls.enter(inspection, GOOD_VALUES);
    await calls.conclude(inspection);
    expect(await listDue(inspected.processId)).toEqual([]);
  });

  test('pieces that a supplier has returned, until the return is reversed', async () => {
    const { processId } = await calls.addInspectedProcess([
      { inspectionKind: 'returned', sampling: 'sampleFixed', sampleCount: 1 },
    ]);
    await factory.call('/mes/report/receive', { processId, quantity: 5 });
    const outsourcing = makeOutsourcingCalls(factory.call);
    const { id: supplierId } = await outsourcing.addSupplier();
    const shipment = await outsourcing.order(supplierId, { [processId]: 5 });
    await outsourcing.send(shipment.id, { [processId]: 5 });
    expect(await listDue(processId)).toEqual([]);
    const { movementId } = await outsourcing.return(shipment.id, processId, { good: 3 });
    expect(await listDue(processId)).toEqual([['returned', 3]]);
    await outsourcing.reverse(shipment.id, movementId);
    expect(await listDue(processId)).toEqual([]);
  });

  test('lots of the same part code and procedure', async () => {
    const inspected = await calls.addInspectedProcess(AQL_PLAN);
    for (let count = 0; count < 2; count++) await failLot(inspected);
    const otherPartOrder = await addOrderOfCraft(inspected, 'ANOTHER-PART');
    await otherPartOrder.release();
    expect((await beginLot(otherPartOrder.inspected)).severity).toBe('normalInspection');
    const otherPlanProcess = await calls.addInspectedProcess(AQL_PLAN);
    expect((await beginLot(otherPlanProcess)).severity).toBe('normalInspection');
    expect((await beginLot(inspected)).severity).toBe('tightenedInspection');
  });

  test('lots that are submitted for the first time: not one that is submitted again after it failed', async () => {
    const inspected = await calls.addInspectedProcess(AQL_PLAN);
    const { processId } = inspected;
    await work(processId, 60);
    const failedInspection = await failLot(inspected, { batchQuantity: 60 });
    expect(await listDue(processId)).toEqual([]);
    const secondInspection = await failLot(inspected, {
      batchQuantity: 60,
      resubmitsId: failedInspection.id,
    });
    expect(await calls.read(secondInspection)).toMatchObject({
      resubmits: { id: failedInspection.id },
      severity: 'normalInspection',
    });
    expect(await calls.read(failedInspection)).toMatchObject({
      resubmittedBy: [{ id: secondInspection.id }],
      resubmission: null,
    });
    await work(processId, 20);
    expect(await listDue(processId)).toEqual([['finalInspection', 20]]);
    const second = await calls.begin(inspected, AQL_LOT);
    expect((await calls.read(second)).severity).toBe('normalInspection');
    await calls.enter(second, THREE_BAD_PIECES);
    await calls.conclude(second);
    expect((await beginLot(inspected)).severity).toBe('tightenedInspection');
  });

  test('a lot again that has failed, once, and with no more pieces than before', async () => {
    const inspected = await calls.addInspectedProcess([...AQL_PLAN, { inspectionKind: 'firstArticle' }]);
    const begin = (resubmitsId: number, fields: Record<string, unknown> = {}, process = inspected) =>
      calls.begin(process, { ...AQL_LOT, batchQuantity: 50, resubmitsId, ...fields });
    const openInspection = await calls.begin(inspected, AQL_LOT);
    expect(await readRefusalCode(begin(openInspection.id))).toBe('inspectionNotFailed');
    await calls.enter(openInspection, THREE_BAD_PIECES);
    await calls.conclude(openInspection);
    expect(await calls.read(openInspection)).toMatchObject({ resubmission: { sipId: inspected.sipId } });
    expect(await readRefusalCode(begin(openInspection.id, { inspectionKind: 'firstArticle' }))).toBe(
      'inspectionNotFailed',
    );
    const other = await calls.addInspectedProcess(AQL_PLAN);
    expect(await readRefusalCode(begin(openInspection.id, {}, other))).toBe('inspectionNotFailed');
    const smallLot = await failLot(inspected, { batchQuantity: 50 });
    expect(await readRefusalCode(begin(smallLot.id, { batchQuantity: 51 }))).toBe('fieldsInvalid');
    const nextInspection = await begin(openInspection.id);
    expect(await readRefusalCode(begin(openInspection.id))).toBe('resubmittedAlready');
    await calls.move(nextInspection, 'cancel', { reason: 'Not sorted yet' });
    await begin(openInspection.id);
  });

  test('every piece after five lots were not accepted on tightened inspection', async () => {
    const inspected = await calls.addInspectedProcess(AQL_PLAN);
    for (let count = 0; count < 6; count++) await failLot(inspected);
    expect((await calls.listDue(inspected.processId)).due).toEqual([]);
    expect((await beginLot(inspected)).sampleCount).toBe(20);
    const [openInspection] = (await calls.listDue(inspected.processId)).open;
    await calls.enter(openInspection!, THREE_BAD_PIECES);
    await calls.conclude(openInspection!);
    expect((await beginLot(inspected)).sampleCount).toBe(100);
  });
});
