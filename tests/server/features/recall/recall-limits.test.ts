import { beforeAll, expect, test } from 'vitest';
import type { BackwardTrace, ForwardTrace } from '#shared/quality/recall.ts';
import { createBracketOrders } from '#tests/support/bracket-orders.ts';
import { createCardFloor, type CardFloor } from '#tests/support/card-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, getIsoTimeAgo, type TestFactory } from '#tests/support/floor.ts';
import { GOOD_VALUES, makeInspectionCalls } from '#tests/support/inspection-floor.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { finishWork, startWorkByNewPerson } from '#tests/support/reports.ts';

describeForEachDatabase('a recall reaches only', (database) => {
  let factory: TestFactory;
  let floor: CardFloor;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    floor = createCardFloor(factory);
  });
  const traceForward = (fields: Record<string, unknown>) =>
    factory.call<ForwardTrace>('/mes/quality/recall/forward', fields);
  const traceCard = ({ code }: { code: string }) => traceForward({ origin: 'card', code });
  const traceBackward = ({ code }: { code: string }) =>
    factory.call<BackwardTrace>('/mes/quality/recall/backward', { code });
  const listReachedParts = ({ rows }: ForwardTrace) => [...new Set(rows.map(({ partId }) => partId))];
  const listSteps = ({ genealogy }: Pick<ForwardTrace, 'genealogy'>) =>
    genealogy.edges.map(({ step, quantity }) => [step, quantity]);
  const reverse = (reportId: number) =>
    factory.call('/mes/report/reverse', { reportId, reason: 'Wrong order' });
  const addDevice = async () =>
    (
      await factory.call<{ id: number }>('/mes/system/basic/device/save', {
        code: makeUniqueText('D'),
        name: 'Lathe',
      })
    ).id;

  test('the scrapped pieces, not those that replace them', async () => {
    const order = await floor.createOrder(10, ['Turning']);
    const [turning] = order.processIds as [number];
    const origin = await floor.getOnlyCard(order);
    const reportId = await floor.work(turning, 8, origin.id, { scrap: 2 });
    const { cards } = await factory.call<{ cards: { code: string }[] }>('/mes/process/loss/answer', {
      ...{ processId: turning, answer: 'replenish', quantity: 2, reason: 'Bar too short' },
    });
    const forward = await traceCard(origin);
    expect(forward).toMatchObject({ found: 10, expected: 10 });
    expect(listSteps(forward)).toEqual([]);
    const backward = await traceBackward(cards[0]!);
    expect(backward.reports).toEqual([]);
    expect(listSteps(backward)).toEqual([]);
    expect((await traceBackward(origin)).reports.map((report) => report.reportId)).toEqual([reportId]);
  });

  test('no piece of a report that was reversed', async () => {
    const order = await floor.createOrder(10, ['Turning']);
    const [processId] = order.processIds as [number];
    const deviceId = await addDevice();
    const { reportId } = await startWorkByNewPerson(factory, processId, 4, { deviceId });
    expect((await traceForward({ origin: 'device', deviceId })).partCount).toBe(1);
    await finishWork(factory.call, reportId, 3);
    // The trace shows the 3 pieces that were reported, not the 4 that were started.
    expect(listSteps(await traceForward({ origin: 'device', deviceId }))).toEqual([['workedOn', 3]]);
    await reverse(reportId);
    expect(await traceForward({ origin: 'device', deviceId })).toMatchObject({ rows: [], partCount: 0 });
    expect((await traceBackward(await floor.getOnlyCard(order))).reports).toEqual([]);
  });

  test('the order on which a barcode was reported in the end', async () => {
    const makeMarked = () =>
      factory.createOrder(2, [
        { name: 'Mark', reportWay: 'byBarcode', barcodeContent: 'RL-####*', barcodeRequired: true },
      ]);
    const [wrongOrder, rightOrder] = [await makeMarked(), await makeMarked()];
    const mark = async ({ processIds }: { processIds: number[] }) => {
      const { reportId } = await startWorkByNewPerson(factory, processIds[0]!, 1);
      await finishWork(factory.call, reportId, 1, { barcodes: [{ barcode: 'RL-0001A' }] });
      return reportId;
    };
    await reverse(await mark(wrongOrder));
    await mark(rightOrder);
    expect(listReachedParts(await traceCard({ code: 'RL-0001A' }))).toEqual([rightOrder.partId]);
  });

  test('what runs until now, although it began before the time span', async () => {
    const order = await floor.createOrder(10, ['Turning']);
    const deviceId = await addDevice();
    await startWorkByNewPerson(factory, order.processIds[0]!, 4, { deviceId });
    const tenMinutesAgo = getIsoTimeAgo(10);
    const trace = await traceForward({ origin: 'device', deviceId, from: tenMinutesAgo });
    expect(listSteps(trace)).toEqual([['workedOn', 4]]);
    expect(await traceForward({ origin: 'device', deviceId, to: getIsoTimeAgo(40) })).toMatchObject({
      partCount: 0,
    });
  });

  test('an assembly that has received pieces, and the part into which a part was combined', async () => {
    const { createBracketOrder, combine, readCards } = await createBracketOrders(factory);
    const order = await createBracketOrder();
    const [keptPart, endedPart] = order.brackets;
    const [endedCard] = await readCards(endedPart.id);
    await combine(keptPart, [endedPart]);
    const forward = await traceCard(endedCard!);
    expect(listReachedParts(forward)).toEqual([keptPart.id]);
    expect(listSteps(forward)).toEqual([['partsMerged', 10]]);
    const [keptCard] = await readCards(keptPart.id);
    expect(listSteps(await traceBackward(keptCard!))).toEqual([['partsMerged', 10]]);
    for (const processId of keptPart.processIds) await floor.work(processId, 30);
    expect(listReachedParts(await traceCard(endedCard!))).toEqual([keptPart.id]);
    await factory.call('/mes/report/receive', { processId: order.frameProcessId, quantity: 1 });
    expect(listReachedParts(await traceCard(endedCard!)).sort()).toEqual([order.frameId, keptPart.id].sort());
  });

  test('inspections that were not cancelled', async () => {
    const inspections = makeInspectionCalls(factory);
    const inspected = await inspections.addInspectedProcess();
    const inspection = await inspections.begin(inspected);
    await inspections.enter(inspection, GOOD_VALUES);
    const [card] = await floor.listCards(inspected.partId);
    expect((await traceBackward(card!)).measurements).toHaveLength(1);
    await inspections.move(inspection, 'cancel', { reason: 'Wrong piece' });
    expect((await traceBackward(card!)).measurements).toEqual([]);
  });

  test('cards that it can hold: an exception takes pieces from one card or from all', async () => {
    const order = await floor.createOrder(12, ['Turning', 'Milling']);
    const [turning] = order.processIds as [number];
    const [first, cardToSplit] = await floor.split((await floor.getOnlyCard(order)).id, 4);
    const [second, third] = await floor.split(cardToSplit!.id, 4);
    for (const card of [first!, second!, third!]) await floor.work(turning, 4, card.id);
    const listHolds = async (card: { code: string }) =>
      (await traceCard(card)).rows.map(({ place, quantity, hold }) => [
        place,
        quantity,
        hold?.source ?? null,
      ]);
    expect(await listHolds(first!)).toEqual([['waiting', 4, 'good']]);
    expect(await listHolds(cardToSplit!)).toEqual([['waiting', 8, null]]);
  });

  test('the materials of the card, not those of its sister', async () => {
    const { code: factoryCode } = await factory.connection.db
      .selectFrom('factory')
      .select('code')
      .where('id', '=', factory.factoryId)
      .executeTakeFirstOrThrow();
    const code = makeUniqueText('RING');
    const save = (path: string, fields: Record<string, unknown>) =>
      factory.call<{ id: number; version: number }>(path, fields);
    const ring = await save('/mes/system/basic/material/save', { code, name: 'Ring' });
    const order = await factory.createOrder(10, [
      { name: 'Fit', reportWay: 'byMaterialOutBarcode', manMachineRatio: 0.01 },
    ]);
    const { version } = await factory.call<{ version: number }>('/mes/order/part/get', { id: order.partId });
    await save('/mes/order/part/save', {
      ...{ id: order.partId, version, materials: [{ materialId: ring.id, plannedQuantity: 10 }] },
    });
    const [first, second] = await floor.split((await floor.getOnlyCard(order)).id, 4);
    const { reportId } = await startWorkByNewPerson(factory, order.processIds[0]!, 4, { cardId: first!.id });
    await finishWork(factory.call, reportId, 4, {
      materials: [{ barcode: `${factoryCode}|MATERIAL|${code}`, quantity: 4 }],
    });
    const listMaterials = async (card: { code: string }) =>
      (await traceBackward(card)).materials.map(({ materialId, quantity }) => [materialId, quantity]);
    expect(await listMaterials(first!)).toEqual([[ring.id, 4]]);
    expect(await listMaterials(second!)).toEqual([]);
  });
});
