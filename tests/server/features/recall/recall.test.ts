import { beforeAll, expect, test } from 'vitest';
import type { BatchAnswer } from '#shared/answers/batch.ts';
import type { BackwardTrace, ForwardTrace } from '#shared/quality/recall.ts';
import type { PartMaterials } from '#shared/reporting/issued-materials.ts';
import { createCardFloor, type CardFloor } from '#tests/support/card-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, getIsoTimeAgo, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { GOOD_VALUES, makeInspectionCalls } from '#tests/support/inspection-floor.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { makeOutsourcingCalls } from '#tests/support/outsourcing-calls.ts';
import { finishWork, startWorkByNewPerson } from '#tests/support/reports.ts';

describeForEachDatabase('recalls', (database) => {
  let factory: TestFactory;
  let floor: CardFloor;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    floor = createCardFloor(factory);
    pump = await makePumps();
  });

  const save = async (path: string, fields: Record<string, unknown>) =>
    (await factory.call<{ id: number }>(`/mes/${path}/save`, fields)).id;
  const addMaster = (name: string, fields: Record<string, unknown> = {}) =>
    save(`system/basic/${name}`, { code: makeUniqueText('R'), name, ...fields });
  const traceForward = (fields: Record<string, unknown>) =>
    factory.call<ForwardTrace>('/mes/quality/recall/forward', fields);
  const traceBackward = (fields: Record<string, unknown>) =>
    factory.call<BackwardTrace>('/mes/quality/recall/backward', fields);
  const traceCard = (cardId: number) => traceForward({ origin: 'card', cardId });
  /** Lists the places of a part as [place, process, quantity]. */
  const listPlaces = ({ rows }: ForwardTrace, partId: number) =>
    rows
      .filter((row) => row.partId === partId)
      .map(({ place, processName, quantity }) => [place, processName, quantity]);
  const splitInTwo = async (cardId: number, quantity: number) => {
    const [first, second] = await floor.split(cardId, quantity);
    return [first!, second!] as const;
  };
  const record = async (processId: number, good: number) => {
    const { employeeId } = await factory.createPerson('Idle', []);
    return factory.call('/mes/report/record', { processId, good, minutes: 1, people: [{ employeeId }] });
  };

  /** Makes 10 pumps with two bushes in each. The 20 bushes are in all places in which pieces can be. */
  async function makePumps() {
    const order = await factory.createOrder(10, ['Assembly']);
    const steelId = await addMaster('material');
    const ringId = await addMaster('material');
    const bushId = await save('order/part', {
      ...{ orderId: order.id, parentId: order.partId, code: 'B', name: 'Bush', quantity: 20, quantityPer: 2 },
      materials: [steelId, ringId].map((materialId) => ({ materialId, plannedQuantity: 12 })),
    });
    const addProcess = async (seq: number, name: string, craft: Record<string, unknown> = {}) =>
      save('process', {
        ...{ partId: bushId, seq, leapfrog: true },
        craftId: await save('system/basic/crafts', { code: makeUniqueText('C'), name, ...craft }),
      });
    const turning = await addProcess(10, 'Turn', {
      reportWay: 'byProductionParameters',
      productionParameters: [{ code: 'D', name: 'Diameter', unit: 'mm', lowerLimit: 19, upperLimit: 20 }],
    });
    const milling = await addProcess(20, 'Mill');
    const grinding = await addProcess(30, 'Grind');
    await factory.call('/mes/order/part/issueMaterial', {
      ...{ partId: bushId, materialId: steelId, quantity: 12 },
    });
    const deviceId = await addMaster('device');
    const turner = await factory.createPerson('Turner', []);
    const { reportId } = await factory.call<{ reportId: number }>('/mes/report/start', {
      ...{ processId: turning, quantity: 18, at: getIsoTimeAgo(30), deviceId },
      people: [{ employeeId: turner.employeeId }],
    });
    await finishWork(factory.call, reportId, 16, {
      ...{ scrap: 1, rework: 1, parameters: [{ code: 'D', value: 20.5 }] },
    });
    await factory.call('/mes/quality/raise', { processId: turning, source: 'good', quantity: 2 });
    await record(milling, 8);
    const outsourcing = makeOutsourcingCalls(factory.call);
    const { id: supplierId } = await outsourcing.addSupplier();
    const shipment = await outsourcing.order(supplierId, { [milling]: 3 });
    await outsourcing.send(shipment.id, { [milling]: 3 });
    await record(grinding, 6);
    await startWorkByNewPerson(factory, grinding, 1);
    const shelfId = await addMaster('shelf');
    await factory.call('/mes/warehouse/receive', { partId: bushId, quantity: 1, shelfId });
    await record(order.processIds[0]!, 2);
    await factory.call('/mes/warehouse/receive', { partId: order.partId, quantity: 1, shelfId });
    return { order, bushId, turning, milling, grinding, steelId, ringId, deviceId, turner };
  }
  let pump: Awaited<ReturnType<typeof makePumps>>;

  test('a material is traced to the place of every piece, and the places add up to what the orders make', async () => {
    const { order, bushId, steelId, turning, milling, grinding } = pump;
    const trace = await traceForward({ origin: 'material', materialId: steelId });
    expect(listPlaces(trace, bushId)).toEqual([
      ['scrapped', 'Turn', 1],
      ['inRework', 'Turn', 1],
      ['onHold', 'Turn', 2],
      ['notStarted', 'Turn', 2],
      ['atSupplier', 'Mill', 3],
      ['waiting', 'Mill', 3],
      ['inWork', 'Grind', 1],
      ['waiting', 'Grind', 1],
      ['inWarehouse', 'Grind', 1],
      ['consumed', 'Grind', 4],
      ['finished', 'Grind', 1],
    ]);
    expect(listPlaces(trace, order.partId)).toEqual([
      ['notStarted', 'Assembly', 8],
      ['inWarehouse', 'Assembly', 1],
      ['finished', 'Assembly', 1],
    ]);
    expect(trace).toMatchObject({ partCount: 2, found: 30, expected: 30 });
    expect(trace.milliseconds).toBeGreaterThanOrEqual(0);
    expect(trace.rows.find(({ place }) => place === 'consumed')).toMatchObject({
      assemblyCode: 'P',
      hold: null,
    });
    expect(trace.rows.filter(({ hold }) => hold).map(({ quantity, hold }) => [quantity, hold])).toEqual([
      [1, { processId: order.processIds[0], source: 'good' }],
      [1, { processId: turning, source: 'reworkOpen' }],
      [3, { processId: turning, source: 'good' }],
      [1, { processId: milling, source: 'good' }],
      [1, { processId: grinding, source: 'good' }],
    ]);
  });

  test('an issue of material that was taken back leads to no piece', async () => {
    const { bushId, ringId } = pump;
    const { issues } = await factory.call<PartMaterials>('/mes/order/part/issueMaterial', {
      ...{ partId: bushId, materialId: ringId, quantity: 1 },
    });
    const trace = () => traceForward({ origin: 'material', materialId: ringId });
    expect((await trace()).partCount).toBe(2);
    await factory.call('/mes/order/part/reverseIssue', {
      ...{ issueId: issues[0]!.id, reason: 'Wrong part' },
    });
    expect(await trace()).toMatchObject({ rows: [], partCount: 0, found: 0, expected: 0 });
  });

  test('a device, a person and a process lead to the pieces that they worked on in a time span', async () => {
    const { deviceId, turner, milling } = pump;
    const hourAgo = getIsoTimeAgo(60);
    for (const origin of [
      { origin: 'device', deviceId },
      { origin: 'employee', employeeId: turner.employeeId },
      { origin: 'process', processId: milling },
    ]) {
      expect(await traceForward({ ...origin, from: hourAgo })).toMatchObject({ found: 30, expected: 30 });
      expect(await traceForward({ ...origin, to: hourAgo })).toMatchObject({ rows: [], partCount: 0 });
    }
  });

  test('a card leads to its own pieces, also after it is split and combined', async () => {
    const { combine, work, createOrder, getOnlyCard } = floor;
    const order = await createOrder(30, ['Turning', 'Milling']);
    const [turning] = order.processIds as [number];
    const origin = await getOnlyCard(order);
    const [first, second] = await splitInTwo(origin.id, 10);
    await work(turning, 8, first.id, { scrap: 2 });
    await work(turning, 20, second.id);
    await factory.call('/mes/quality/raise', {
      ...{ processId: turning, source: 'good', quantity: 3, cardId: second.id },
    });
    const listCardPlaces = async (cardId: number) => {
      const trace = await traceCard(cardId);
      expect(trace.found).toBe(trace.expected);
      return listPlaces(trace, order.partId);
    };
    expect(await listCardPlaces(first.id)).toEqual([
      ['scrapped', 'Turning', 2],
      ['waiting', 'Milling', 8],
    ]);
    const ofSecond = [
      ['onHold', 'Turning', 3],
      ['waiting', 'Milling', 17],
    ];
    expect(await listCardPlaces(second.id)).toEqual(ofSecond);
    expect((await traceCard(second.id)).rows[1]).toMatchObject({
      cardCodes: [second.code],
      cardId: second.id,
    });
    const all = [
      ['scrapped', 'Turning', 2],
      ['onHold', 'Turning', 3],
      ['waiting', 'Milling', 25],
    ];
    expect(await listCardPlaces(origin.id)).toEqual(all);
    const combined = await combine(first.id, second.id);
    expect(await listCardPlaces(first.id)).toEqual(all);
    expect(await listCardPlaces(combined.id)).toEqual(all);
  });

  test('one action holds everything that was found, with a verdict for each row', async () => {
    const order = await factory.createOrder(10, ['Turning', 'Milling']);
    const [turning, milling] = order.processIds as [number, number];
    await record(turning, 10);
    await record(milling, 4);
    const card = await floor.getOnlyCard(order);
    const found = await traceCard(card.id);
    const rows = found.rows.map(({ quantity, hold, cardId }, index) => ({
      id: index + 1,
      quantity,
      cardId,
      ...hold!,
    }));
    const tooMany = { ...rows[0]!, id: 3, quantity: 99 };
    const verdicts = await factory.call<BatchAnswer>('/mes/quality/raise/batch', {
      rows: JSON.stringify([...rows, tooMany]),
    });
    expect(verdicts.rows.map(({ answer }) => (answer.success ? 'held' : answer.code))).toEqual([
      'held',
      'held',
      'holdExceedsAvailable',
    ]);
    expect(listPlaces(await traceCard(card.id), order.partId)).toEqual([
      ['onHold', 'Turning', 6],
      ['onHold', 'Milling', 4],
    ]);
  });

  test('a card is traced back to its work, people, devices, materials and measured values', async () => {
    const { order } = pump;
    const card = await floor.getOnlyCard(order);
    const trace = await traceBackward({ cardId: card.id });
    expect(trace.reports.map(({ processName }) => processName)).toEqual(
      expect.arrayContaining(['Turn', 'Mill', 'Grind', 'Assembly']),
    );
    expect(trace.reports.find(({ processName }) => processName === 'Turn')).toMatchObject({
      ...{ people: ['Turner'], deviceName: 'device', good: 16, scrap: 1, rework: 1 },
      parameters: [{ name: 'Diameter', unit: 'mm', value: 20.5, outsideLimits: true }],
    });
    expect(trace.materials).toMatchObject([{ partCode: 'B', materialName: 'material', quantity: 12 }]);
  });

  test('a card is traced back past a split, and not to the work on its sister card', async () => {
    const { work, createOrder, getOnlyCard } = floor;
    const order = await createOrder(10, ['Turning']);
    const [turning] = order.processIds as [number];
    const origin = await getOnlyCard(order);
    const beforeSplit = await work(turning, 4, origin.id);
    const [first, second] = await splitInTwo(origin.id, 4);
    const ofSecond = await work(turning, 6, second.id);
    const listReports = async (cardId: number) =>
      (await traceBackward({ cardId })).reports.map(({ reportId }) => reportId);
    expect(await listReports(first.id)).toEqual([beforeSplit]);
    expect(await listReports(second.id)).toEqual([beforeSplit, ofSecond]);
  });

  test('a barcode and an inspection are found from the piece', async () => {
    const marked = await factory.createOrder(2, [
      { name: 'Mark', reportWay: 'byBarcode', barcodeContent: 'SN-####*', barcodeRequired: true },
    ]);
    const { reportId } = await startWorkByNewPerson(factory, marked.processIds[0]!, 1);
    await finishWork(factory.call, reportId, 1, { barcodes: [{ barcode: 'SN-0001A' }] });
    const trace = await traceBackward({ barcode: 'SN-0001A' });
    expect(trace.reports).toMatchObject([{ reportId, processName: 'Mark', barcodes: ['SN-0001A'] }]);
    const inspections = makeInspectionCalls(factory);
    const inspected = await inspections.addInspectedProcess();
    await inspections.enter(await inspections.begin(inspected), GOOD_VALUES);
    const [card] = await floor.listCards(inspected.partId);
    expect((await traceBackward({ cardId: card!.id })).measurements).toMatchObject([
      { characteristic: 'Diameter', values: [20.01], badCount: 0 },
    ]);
  });

  test('a missing, unknown or foreign origin is refused', async () => {
    const other = await createTestFactory(factory.connection);
    const foreign = await createCardFloor(other).getOnlyCard(await other.createOrder(1, ['Turning']));
    expect(await readRefusalCode(traceForward({ origin: 'device' }))).toBe('fieldsInvalid');
    expect(await readRefusalCode(traceCard(foreign.id))).toBe('rowNotFound');
    expect(await readRefusalCode(traceBackward({ cardId: foreign.id }))).toBe('rowNotFound');
    expect(await readRefusalCode(traceBackward({ barcode: 'SN-9999Z' }))).toBe('rowNotFound');
    expect(await readRefusalCode(traceBackward({}))).toBe('fieldsInvalid');
  });
});
