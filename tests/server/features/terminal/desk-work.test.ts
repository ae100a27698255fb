import { beforeAll, expect, test } from 'vitest';
import type { QueuedProcess } from '#shared/answers/terminal.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, getIsoTimeAgo, type TestFactory } from '#tests/support/floor.ts';
import { makeUniqueText } from '#tests/support/makers.ts';

type Person = Awaited<ReturnType<TestFactory['createPerson']>>;

describeForEachDatabase('the work at a desk', (database) => {
  let factory: TestFactory;
  let turner: Person;
  let miller: Person;
  let turning: number;
  let milling: number;
  const addGroup = async (name: string) =>
    (await factory.call<{ id: number }>('/mes/system/basic/group/save', { code: makeUniqueText(name), name }))
      .id;
  const putInGroup = async (path: string, id: number, workGroupId: number) => {
    const { version } = await factory.call<{ version: number }>(`${path}/get`, { id });
    await factory.call(`${path}/save`, { id, version, workGroupId });
  };
  const readIds = async (person: Person, path: string, fields: Record<string, unknown> = {}) =>
    (await person.call<QueuedProcess[]>(path, fields)).map(({ processId }) => processId);

  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    const [turners, millers] = [await addGroup('Turners'), await addGroup('Millers')];
    turner = await factory.createPerson('Turner', ['TASK_REPORT']);
    miller = await factory.createPerson('Miller', ['TASK_REPORT']);
    for (const [person, group] of [
      [turner, turners],
      [miller, millers],
    ] as const)
      await putInGroup('/mes/system/basic/employee', person.employeeId, group);
    turning = (await factory.createOrder(6, ['Turning'])).processIds[0]!;
    milling = (await factory.createOrder(6, ['Milling'])).processIds[0]!;
    await putInGroup('/mes/process', turning, turners);
    await putInGroup('/mes/process', milling, millers);
    await turner.call('/mes/report/start', { processId: turning, quantity: 2, at: getIsoTimeAgo(20) });
    await miller.call('/mes/report/start', { processId: milling, quantity: 3, at: getIsoTimeAgo(30) });
  });

  test('that runs is one’s own, that of one’s group or everybody’s, the longest first', async () => {
    expect(await readIds(turner, '/mes/floor/mine')).toEqual([turning]);
    expect(await readIds(turner, '/mes/floor/running')).toEqual([turning]);
    expect(await readIds(miller, '/mes/floor/running')).toEqual([milling]);
    expect(await readIds(turner, '/mes/floor/running', { everybody: true })).toEqual([milling, turning]);
    expect(await readIds(miller, '/mes/floor/mine')).toEqual([milling]);
  });

  test('that can begin is that of one’s group, or everybody’s', async () => {
    expect(await readIds(turner, '/mes/floor/queue')).toEqual([turning]);
    expect((await readIds(turner, '/mes/floor/queue', { everybody: true })).sort()).toEqual(
      [turning, milling].sort(),
    );
  });

  test('that has pieces is counted and paged, also what waits for a previous process', async () => {
    const { processIds } = await factory.createOrder(3, [
      { name: 'Sawing', needsReceive: true },
      { name: 'Bending', needsReceive: true },
    ]);
    const readDeskWork = (fields: Record<string, unknown>) =>
      turner.call<PageAnswer<QueuedProcess>>('/mes/floor/todo', { everybody: true, ...fields });
    const allWork = await readDeskWork({});
    expect(allWork.total).toBe(3);
    const pages = [await readDeskWork({ limit: 2 }), await readDeskWork({ limit: 2, offset: 2 })];
    expect(pages.flatMap(({ rows }) => rows.map(({ processId }) => processId))).toEqual(
      allWork.rows.map(({ processId }) => processId),
    );
    expect(pages.map(({ total }) => total)).toEqual([3, 3]);
    expect((await readDeskWork({ search: 'sawing' })).rows).toMatchObject([
      { processId: processIds[0], next: { step: 'receive', quantity: 3 } },
    ]);
    expect(await readDeskWork({ everybody: false })).toMatchObject({
      total: 1,
      rows: [{ processId: turning }],
    });
    // Sawing has begun and has delivered one piece, so bending has a piece. Bending must still wait, because
    // sawing is not finished.
    await factory.call('/mes/report/receive', { processId: processIds[0], quantity: 3 });
    const { employeeId } = await factory.createPerson('Sawyer', []);
    await factory.call('/mes/report/record', {
      processId: processIds[0],
      good: 1,
      minutes: 5,
      people: [{ employeeId }],
    });
    expect((await readDeskWork({ search: 'bending' })).rows).toMatchObject([
      { processId: processIds[1], next: { waitsFor: { processId: processIds[0] } } },
    ]);
  });

  test('of another factory is not shown', async () => {
    const otherFactory = await createTestFactory(factory.connection);
    expect(await otherFactory.call('/mes/floor/running', { everybody: true })).toEqual([]);
    expect(await otherFactory.call('/mes/floor/queue', { everybody: true })).toEqual([]);
  });
});
