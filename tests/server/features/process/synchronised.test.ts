import { beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { SyncCandidate } from '#shared/answers/routing/synchronised.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { readRefusalCode } from '#tests/support/floor.ts';
import { createRoutingFloor, readRefusal, type RoutingFloor } from '#tests/support/routing-floor.ts';
import { openSecondNode } from '#tests/support/second-node.ts';

const ROUND_COUNT = 4;

describeForEachDatabase('synchronised processes', (database) => {
  let floor: RoutingFloor;
  let latheId: number;
  beforeAll(async () => {
    floor = await createRoutingFloor(await database.open());
    latheId = await floor.saveDevice('Lathe');
  });
  const callOnSecondNode = openSecondNode(database, () => floor);
  const joinProcesses = (processId: number, otherIds: readonly number[]) =>
    floor.call<{ syncKey: string; count: number }>('/mes/process/sync/join', { processId, otherIds });
  const leaveProcesses = (processId: number) => floor.call('/mes/process/sync/leave', { processId });
  const addProcessPair = async () => {
    const pair = [await floor.addProcess(), await floor.addProcess()] as const;
    await joinProcesses(pair[0], [pair[1]]);
    return pair;
  };

  test('get the plan of the process that they join, and follow each other afterwards', async () => {
    const [first, second, third] = [
      await floor.addProcess(),
      await floor.addProcess(),
      await floor.addProcess(),
    ];
    await floor.saveProcess(first, {
      deviceId: latheId,
      plannedStart: '2031-03-03',
      plannedEnd: '2031-03-04',
    });
    const { syncKey } = await joinProcesses(first, [second]);
    const planFields = { syncKey, deviceId: latheId, plannedStart: '2031-03-03', plannedEnd: '2031-03-04' };
    expect(await floor.readProcess(second)).toMatchObject(planFields);
    await floor.saveProcess(third, { syncKey });
    expect(await floor.readProcess(third)).toMatchObject(planFields);
    const before = await floor.readProcess(first);
    await floor.saveProcess(third, {
      appointmentStart: '2031-03-05T00:00:00.000Z',
      appointmentEnd: '2031-03-05T06:00:00.000Z',
    });
    for (const id of [first, second])
      expect(await floor.readProcess(id)).toMatchObject({
        appointmentStart: '2031-03-05T00:00:00.000Z',
        plannedStart: '2031-03-05',
        plannedEnd: '2031-03-05',
        pinned: true,
      });
    // A save with the version from before the synchronisation is refused.
    const staleSave = floor.call('/mes/process/save', { id: first, version: before.version, name: 'Old' });
    expect(await readRefusalCode(staleSave)).toBe('stale');
    await leaveProcesses(second);
    await floor.saveProcess(first, {
      appointmentStart: null,
      appointmentEnd: null,
      plannedEnd: '2031-03-09',
    });
    expect((await floor.readProcess(third)).plannedEnd).toBe('2031-03-09');
    expect(await floor.readProcess(second)).toMatchObject({ syncKey: null, plannedEnd: '2031-03-05' });
  });

  test('must share the same craft code', async () => {
    const millingId = await floor.saveCraft('Milling');
    const [turning, milling] = [await floor.addProcess(), await floor.addProcess({ craftId: millingId })];
    const refusal = await readRefusal(joinProcesses(turning, [milling]));
    expect(refusal.code).toBe('syncCraftDiffers');
    expect(refusal.message).toContain('Synchronised processes must share the same craft code');
    expect((await floor.readProcess(turning)).syncKey).toBeNull();
    const [first, second] = await addProcessPair();
    const { syncKey } = await floor.readProcess(first);
    expect(await readRefusalCode(floor.saveProcess(milling, { syncKey }))).toBe('syncCraftDiffers');
    expect(await readRefusalCode(floor.saveProcess(second, { craftId: millingId }))).toBe('syncCraftDiffers');
    const { partId } = await floor.readProcess(first);
    const saveOfSamePart = floor.call('/mes/process/save', {
      partId,
      seq: 20,
      craftId: floor.craftId,
      syncKey,
    });
    expect(await readRefusalCode(saveOfSamePart)).toBe('syncSamePart');
  });

  test('do not start before the previous process of any of their parts', async () => {
    const [first, second] = await addProcessPair();
    const { partId } = await floor.readProcess(second);
    await floor.call('/mes/process/save', {
      partId,
      seq: 5,
      craftId: await floor.saveCraft('Sawing'),
      plannedStart: '2031-03-10',
    });
    const refusal = await readRefusal(floor.saveProcess(first, { plannedStart: '2031-03-09' }));
    expect(refusal.code).toBe('startsBeforePrevious');
    expect((await floor.readProcess(first)).plannedStart).toBeNull();
    await floor.saveProcess(first, { plannedStart: '2031-03-10' });
    expect((await floor.readProcess(second)).plannedStart).toBe('2031-03-10');
  });

  test('are offered with the open processes of the same craft in other parts', async () => {
    const [first, second] = await addProcessPair();
    const otherProcess = await floor.addProcess();
    const foreignProcess = await floor.addProcess({ craftId: await floor.saveCraft('Grinding') });
    const candidates = await floor.call<SyncCandidate[]>('/mes/process/sync/candidates', {
      processId: first,
    });
    expect(candidates[0]).toMatchObject({ processId: second, isSynchronised: true });
    const ids = candidates.map(({ processId }) => processId);
    expect(ids).toContain(otherProcess);
    expect(ids).not.toContain(foreignProcess);
    expect(ids).not.toContain(first);
    const worker = await floor.createPerson('Worker', ['TASK_REPORT']);
    for (const [path, fields] of [
      ['/mes/process/sync/join', { processId: first, otherIds: [otherProcess] }],
      ['/mes/process/sync/leave', { processId: first }],
    ] as const)
      expect(await readRefusalCode(worker.call(path, fields))).toBe('noPermission');
    expect((await readRefusal(joinProcesses(first, []))).fields).toEqual({ otherIds: expect.anything() });
    expect((await readRefusal(joinProcesses(first, [otherProcess, otherProcess]))).code).toBe(
      'fieldsInvalid',
    );
    expect((await readRefusal(joinProcesses(first, [first]))).code).toBe('fieldsInvalid');
  });

  test('that two planners plan at once have one plan, and that two join at once have one craft', async () => {
    const millingId = await floor.saveCraft('Milling');
    for (let round = 0; round < ROUND_COUNT; round++) {
      const [first, second] = await addProcessPair();
      const outcomes = await Promise.all([
        readRefusalCode(floor.saveProcess(first, { plannedStart: '2031-04-01', plannedEnd: '2031-04-02' })),
        readRefusalCode(
          (async () => {
            const { version } = await floor.readProcess(second);
            return callOnSecondNode('/mes/process/save', {
              id: second,
              version,
              plannedStart: '2031-05-01',
              plannedEnd: '2031-05-02',
            });
          })(),
        ),
      ]);
      expect(outcomes.filter((code) => code !== 'stale')).toContain('accepted');
      const [firstProcess, secondProcess] = [await floor.readProcess(first), await floor.readProcess(second)];
      expect([firstProcess.plannedStart, firstProcess.plannedEnd]).toEqual([
        secondProcess.plannedStart,
        secondProcess.plannedEnd,
      ]);
      expect(firstProcess.plannedStart!.slice(0, 7)).toBe(firstProcess.plannedEnd!.slice(0, 7));

      const syncKey = `R${round}`;
      const [turning, milling] = [await floor.addProcess(), await floor.addProcess({ craftId: millingId })];
      const saveKey = async (call: typeof floor.call, id: number) => {
        const { version } = await floor.readProcess(id);
        return call('/mes/process/save', { id, version, syncKey });
      };
      const codes = await Promise.all([
        readRefusalCode(saveKey(floor.call, turning)),
        readRefusalCode(saveKey(callOnSecondNode, milling)),
      ]);
      expect(codes.sort()).toEqual(['accepted', 'syncCraftDiffers']);
    }
    const { rows } = await sql<{ crafts: number }>`select count(distinct craft_id) as crafts from process
      where factory_id = ${floor.factoryId} and sync_key is not null and deleted_at is null group by sync_key`.execute(
      floor.connection.db,
    );
    expect(Math.max(...rows.map(({ crafts }) => crafts))).toBe(1);
  });
});
