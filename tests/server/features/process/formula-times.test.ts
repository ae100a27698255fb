import { beforeAll, expect, test } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { readRefusalCode } from '#tests/support/floor.ts';
import { createRoutingFloor, readRefusal, type RoutingFloor } from '#tests/support/routing-floor.ts';

describeForEachDatabase('hours from formulas', (database) => {
  let floor: RoutingFloor;
  let millingId: number;
  let areaFormulaId: number;
  beforeAll(async () => {
    floor = await createRoutingFloor(await database.open());
    areaFormulaId = await saveFormula('By area', '2 + 长 * width / 1000', ['长', 'width']);
    const batchFormulaId = await saveFormula('By batch', '60 / quantity', ['quantity']);
    millingId = await floor.saveCraft('Milling', {
      deviceFormulaId: areaFormulaId,
      manpowerFormulaId: batchFormulaId,
      deviceMinutes: 30,
    });
  });
  const saveFormula = async (name: string, expression: string, inputs: readonly string[], extraFields = {}) =>
    (
      await floor.call<{ id: number }>('/mes/system/basic/formula/save', {
        code: name,
        name,
        expression,
        inputs: inputs.map((input) => ({ name: input, testValue: 10 })),
        ...extraFields,
      })
    ).id;
  const addMillingProcess = (part: object = { size: '100×100' }) =>
    floor.addProcess({ craftId: millingId, quantity: 5, part });
  const readMinutes = async (id: number) => {
    const { deviceMinutes, manMinutes } = await floor.readProcess(id);
    return [deviceMinutes, manMinutes];
  };
  const readHistory = async (id: number) =>
    floor.connection.db
      .selectFrom('log')
      .select(['before', 'after'])
      .where('factoryId', '=', floor.factoryId)
      .where('entity', '=', 'process')
      .where('entityId', '=', id)
      .orderBy('id')
      .execute();

  test('are worked out when a process is made, from the quantity and size of its part', async () => {
    expect(await readMinutes(await addMillingProcess())).toEqual([12, 12]);
    // A part without a size gets the time of the craft.
    expect(await readMinutes(await addMillingProcess({ size: 'as drawn' }))).toEqual([30, 12]);
  });

  test('are worked out again when the part changes, and the history keeps the old time', async () => {
    const id = await addMillingProcess();
    const { partId } = await floor.readProcess(id);
    const preview = await floor.call('/mes/process/times/preview', { partId, quantity: 5, size: '125×100' });
    const change = {
      processId: id,
      seq: 10,
      name: 'Milling',
      time: 'deviceMinutes',
      before: 12,
      after: 14.5,
    };
    expect(preview).toEqual([change]);
    expect(await readMinutes(id)).toEqual([12, 12]);
    await floor.savePart(partId, { size: '125×100' });
    expect(await readMinutes(id)).toEqual([14.5, 12]);
    expect((await readHistory(id)).at(-1)).toMatchObject({
      before: { deviceMinutes: 12 },
      after: { deviceMinutes: 14.5 },
    });
    const unsizedProcessId = await addMillingProcess({});
    await floor.savePart((await floor.readProcess(unsizedProcessId)).partId, { size: '50×40', quantity: 6 });
    expect(await readMinutes(unsizedProcessId)).toEqual([4, 10]);
  });

  test('stay where they were typed by hand, until they are cleared', async () => {
    const id = await addMillingProcess();
    const { partId } = await floor.readProcess(id);
    await floor.saveProcess(id, { deviceMinutes: 7 });
    await floor.savePart(partId, { size: '200×100' });
    expect(await readMinutes(id)).toEqual([7, 12]);
    await floor.saveProcess(id, { deviceMinutes: null });
    expect(await readMinutes(id)).toEqual([22, 12]);
    await floor.savePart(partId, { size: '300×100' });
    expect(await readMinutes(id)).toEqual([32, 12]);
  });

  test('stay where pieces have been received', async () => {
    const id = await addMillingProcess();
    const { partId } = await floor.readProcess(id);
    await floor.call('/mes/report/receive', { processId: id, quantity: 1 });
    await floor.savePart(partId, { size: '300×100' });
    expect(await readMinutes(id)).toEqual([12, 12]);
  });

  test('are those of the other part in a copy, and of the smaller quantity after a split', async () => {
    const source = await addMillingProcess();
    const target = await floor.addProcess({ part: { size: '200×100' } });
    const [{ partId }, { partId: fromPartId }] = [
      await floor.readProcess(target),
      await floor.readProcess(source),
    ];
    const { processIds } = await floor.call<{ processIds: number[] }>('/mes/process/copy', {
      partId,
      fromPartId,
    });
    expect(await readMinutes(processIds[0]!)).toEqual([22, 12]);

    const { orderId } = await floor.call<{ orderId: number }>('/mes/order/part/get', { id: fromPartId });
    const { version } = await floor.call<{ version: number }>('/mes/order/get', { id: orderId });
    const splitOrder = await floor.call<{ id: number }>('/mes/order/split', {
      id: orderId,
      version,
      code: 'SPLIT',
      quantity: 2,
    });
    expect(await readMinutes(source)).toEqual([12, 20]);
    const parts = await floor.call<{ rows: { processId: number }[] }>('/mes/process/page', {
      filter: JSON.stringify({ craftId: millingId }),
    });
    expect(parts.rows.length).toBeGreaterThan(0);
    const copiedProcesses = await floor.call<{ processId: number }[]>('/mes/process/progress', {
      orderId: splitOrder.id,
    });
    expect(await readMinutes(copiedProcesses[0]!.processId)).toEqual([12, 30]);
  });

  test('use only what a part has', async () => {
    const colourId = await saveFormula('By colour', 'colour * 2', ['colour']);
    const refusal = await readRefusal(floor.saveCraft('Painting', { manpowerFormulaId: colourId }));
    expect(refusal.code).toBe('formulaInputUnknown');
    expect(refusal.message).toContain('colour');
    expect(Object.keys(refusal.fields)).toEqual(['manpowerFormulaId']);
    const { version } = await floor.call<{ version: number }>('/mes/system/basic/formula/get', {
      id: areaFormulaId,
    });
    const renameCall = saveFormula('By area', 'colour', ['colour'], { id: areaFormulaId, version });
    expect(await readRefusalCode(renameCall)).toBe('formulaInputUnknown');
  });
});
