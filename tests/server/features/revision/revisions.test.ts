import { beforeAll, expect, it } from 'vitest';
import type { Entity } from '#shared/entities/index.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory, type RefusedCallError } from '#tests/support/floor.ts';

const LIBRARY_PATH = '/mes/process/library';
type ProcessLibrary = Entity<'processLibrary'>;

describeForEachDatabase('Documents in editions', (database) => {
  let floor: TestFactory;
  let crafts: number[];
  let made = 0;
  const code = () => `E${made++}`;
  const saveCraft = async (fields: Record<string, unknown>) =>
    (await floor.call<{ id: number }>('/mes/system/basic/crafts/save', { code: code(), ...fields })).id;
  beforeAll(async () => {
    floor = await createTestFactory(await database.open());
    crafts = [
      await saveCraft({ name: 'Sawing', deviceMinutes: 3, manMachineRatio: 0.5, transferMinutes: 10 }),
      await saveCraft({ name: 'Turning', deviceMinutes: 6, manMachineRatio: 1 }),
    ];
  });

  const refused = async (saving: Promise<unknown>) => {
    const error = await saving.then(
      () => null,
      (reason: unknown) => reason as RefusedCallError,
    );
    return error ? [error.code, ...Object.keys(error.fields)] : ['accepted'];
  };
  const library = (fields: Record<string, unknown> = {}) =>
    floor.call<ProcessLibrary>(`${LIBRARY_PATH}/save`, {
      code: code(),
      name: 'Shaft',
      processes: [
        { seq: 10, craftId: crafts[0] },
        { seq: 20, craftId: crafts[1], name: 'Finish turning', deviceMinutes: 4.5, plannedPeople: 2 },
      ],
      ...fields,
    });
  const move = (event: string, { id, version }: { id: number; version: number }) =>
    floor.call<ProcessLibrary>(`${LIBRARY_PATH}/${event}`, { id, version });
  const read = (id: number) => floor.call<ProcessLibrary>(`${LIBRARY_PATH}/get`, { id });
  const published = async (fields?: Record<string, unknown>) => move('publish', await library(fields));

  it('publishes what has content, and changes it no more', async () => {
    const empty = await library({ processes: [] });
    expect(await refused(move('publish', empty))).toEqual(['fieldsInvalid', 'processes']);
    const draft = await library();
    expect(draft).toMatchObject({ edition: 1, state: 'draft', publishedAt: null });
    expect(await refused(move('withdraw', draft))).toEqual(['editionFixed']);
    const done = await move('publish', draft);
    expect(done).toMatchObject({ edition: 1, state: 'published', publishedAt: expect.any(String) });
    expect(await refused(move('publish', draft))).toEqual(['stale']);
    expect(await refused(move('publish', done))).toEqual(['editionFixed']);
    const { id, version } = done;
    expect(await refused(floor.call(`${LIBRARY_PATH}/save`, { id, version, name: 'Other' }))).toEqual([
      'editionFixed',
    ]);
    expect(await refused(floor.call(`${LIBRARY_PATH}/delete`, { ids: [id] }))).toEqual(['editionFixed']);
    const gone = await move('withdraw', done);
    expect(await refused(floor.call(`${LIBRARY_PATH}/delete`, { ids: [gone.id] }))).toEqual(['accepted']);
  });

  it('makes the next edition from the one that holds, and withdraws that once the next is published', async () => {
    const first = await published();
    const revise = (id: number) => floor.call<ProcessLibrary>(`${LIBRARY_PATH}/revise`, { id });
    const second = await revise(first.id);
    expect(second).toMatchObject({ code: first.code, edition: 2, state: 'draft', publishedAt: null });
    expect(second.processes).toEqual(first.processes);
    expect(await refused(revise(first.id))).toEqual(['draftExists']);
    expect(await refused(revise(second.id))).toEqual(['editionFixed']);
    expect((await read(first.id)).state).toBe('published');
    const next = await move('publish', second);
    expect((await read(first.id)).state).toBe('withdrawn');
    expect((await revise(next.id)).edition).toBe(3);
  });

  it('gives a code to one document, also where two are added at once, and takes back what was deleted', async () => {
    const first = await published();
    expect(await refused(library({ code: first.code }))).toEqual(['codeDuplicated', 'code']);
    const other = await library();
    const takenCodeFields = { id: other.id, version: other.version, code: first.code };
    expect(await refused(floor.call(`${LIBRARY_PATH}/save`, takenCodeFields))).toEqual([
      'codeDuplicated',
      'code',
    ]);
    const edition2 = await floor.call<ProcessLibrary>(`${LIBRARY_PATH}/revise`, {
      id: (await published()).id,
    });
    const stray = { id: edition2.id, version: edition2.version, code: first.code };
    expect(await refused(floor.call(`${LIBRARY_PATH}/save`, stray))).toEqual(['codeDuplicated', 'code']);
    const same = code();
    const both = await Promise.all([refused(library({ code: same })), refused(library({ code: same }))]);
    expect(both.map(([outcome]) => outcome).sort()).toEqual(['accepted', 'codeDuplicated']);
    const twice = await Promise.all(
      [1, 2].map(() => refused(floor.call(`${LIBRARY_PATH}/revise`, { id: first.id }))),
    );
    expect(twice.flat().sort()).toEqual(['accepted', 'draftExists']);
  });

  const part = async (quantity: number) => {
    const order = await floor.call<{ id: number; version: number }>('/mes/order/save', {
      code: code(),
      name: 'Order',
      quantity,
    });
    const { id } = await floor.call<{ id: number }>('/mes/order/part/save', {
      orderId: order.id,
      code: 'D-100',
      name: 'Shaft',
      quantity,
    });
    return { order, id };
  };
  const routing = async (partId: number) =>
    (
      await floor.call<{ rows: Entity<'process'>[] }>('/mes/process/page', {
        filter: JSON.stringify({ partId }),
        sort: 'seq',
      })
    ).rows;
  const copy = (partId: number, { id: libraryId }: { id: number }) =>
    floor.call<{ processIds: number[] }>(`${LIBRARY_PATH}/copy`, { partId, libraryId });

  it('copies a standard routing into a part, as if it were typed in', async () => {
    const { id, order } = await part(7);
    const shaft = await published();
    await copy(id, shaft);
    expect(await routing(id)).toMatchObject([
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
    const { processIds } = await copy(id, shaft);
    expect((await routing(id)).map((one) => [one.seq, processIds.includes(one.id)])).toEqual([
      [10, false],
      [20, false],
      [30, true],
      [40, true],
    ]);
    await floor.call('/mes/order/release', { id: order.id, version: order.version });
    await floor.call('/mes/report/receive', { processId: (await routing(id))[0]!.id, quantity: 3 });
    expect(await refused(copy(id, shaft))).toEqual(['accepted']);
  });

  it('copies nothing that is not published, nothing into an order that is over, and all or nothing', async () => {
    const { id, order } = await part(3);
    expect(await refused(copy(id, await library()))).toEqual(['editionFixed']);
    const shaft = await published();
    const far = await published({
      processes: [
        { seq: 1, craftId: crafts[0] },
        { seq: 9999, craftId: crafts[1] },
      ],
    });
    await copy(id, shaft);
    // The last copied process would get a sequence number above the allowed maximum of 9999.
    expect(await refused(copy(id, far))).toEqual(['fieldsInvalid', 'seq']);
    expect(await routing(id)).toHaveLength(2);
    await floor.call('/mes/order/cancel', { id: order.id, version: order.version });
    expect(await refused(copy(id, shaft))).toEqual(['orderState']);
    expect(await refused(copy(id + 100_000, shaft))).toEqual(['rowNotFound']);
    const { call } = await floor.person('Turner', ['TASK_REPORT']);
    expect(await refused(call(`${LIBRARY_PATH}/copy`, { partId: id, libraryId: shaft.id }))).toEqual([
      'noPermission',
    ]);
  });

  it('shows at a process the procedures that hold for its craft and drawing, and nothing that does not hold', async () => {
    const { id } = await part(2);
    await copy(id, await published());
    const [sawing, turning] = await routing(id);
    const procedure = async (kind: 'sip' | 'sop', fields: Record<string, unknown>) => {
      const content =
        kind === 'sop'
          ? { steps: [{ seq: 1, instruction: 'Clamp it' }] }
          : { characteristics: [{ seq: 1, name: 'Length', nominal: 120 }] };
      const saved = await floor.call<{ id: number; version: number }>(`/mes/system/params/${kind}/save`, {
        code: code(),
        name: 'How',
        craftId: crafts[1],
        ...content,
        ...fields,
      });
      return floor.call<{ id: number }>(`/mes/system/params/${kind}/publish`, {
        id: saved.id,
        version: saved.version,
      });
    };
    const procedureForAll = await procedure('sop', {});
    const procedureForPart = await procedure('sip', { partCode: 'D-100' });
    await procedure('sip', { partCode: 'D-999' });
    await floor.call('/mes/system/params/sop/save', { code: code(), name: 'Draft', craftId: crafts[1] });
    const { call } = await floor.person('Turner', ['TASK_REPORT']);
    const of = (process: { id: number }) =>
      call<{ sops: { id: number }[]; sips: { id: number }[] }>('/mes/process/procedures/of', {
        processId: process.id,
      });
    const ids = ({ sops, sips }: Awaited<ReturnType<typeof of>>) =>
      [sops, sips].map((list) => list.map((one) => one.id));
    expect(ids(await of(turning!))).toEqual([[procedureForAll.id], [procedureForPart.id]]);
    expect(ids(await of(sawing!))).toEqual([[], []]);
    const known = (kind: string) => call('/mes/process/procedures', { kind });
    expect(await known('sop')).toEqual([{ craftId: crafts[1], partCode: null }]);
    expect(await known('sip')).toEqual(
      ['D-100', 'D-999'].map((partCode) => ({ craftId: crafts[1], partCode })),
    );
  });
});
