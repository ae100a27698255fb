import { beforeAll, expect, test } from 'vitest';
import type { Entity } from '#shared/entities/index.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { readRefusalCode } from '#tests/support/floor.ts';
import { createRoutingFloor, readRefusal, type RoutingFloor } from '#tests/support/routing-floor.ts';
import { openSecondNode } from '#tests/support/second-node.ts';

type Library = Entity<'processLibrary'>;

describeForEachDatabase('the routing of a part', (database) => {
  let floor: RoutingFloor;
  let processId: number;
  let partId: number;
  beforeAll(async () => {
    floor = await createRoutingFloor(await database.open());
    processId = await floor.addProcess({ part: { code: 'FL-1' } });
    ({ partId } = await floor.saveProcess(processId, { deviceMinutes: 4, name: 'Rough turning' }));
  });
  const callOnSecondNode = openSecondNode(database, () => floor);
  const saveStandardRouting = (fields: object, call = floor.call) =>
    call<{ id: number; code: string; edition: number }>('/mes/process/library/saveFromPart', {
      partId,
      ...fields,
    });
  const readLibrary = (id: number) => floor.call<Library>('/mes/process/library/get', { id });
  const publishRouting = async (id: number) => {
    const { version } = await readLibrary(id);
    return floor.call('/mes/process/library/publish', { id, version });
  };

  test('is saved as a draft in the library, and then as a new edition with the same code', async () => {
    const first = await saveStandardRouting({ code: 'STD-1', name: 'Flanges' });
    expect(first).toMatchObject({ code: 'STD-1', edition: 1 });
    const library = await readLibrary(first.id);
    expect(library).toMatchObject({ state: 'draft', name: 'Flanges', partCode: 'FL-1' });
    expect(library.processes).toMatchObject([
      { seq: 10, craftId: floor.craftId, name: 'Rough turning', deviceMinutes: 4 },
    ]);
    const editionFields = { libraryId: first.id, editionNote: 'Faster' };
    expect(await readRefusalCode(saveStandardRouting(editionFields))).toBe('draftExists');
    await publishRouting(first.id);
    await floor.saveProcess(processId, { deviceMinutes: 3 });
    const second = await saveStandardRouting(editionFields);
    expect(second).toMatchObject({ code: 'STD-1', edition: 2 });
    expect(await readLibrary(second.id)).toMatchObject({ name: 'Flanges', editionNote: 'Faster' });
    expect((await readLibrary(first.id)).processes).toMatchObject([{ deviceMinutes: 4 }]);
  });

  test('keeps only typed times, so that other parts get theirs from the formula', async () => {
    const { id: deviceFormulaId } = await floor.call<{ id: number }>('/mes/system/basic/formula/save', {
      code: 'L',
      name: 'By length',
      expression: 'length / 10',
      inputs: [{ name: 'length', testValue: 1 }],
    });
    const craftId = await floor.saveCraft('Sawing', { deviceFormulaId });
    const sawing = await floor.addProcess({ craftId, part: { size: '100' } });
    const source = await floor.readProcess(sawing);
    expect(source.deviceMinutes).toBe(10);
    const { id: libraryId } = await saveStandardRouting({
      partId: source.partId,
      code: 'STD-2',
      name: 'Bars',
    });
    expect((await readLibrary(libraryId)).processes).toMatchObject([{ deviceMinutes: null }]);
    await publishRouting(libraryId);
    const otherProcess = await floor.readProcess(await floor.addProcess({ part: { size: '250' } }));
    const { processIds } = await floor.call<{ processIds: number[] }>('/mes/process/library/copy', {
      partId: otherProcess.partId,
      libraryId,
    });
    expect((await floor.readProcess(processIds[0]!)).deviceMinutes).toBe(25);
  });

  test('needs a process, and a code and a name that no other document has', async () => {
    expect((await readRefusal(saveStandardRouting({}))).fields).toEqual({ code: expect.anything() });
    expect((await readRefusal(saveStandardRouting({ code: 'STD-3' }))).fields).toEqual({
      name: expect.anything(),
    });
    await saveStandardRouting({ code: 'STD-4', name: 'Once' });
    expect((await readRefusal(saveStandardRouting({ code: 'STD-4', name: 'Twice' }))).fields).toEqual({
      code: expect.anything(),
    });
    const { orderId } = await floor.call<{ orderId: number }>('/mes/order/part/get', { id: partId });
    const { id: emptyPartId } = await floor.call<{ id: number }>('/mes/order/part/save', {
      orderId,
      code: 'EMPTY',
      name: 'Empty',
      quantity: 1,
    });
    const emptyPartRefusal = await readRefusal(
      saveStandardRouting({ partId: emptyPartId, code: 'STD-5', name: 'Empty' }),
    );
    expect(emptyPartRefusal.fields).toEqual({ processes: expect.anything() });
    const worker = await floor.createPerson('Worker', ['PROCESS_MODIFY']);
    expect(await readRefusalCode(saveStandardRouting({ code: 'STD-6', name: 'No' }, worker.call))).toBe(
      'noPermission',
    );
  });

  test('that two planners save as the next edition at once becomes one draft', async () => {
    const { id } = await saveStandardRouting({ code: 'STD-7', name: 'Two' });
    await publishRouting(id);
    const codes = await Promise.all([
      readRefusalCode(saveStandardRouting({ libraryId: id })),
      readRefusalCode(saveStandardRouting({ libraryId: id }, callOnSecondNode)),
    ]);
    expect(codes.sort()).toEqual(['accepted', 'draftExists']);
  });
});
