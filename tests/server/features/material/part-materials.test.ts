import { beforeAll, expect, test } from 'vitest';
import type { PartMaterials } from '#shared/reporting/issued-materials.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createTestFactory,
  readRefusalCode,
  RefusedCallError,
  type CallFunction,
  type TestFactory,
} from '#tests/support/floor.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { finishWork, startWorkByNewPerson } from '#tests/support/reports.ts';

interface PlannedLine {
  materialId: number;
  plannedQuantity: number | null;
}

describeForEachDatabase('the materials of a part', (database) => {
  let factory: TestFactory;
  let factoryCode: string;
  let steel: { id: number; code: string };
  let ring: { id: number; code: string };
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    const { db } = factory.connection;
    const row = await db
      .selectFrom('factory')
      .select('code')
      .where('id', '=', factory.factoryId)
      .executeTakeFirstOrThrow();
    factoryCode = row.code;
    steel = await addMaterial('Steel', { defaultQuantity: 2.5, standardPrice: 4 });
    ring = await addMaterial('Ring');
  });

  async function addMaterial(name: string, fields: Record<string, unknown> = {}) {
    const code = makeUniqueText('M');
    const { id } = await factory.call<{ id: number }>('/mes/system/basic/material/save', {
      code,
      name,
      ...fields,
    });
    return { id, code };
  }
  const readPart = (id: number) =>
    factory.call<{ id: number; version: number; materials: PlannedLine[] }>('/mes/order/part/get', { id });
  async function planMaterials(partId: number, materials: Partial<PlannedLine>[]): Promise<PlannedLine[]> {
    const { version } = await readPart(partId);
    await factory.call('/mes/order/part/save', { id: partId, version, materials });
    return (await readPart(partId)).materials;
  }
  const listQuantities = (lines: readonly PlannedLine[]) =>
    lines.map(({ materialId, plannedQuantity }) => [materialId, plannedQuantity]);
  /** Makes an order whose work is reported by material-out barcode. The part plans 25 steel and 10 rings. */
  async function makeProcessWithMaterials(quantity = 10) {
    const order = await factory.createOrder(quantity, [{ name: 'Fit', reportWay: 'byMaterialOutBarcode' }]);
    await planMaterials(order.partId, [
      { materialId: steel.id, plannedQuantity: 25 },
      { materialId: ring.id, plannedQuantity: 10 },
    ]);
    return { ...order, processId: order.processIds[0]! };
  }
  const startProcess = async (processId: number, quantity = 5) =>
    (await startWorkByNewPerson(factory, processId, quantity)).reportId;
  const formatLabel = (code: string) => `${factoryCode}|MATERIAL|${code}`;
  const finishReport = (
    reportId: number,
    materials: { barcode: string; quantity: number | string }[],
    good = 1,
  ) => finishWork(factory.call, reportId, good, { materials });
  const readMaterials = (partId: number, call: CallFunction = factory.call) =>
    call<PartMaterials>('/mes/order/part/materials', { partId });
  const readIssuedQuantities = async (partId: number) =>
    (await readMaterials(partId)).materials.map(({ planned, issued }) => [planned, issued]);
  const readCallRefusal = (call: Promise<unknown>): Promise<RefusedCallError> =>
    call.then(
      () => Promise.reject(new Error('The call was not refused')),
      (error: unknown) => (error instanceof RefusedCallError ? error : Promise.reject(error as Error)),
    );

  test('a material without a quantity gets its default for each piece; one without a default needs a quantity', async () => {
    const { partId } = await factory.createOrder(4, ['Cut']);
    expect(listQuantities(await planMaterials(partId, [{ materialId: steel.id }]))).toEqual([[steel.id, 10]]);
    expect((await readCallRefusal(planMaterials(partId, [{ materialId: ring.id }]))).fields).toHaveProperty(
      'materials[0].plannedQuantity',
    );
    const repeatedMaterials = [
      { materialId: ring.id, plannedQuantity: 1 },
      { materialId: ring.id, plannedQuantity: 2 },
    ];
    expect((await readCallRefusal(planMaterials(partId, repeatedMaterials))).fields).toHaveProperty(
      'materials[1].materialId',
    );
    expect(listQuantities((await readPart(partId)).materials)).toEqual([[steel.id, 10]]);
  });

  test('copying, splitting and merging orders scale, divide and add up what their parts plan', async () => {
    const { id, version, partId } = await makeProcessWithMaterials(10);
    const readOnlyPart = async (orderId: number) => {
      const { rows } = await factory.call<{ rows: { id: number }[] }>('/mes/order/part/page', {
        filter: JSON.stringify({ orderId }),
      });
      return listQuantities((await readPart(rows[0]!.id)).materials);
    };
    const copy = await factory.call<{ id: number }>('/mes/order/copy', {
      id,
      code: makeUniqueText(),
      quantity: 4,
    });
    expect(await readOnlyPart(copy.id)).toEqual([
      [steel.id, 10],
      [ring.id, 4],
    ]);
    const newOrder = await factory.call<{ id: number }>('/mes/order/split', {
      id,
      version,
      code: makeUniqueText(),
      quantity: 3,
    });
    expect(await readOnlyPart(newOrder.id)).toEqual([
      [steel.id, 7.5],
      [ring.id, 3],
    ]);
    expect(listQuantities((await readPart(partId)).materials)).toEqual([
      [steel.id, 17.5],
      [ring.id, 7],
    ]);
    const [source, other] = await Promise.all(
      [id, newOrder.id].map((orderId) =>
        factory.call<{ id: number; version: number }>('/mes/order/get', { id: orderId }),
      ),
    );
    await factory.call('/mes/order/merge', {
      id,
      version: source!.version,
      orders: [{ id: other!.id, version: other!.version }],
    });
    expect(listQuantities((await readPart(partId)).materials)).toEqual([
      [steel.id, 25],
      [ring.id, 10],
    ]);
  });

  test('a report by material-out barcode issues what is scanned, and its reversal takes it back', async () => {
    const { processId, partId } = await makeProcessWithMaterials();
    const reportId = await startProcess(processId);
    await finishReport(reportId, [
      { barcode: formatLabel(steel.code), quantity: 2.5 },
      { barcode: ring.code.toLowerCase(), quantity: 1 },
    ]);
    expect(await readIssuedQuantities(partId)).toEqual([
      [25, 2.5],
      [10, 1],
    ]);
    const report = await factory.call<{ materials: object[] }>('/mes/report/get', { id: reportId });
    expect(report.materials).toMatchObject([
      { materialId: steel.id, quantity: 2.5, beyondPlan: false },
      { materialId: ring.id, quantity: 1, beyondPlan: false },
    ]);
    await factory.call('/mes/report/reverse', { reportId, reason: 'Wrong lot' });
    expect(await readIssuedQuantities(partId)).toEqual([
      [25, 0],
      [10, 0],
    ]);
    const { issues } = await readMaterials(partId);
    expect(issues.map(({ quantity, isReversal, isReversed }) => [quantity, isReversal, isReversed])).toEqual([
      [-1, true, false],
      [-2.5, true, false],
      [1, false, true],
      [2.5, false, true],
    ]);
  });

  test('unknown materials, materials that the part does not plan, foreign labels and a quantity of zero are refused', async () => {
    const { processId, partId } = await makeProcessWithMaterials();
    const reportId = await startProcess(processId);
    const otherMaterial = await addMaterial('Brass');
    const makeMaterial = (barcode: string, quantity: number | string = 1) =>
      readCallRefusal(finishReport(reportId, [{ barcode, quantity }]));
    const unplannedMaterial = await makeMaterial(formatLabel(otherMaterial.code));
    expect([unplannedMaterial.code, unplannedMaterial.params]).toEqual([
      'materialNotPlanned',
      { name: 'Brass', part: 'Part', planned: 'Steel, Ring' },
    ]);
    expect((await makeMaterial('NOTHING')).code).toBe('materialUnknown');
    expect((await makeMaterial(`OTHER|MATERIAL|${steel.code}`)).code).toBe('barcodeOtherFactory');
    expect((await makeMaterial(`${factoryCode}|CARD|${steel.code}`)).code).toBe('barcodeFormat');
    for (const quantity of [0, -1, 'x'])
      expect((await makeMaterial(formatLabel(steel.code), quantity)).fields).toHaveProperty(
        'materials[0].quantity',
      );
    const missing = await readCallRefusal(finishReport(reportId, []));
    expect([missing.code, Object.keys(missing.fields)]).toEqual(['materialScanMissing', ['materials']]);
    expect(await readIssuedQuantities(partId)).toEqual([
      [25, 0],
      [10, 0],
    ]);
  });

  test('more than planned is issued and marked, also within one report; later reports need no further scan', async () => {
    const { processId, partId } = await makeProcessWithMaterials();
    const reportId = await startProcess(processId);
    await finishReport(reportId, [
      { barcode: ring.code, quantity: 10 },
      { barcode: ring.code, quantity: 0.5 },
    ]);
    const { materials } = await factory.call<{ materials: { beyondPlan: boolean }[] }>('/mes/report/get', {
      id: reportId,
    });
    expect(materials.map(({ beyondPlan }) => beyondPlan)).toEqual([false, true]);
    expect(await readIssuedQuantities(partId)).toEqual([
      [25, 0],
      [10, 10.5],
    ]);
    await finishReport(await startProcess(processId, 1), []);
  });

  test('undoing the end of a report takes the materials back, and the work goes on', async () => {
    const { processId, partId } = await makeProcessWithMaterials();
    const { call } = await factory.createPerson('Fitter', ['TASK_REPORT']);
    const { reportId } = await call<{ reportId: number }>('/mes/report/record', {
      processId,
      good: 1,
      minutes: 5,
      materials: [{ barcode: steel.code, quantity: 2 }],
    });
    await call('/mes/report/undo', { reportId, reopen: true });
    expect((await readIssuedQuantities(partId))[0]).toEqual([25, 0]);
  });

  test('is issued and taken back by hand by whoever may, once each, and not what a report has issued', async () => {
    const { processId, partId, id, version } = await makeProcessWithMaterials();
    const storekeeper = await factory.createPerson('Storekeeper', ['WORK_ORDER', 'MATERIAL_ISSUE']);
    const planner = await factory.createPerson('Planner', ['WORK_ORDER', 'WORK_ORDER_MODIFY']);
    const issueMaterial = (call: CallFunction, fields: Record<string, unknown>) =>
      call<PartMaterials>('/mes/order/part/issueMaterial', { partId, quantity: 1, ...fields });
    expect(await readRefusalCode(issueMaterial(planner.call, { materialId: ring.id }))).toBe('noPermission');
    const brass = await addMaterial('Brass');
    expect(await readRefusalCode(issueMaterial(storekeeper.call, { materialId: brass.id }))).toBe(
      'materialNotPlanned',
    );
    expect(await readRefusalCode(issueMaterial(storekeeper.call, { materialId: ring.id, quantity: 0 }))).toBe(
      'fieldsInvalid',
    );
    const { materials, issues } = await issueMaterial(storekeeper.call, {
      materialId: ring.id,
      quantity: 11,
    });
    expect(materials[1]).toMatchObject({ planned: 10, issued: 11 });
    expect(issues[0]).toMatchObject({
      quantity: 11,
      beyondPlan: true,
      byName: 'Storekeeper',
      reportId: null,
    });
    expect(await readMaterials(partId, planner.call)).toMatchObject({ issues: [{ quantity: 11 }] });

    const reverseIssue = (issueId: number) =>
      storekeeper.call<PartMaterials>('/mes/order/part/reverseIssue', { issueId, reason: 'Counted wrongly' });
    const codes = await Promise.all([1, 2].map(() => readRefusalCode(reverseIssue(issues[0]!.id))));
    expect(codes.sort()).toEqual(['accepted', 'issueReversed']);
    await finishReport(await startProcess(processId), [{ barcode: steel.code, quantity: 1 }]);
    const reportIssue = (await readMaterials(partId)).issues[0]!;
    expect(await readRefusalCode(reverseIssue(reportIssue.id))).toBe('issueOfReport');
    expect(await readIssuedQuantities(partId)).toEqual([
      [25, 1],
      [10, 0],
    ]);
    const refusal = await readCallRefusal(
      planMaterials(partId, [{ materialId: ring.id, plannedQuantity: 1 }]),
    );
    expect([refusal.code, refusal.params]).toEqual(['materialWasIssued', { name: 'Steel', quantity: 1 }]);
    const order = await factory.call<{ version: number }>('/mes/order/get', { id });
    expect(order.version).toBeGreaterThan(version - 1);
    await factory.call('/mes/order/close', { id, version: order.version });
    expect(await readRefusalCode(issueMaterial(storekeeper.call, { materialId: ring.id }))).toBe(
      'orderState',
    );
  });

  test('a report and an issue by hand at once both count, and the second one is marked', async () => {
    const { processId, partId } = await makeProcessWithMaterials();
    const reportId = await startProcess(processId);
    await Promise.all([
      finishReport(reportId, [{ barcode: ring.code, quantity: 6 }]),
      factory.call('/mes/order/part/issueMaterial', { partId, materialId: ring.id, quantity: 6 }),
    ]);
    const { materials, issues } = await readMaterials(partId);
    expect(materials[1]).toMatchObject({ issued: 12 });
    expect(issues.map(({ beyondPlan }) => beyondPlan)).toEqual([true, false]);
  });

  test('a material label that is scanned alone says where it is scanned', async () => {
    expect(await readRefusalCode(factory.call('/mes/floor/scan', { code: formatLabel(steel.code) }))).toBe(
      'materialScannedAlone',
    );
  });
});
