import { beforeAll, expect, it } from 'vitest';
import type { Entity } from '#shared/entities/index.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory, type RefusedCallError } from '#tests/support/floor.ts';

const LIBRARY_PATH = '/mes/process/library';
type ProcessLibrary = Entity<'processLibrary'>;

describeForEachDatabase('Documents in editions', (database) => {
  let factory: TestFactory;
  let craftIds: number[];
  let codeCount = 0;
  const makeCode = () => `E${codeCount++}`;
  const saveCraft = async (fields: Record<string, unknown>) =>
    (await factory.call<{ id: number }>('/mes/system/basic/crafts/save', { code: makeCode(), ...fields })).id;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    craftIds = [
      await saveCraft({ name: 'Sawing', deviceMinutes: 3, manMachineRatio: 0.5, transferMinutes: 10 }),
      await saveCraft({ name: 'Turning', deviceMinutes: 6, manMachineRatio: 1 }),
    ];
  });

  const readRefusal = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => null,
      (reason: unknown) => reason as RefusedCallError,
    );
    return error ? [error.code, ...Object.keys(error.fields)] : ['accepted'];
  };
  const addLibrary = (fields: Record<string, unknown> = {}) =>
    factory.call<ProcessLibrary>(`${LIBRARY_PATH}/save`, {
      code: makeCode(),
      name: 'Shaft',
      processes: [
        { seq: 10, craftId: craftIds[0] },
        { seq: 20, craftId: craftIds[1], name: 'Finish turning', deviceMinutes: 4.5, plannedPeople: 2 },
      ],
      ...fields,
    });
  const changeState = (event: string, { id, version }: { id: number; version: number }) =>
    factory.call<ProcessLibrary>(`${LIBRARY_PATH}/${event}`, { id, version });
  const readLibrary = (id: number) => factory.call<ProcessLibrary>(`${LIBRARY_PATH}/get`, { id });
  const publishLibrary = async (fields?: Record<string, unknown>) =>
    changeState('publish', await addLibrary(fields));

  it('are published only with content, and never change afterwards', async () => {
    const emptyLibrary = await addLibrary({ processes: [] });
    expect(await readRefusal(changeState('publish', emptyLibrary))).toEqual(['fieldsInvalid', 'processes']);
    const draft = await addLibrary();
    expect(draft).toMatchObject({ edition: 1, state: 'draft', publishedAt: null });
    expect(await readRefusal(changeState('withdraw', draft))).toEqual(['editionFixed']);
    const publishedEdition = await changeState('publish', draft);
    expect(publishedEdition).toMatchObject({
      edition: 1,
      state: 'published',
      publishedAt: expect.any(String),
    });
    expect(await readRefusal(changeState('publish', draft))).toEqual(['stale']);
    expect(await readRefusal(changeState('publish', publishedEdition))).toEqual(['editionFixed']);
    const { id, version } = publishedEdition;
    expect(await readRefusal(factory.call(`${LIBRARY_PATH}/save`, { id, version, name: 'Other' }))).toEqual([
      'editionFixed',
    ]);
    expect(await readRefusal(factory.call(`${LIBRARY_PATH}/delete`, { ids: [id] }))).toEqual([
      'editionFixed',
    ]);
    const withdrawnEdition = await changeState('withdraw', publishedEdition);
    expect(await readRefusal(factory.call(`${LIBRARY_PATH}/delete`, { ids: [withdrawnEdition.id] }))).toEqual(
      ['accepted'],
    );
  });

  it('get a next edition from the published one, which is withdrawn once the next is published', async () => {
    const firstEdition = await publishLibrary();
    const reviseLibrary = (id: number) => factory.call<ProcessLibrary>(`${LIBRARY_PATH}/revise`, { id });
    const secondEdition = await reviseLibrary(firstEdition.id);
    expect(secondEdition).toMatchObject({
      code: firstEdition.code,
      edition: 2,
      state: 'draft',
      publishedAt: null,
    });
    expect(secondEdition.processes).toEqual(firstEdition.processes);
    expect(await readRefusal(reviseLibrary(firstEdition.id))).toEqual(['draftExists']);
    expect(await readRefusal(reviseLibrary(secondEdition.id))).toEqual(['editionFixed']);
    expect((await readLibrary(firstEdition.id)).state).toBe('published');
    const publishedEdition = await changeState('publish', secondEdition);
    expect((await readLibrary(firstEdition.id)).state).toBe('withdrawn');
    expect((await reviseLibrary(publishedEdition.id)).edition).toBe(3);
  });

  it('have a code of their own and one draft at most, even if two are added at once', async () => {
    const publishedLibrary = await publishLibrary();
    expect(await readRefusal(addLibrary({ code: publishedLibrary.code }))).toEqual([
      'codeDuplicated',
      'code',
    ]);
    const otherLibrary = await addLibrary();
    const takenCodeFields = {
      id: otherLibrary.id,
      version: otherLibrary.version,
      code: publishedLibrary.code,
    };
    expect(await readRefusal(factory.call(`${LIBRARY_PATH}/save`, takenCodeFields))).toEqual([
      'codeDuplicated',
      'code',
    ]);
    const secondEdition = await factory.call<ProcessLibrary>(`${LIBRARY_PATH}/revise`, {
      id: (await publishLibrary()).id,
    });
    const editionFields = {
      id: secondEdition.id,
      version: secondEdition.version,
      code: publishedLibrary.code,
    };
    expect(await readRefusal(factory.call(`${LIBRARY_PATH}/save`, editionFields))).toEqual([
      'codeDuplicated',
      'code',
    ]);
    const sharedCode = makeCode();
    const saveOutcomes = await Promise.all([
      readRefusal(addLibrary({ code: sharedCode })),
      readRefusal(addLibrary({ code: sharedCode })),
    ]);
    expect(saveOutcomes.map(([outcome]) => outcome).sort()).toEqual(['accepted', 'codeDuplicated']);
    const reviseOutcomes = await Promise.all(
      [1, 2].map(() => readRefusal(factory.call(`${LIBRARY_PATH}/revise`, { id: publishedLibrary.id }))),
    );
    expect(reviseOutcomes.flat().sort()).toEqual(['accepted', 'draftExists']);
  });

  const addPart = async (quantity: number) => {
    const order = await factory.call<{ id: number; version: number }>('/mes/order/save', {
      code: makeCode(),
      name: 'Order',
      quantity,
    });
    const { id } = await factory.call<{ id: number }>('/mes/order/part/save', {
      orderId: order.id,
      code: 'D-100',
      name: 'Shaft',
      quantity,
    });
    return { order, id };
  };
  const readRouting = async (partId: number) =>
    (
      await factory.call<{ rows: Entity<'process'>[] }>('/mes/process/page', {
        filter: JSON.stringify({ partId }),
        sort: 'seq',
      })
    ).rows;
  const copyRouting = (partId: number, { id: libraryId }: { id: number }) =>
    factory.call<{ processIds: number[] }>(`${LIBRARY_PATH}/copy`, { partId, libraryId });

  it('are copied as a standard routing into a part', async () => {
    const { id, order } = await addPart(7);
    const shaft = await publishLibrary();
    await copyRouting(id, shaft);
    expect(await readRouting(id)).toMatchObject([
      {
        seq: 10,
        name: 'Sawing',
        deviceMinutes: 3,
        manMachineRatio: 0.5,
        transferMinutes: 10,
        plannedQuantity: 7,
        arrived: 7,
      },
      {
        seq: 20,
        name: 'Finish turning',
        deviceMinutes: 4.5,
        manMachineRatio: 1,
        plannedPeople: 2,
        arrived: 0,
      },
    ]);
    // A second copy is added after the existing processes.
    const { processIds } = await copyRouting(id, shaft);
    expect((await readRouting(id)).map((process) => [process.seq, processIds.includes(process.id)])).toEqual([
      [10, false],
      [20, false],
      [30, true],
      [40, true],
    ]);
    await factory.call('/mes/order/release', { id: order.id, version: order.version });
    await factory.call('/mes/report/receive', { processId: (await readRouting(id))[0]!.id, quantity: 3 });
    expect(await readRefusal(copyRouting(id, shaft))).toEqual(['accepted']);
  });

  it('are copied only if published, only into an open order, and with all processes or none', async () => {
    const { id, order } = await addPart(3);
    expect(await readRefusal(copyRouting(id, await addLibrary()))).toEqual(['editionFixed']);
    const shaft = await publishLibrary();
    const highSeqLibrary = await publishLibrary({
      processes: [
        { seq: 1, craftId: craftIds[0] },
        { seq: 9999, craftId: craftIds[1] },
      ],
    });
    await copyRouting(id, shaft);
    // The last copied process would get a sequence number above the allowed maximum of 9999.
    expect(await readRefusal(copyRouting(id, highSeqLibrary))).toEqual(['fieldsInvalid', 'seq']);
    expect(await readRouting(id)).toHaveLength(2);
    await factory.call('/mes/order/cancel', { id: order.id, version: order.version });
    expect(await readRefusal(copyRouting(id, shaft))).toEqual(['orderState']);
    expect(await readRefusal(copyRouting(id + 100_000, shaft))).toEqual(['rowNotFound']);
    const { call } = await factory.createPerson('Turner', ['TASK_REPORT']);
    expect(await readRefusal(call(`${LIBRARY_PATH}/copy`, { partId: id, libraryId: shaft.id }))).toEqual([
      'noPermission',
    ]);
  });

  it('are shown at a process only if they are published and belong to its craft and drawing', async () => {
    const { id } = await addPart(2);
    await copyRouting(id, await publishLibrary());
    const [sawing, turning] = await readRouting(id);
    const publishProcedure = async (kind: 'sip' | 'sop', fields: Record<string, unknown>) => {
      const content =
        kind === 'sop'
          ? { steps: [{ seq: 1, instruction: 'Clamp it' }] }
          : { characteristics: [{ seq: 1, name: 'Length', nominal: 120 }] };
      const draft = await factory.call<{ id: number; version: number }>(`/mes/system/params/${kind}/save`, {
        code: makeCode(),
        name: 'How',
        craftId: craftIds[1],
        ...content,
        ...fields,
      });
      return factory.call<{ id: number }>(`/mes/system/params/${kind}/publish`, {
        id: draft.id,
        version: draft.version,
      });
    };
    const procedureForAll = await publishProcedure('sop', {});
    const procedureForPart = await publishProcedure('sip', { partCode: 'D-100' });
    await publishProcedure('sip', { partCode: 'D-999' });
    await factory.call('/mes/system/params/sop/save', {
      code: makeCode(),
      name: 'Draft',
      craftId: craftIds[1],
    });
    const { call } = await factory.createPerson('Turner', ['TASK_REPORT']);
    const readProcedures = (process: { id: number }) =>
      call<{ sops: { id: number }[]; sips: { id: number }[] }>('/mes/process/procedures/of', {
        processId: process.id,
      });
    const listProcedureIds = ({ sops, sips }: Awaited<ReturnType<typeof readProcedures>>) =>
      [sops, sips].map((procedures) => procedures.map((row) => row.id));
    expect(listProcedureIds(await readProcedures(turning!))).toEqual([
      [procedureForAll.id],
      [procedureForPart.id],
    ]);
    expect(listProcedureIds(await readProcedures(sawing!))).toEqual([[], []]);
    const listProcedures = (kind: string) => call('/mes/process/procedures', { kind });
    expect(await listProcedures('sop')).toEqual([{ craftId: craftIds[1], partCode: null }]);
    expect(await listProcedures('sip')).toEqual(
      ['D-100', 'D-999'].map((partCode) => ({ craftId: craftIds[1], partCode })),
    );
  });
});
