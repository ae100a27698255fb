import { beforeAll, expect, test } from 'vitest';
import type { BatchAnswer } from '#shared/answers/batch.ts';
import type { BackwardTrace, ForwardTrace } from '#shared/quality/recall.ts';
import type { PartMaterials } from '#shared/reporting/issued-materials.ts';
import { createCardFloor, type CardFloor } from '#tests/support/card-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, getIsoTimeAgo, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { GOOD_VALUES, makeInspectionCalls } from '#tests/support/inspection-floor.ts';
import { makePumps, type Pumps } from '#tests/support/pump-places.ts';
import { finishWork, startWorkByNewPerson } from '#tests/support/reports.ts';

describeForEachDatabase('recalls', (database) => {
  let factory: TestFactory;
  let floor: CardFloor;
  let pump: Pumps;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    floor = createCardFloor(factory);
    pump = await makePumps(factory);
  });

  const traceForward = (fields: Record<string, unknown>) =>
    factory.call<ForwardTrace>('/mes/quality/recall/forward', fields);
  const traceBackward = (fields: Record<string, unknown>) =>
    factory.call<BackwardTrace>('/mes/quality/recall/backward', fields);
  const traceCard = ({ code }: { code: string }) => traceForward({ origin: 'card', code });
  /** Lists the places of a part as [place, process, quantity]. */
  const listPlaces = ({ rows }: ForwardTrace, partId: number) =>
    rows
      .filter((row) => row.partId === partId)
      .map(({ place, processName, quantity }) => [place, processName, quantity]);
  /** Lists the edges of a genealogy as 'from step quantity to'. */
  const listEdges = ({ genealogy: { nodes, edges } }: Pick<ForwardTrace, 'genealogy'>) => {
    const codes = new Map(nodes.map(({ key, code }) => [key, code]));
    return edges
      .map(({ from, to, step, quantity }) => `${codes.get(from)} ${step} ${quantity} ${codes.get(to)}`)
      .toSorted();
  };
  const splitInTwo = async (cardId: number, quantity: number) => {
    const [first, second] = await floor.split(cardId, quantity);
    return [first!, second!] as const;
  };

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
    const { code } = trace.subject;
    expect(listEdges(trace)).toEqual([`${code} issuedTo 12 B`, 'B builtInto 4 P'].toSorted());
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
    const trace = await traceForward({ origin: 'device', deviceId });
    expect(trace.subject.name).toBe('device');
    const [firstNode] = trace.genealogy.nodes;
    expect(trace.genealogy.edges[0]).toMatchObject({ from: firstNode!.key, step: 'workedOn', quantity: 18 });
  });

  test('a card leads to its own pieces, also after it is split and combined', async () => {
    const { combine, work, createOrder, getOnlyCard } = floor;
    const order = await createOrder(30, ['Turning', 'Milling']);
    const [turning] = order.processIds as [number];
    const origin = await getOnlyCard(order);
    const [first, second] = await splitInTwo(origin.id, 10);
    await work(turning, 6, first.id, { scrap: 2 });
    await work(turning, 20, second.id);
    await factory.call('/mes/quality/raise', {
      ...{ processId: turning, source: 'good', quantity: 3, cardId: second.id },
    });
    const listCardPlaces = async (card: { code: string }) => {
      const trace = await traceCard(card);
      expect(trace.found).toBe(trace.expected);
      return listPlaces(trace, order.partId);
    };
    expect(await listCardPlaces(first)).toEqual([
      ['scrapped', 'Turning', 2],
      ['notStarted', 'Turning', 2],
      ['waiting', 'Milling', 6],
    ]);
    const placesOfSecondCard = [
      ['onHold', 'Turning', 3],
      ['waiting', 'Milling', 17],
    ];
    expect(await listCardPlaces(second)).toEqual(placesOfSecondCard);
    expect((await traceCard(second)).rows[1]).toMatchObject({
      cardCodes: [second.code],
      cardId: second.id,
    });
    const allPlaces = [
      ['scrapped', 'Turning', 2],
      ['onHold', 'Turning', 3],
      ['notStarted', 'Turning', 2],
      ['waiting', 'Milling', 23],
    ];
    expect(await listCardPlaces(origin)).toEqual(allPlaces);
    const combinedCard = await combine(first.id, second.id);
    expect(await listCardPlaces(first)).toEqual(allPlaces);
    expect(await listCardPlaces(combinedCard)).toEqual(allPlaces);
    expect(listEdges(await traceCard(origin))).toEqual([
      `${origin.code} split 10 ${first.code}`,
      `${origin.code} split 20 ${second.code}`,
      `${first.code} combined 10 ${combinedCard.code}`,
      `${second.code} combined 20 ${combinedCard.code}`,
    ]);
    expect(listEdges(await traceBackward({ code: first.code }))).toEqual([
      `${origin.code} split 10 ${first.code}`,
    ]);
  });

  test('a genealogy with very many cards is cut at the nearest ones, and the table is complete', async () => {
    const order = await floor.createOrder(10_000, ['Turning']);
    const origin = await floor.getOnlyCard(order);
    const cards = await floor.unpack(origin.id, 100);
    for (const card of cards.slice(0, 2)) await floor.unpack(card.id, 100);
    await splitInTwo(cards[2]!.id, 10);
    const trace = await traceCard(origin);
    expect(trace).toMatchObject({ found: 10_000, expected: 10_000, genealogy: { isCut: true } });
    expect(trace.genealogy.edges.length).toBeLessThan(300);
    const nearestSources = trace.genealogy.edges.slice(0, 100).map(({ from }) => from);
    expect(new Set(nearestSources).size).toBe(1);
  });

  test('one action holds everything that was found, with a verdict for each row', async () => {
    const order = await floor.createOrder(10, ['Turning', 'Milling']);
    const [turning, milling] = order.processIds as [number, number];
    await floor.work(turning, 10);
    await floor.work(milling, 4);
    const card = await floor.getOnlyCard(order);
    const foundTrace = await traceCard(card);
    const rows = foundTrace.rows.map(({ quantity, hold, cardId }, index) => ({
      id: index + 1,
      quantity,
      cardId,
      ...hold!,
    }));
    const rowWithTooMany = { ...rows[0]!, id: 3, quantity: 99 };
    const verdicts = await factory.call<BatchAnswer>('/mes/quality/raise/batch', {
      rows: JSON.stringify([...rows, rowWithTooMany]),
    });
    expect(verdicts.rows.map(({ answer }) => (answer.success ? 'held' : answer.code))).toEqual([
      'held',
      'held',
      'holdExceedsAvailable',
    ]);
    expect(listPlaces(await traceCard(card), order.partId)).toEqual([
      ['onHold', 'Turning', 6],
      ['onHold', 'Milling', 4],
    ]);
  });

  test('a card is traced back to its work, people, devices, materials and measured values', async () => {
    const { order } = pump;
    const card = await floor.getOnlyCard(order);
    const trace = await traceBackward({ code: card.code });
    expect(trace.reports.map(({ processName }) => processName)).toEqual(
      expect.arrayContaining(['Turn', 'Mill', 'Grind', 'Assembly']),
    );
    expect(trace.reports.find(({ processName }) => processName === 'Turn')).toMatchObject({
      ...{ people: ['Turner'], deviceName: 'device', good: 16, scrap: 1, rework: 1 },
      parameters: [{ name: 'Diameter', unit: 'mm', value: 20.5, outsideLimits: true }],
    });
    expect(trace.materials).toMatchObject([{ partCode: 'B', materialName: 'material', quantity: 12 }]);
    const { materialCode } = trace.materials[0]!;
    expect(listEdges(trace)).toEqual(
      [`${materialCode} issuedTo 12 B`, `B builtInto 4 ${card.code}`].toSorted(),
    );
  });

  test('a part, the scanned barcode of its card and its code in small letters lead to the same pieces', async () => {
    const { order } = pump;
    const { code } = await floor.getOnlyCard(order);
    const { code: factoryCode } = await factory.connection.db
      .selectFrom('factory')
      .select('code')
      .where('id', '=', factory.factoryId)
      .executeTakeFirstOrThrow();
    for (const origin of [
      { origin: 'part', partId: order.partId },
      { origin: 'card', code: code.toLowerCase() },
      { origin: 'card', code: `${factoryCode}|CARD|${code}` },
    ])
      expect(await traceForward(origin)).toMatchObject({ partCount: 1, found: 10, expected: 10 });
  });

  test('a card is traced back past a split, and not to the work on its sister card', async () => {
    const { work, createOrder, getOnlyCard } = floor;
    const order = await createOrder(10, ['Turning']);
    const [turning] = order.processIds as [number];
    const origin = await getOnlyCard(order);
    const beforeSplit = await work(turning, 4, origin.id);
    const [first, second] = await splitInTwo(origin.id, 4);
    const workOnSecondCard = await work(turning, 6, second.id);
    const listReports = async ({ code }: { code: string }) =>
      (await traceBackward({ code })).reports.map(({ reportId }) => reportId);
    expect(await listReports(first)).toEqual([beforeSplit]);
    expect(await listReports(second)).toEqual([beforeSplit, workOnSecondCard]);
  });

  test('a barcode and an inspection are found from the piece', async () => {
    const markedOrder = await factory.createOrder(2, [
      { name: 'Mark', reportWay: 'byBarcode', barcodeContent: 'SN-####*', barcodeRequired: true },
    ]);
    const { reportId } = await startWorkByNewPerson(factory, markedOrder.processIds[0]!, 1);
    await finishWork(factory.call, reportId, 1, { barcodes: [{ barcode: 'SN-0001A' }] });
    const trace = await traceBackward({ code: 'SN-0001A' });
    expect(trace.reports).toMatchObject([{ reportId, processName: 'Mark', barcodes: ['SN-0001A'] }]);
    expect(await traceForward({ origin: 'card', code: 'SN-0001A' })).toMatchObject({
      ...{ subject: { code: 'SN-0001A' }, partCount: 1, found: 2 },
    });
    const inspections = makeInspectionCalls(factory);
    const inspected = await inspections.addInspectedProcess();
    await inspections.enter(await inspections.begin(inspected), GOOD_VALUES);
    const [card] = await floor.listCards(inspected.partId);
    expect((await traceBackward({ code: card!.code })).measurements).toMatchObject([
      { characteristic: 'Diameter', values: [20.01], badCount: 0 },
    ]);
  });

  test('a missing, unknown or foreign origin is refused', async () => {
    const otherFactory = await createTestFactory(factory.connection);
    const foreignCard = await createCardFloor(otherFactory).getOnlyCard(
      await otherFactory.createOrder(1, ['Turning']),
    );
    expect(await readRefusalCode(traceForward({ origin: 'device' }))).toBe('fieldsInvalid');
    expect(await readRefusalCode(traceCard(foreignCard))).toBe('rowNotFound');
    expect(await readRefusalCode(traceBackward({ code: foreignCard.code }))).toBe('rowNotFound');
    expect(await readRefusalCode(traceBackward({ code: 'SN-9999Z' }))).toBe('rowNotFound');
    expect(await readRefusalCode(traceBackward({}))).toBe('fieldsInvalid');
  });
});
