import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createAndonFloor, type AndonFloor, type RaisedCall } from '#tests/support/call-floor.ts';
import {
  createTestFactory,
  RefusedCallError,
  readRefusalCode,
  type TestFactory,
} from '#tests/support/floor.ts';
import { openScreen, waitUntil } from '#tests/support/live-node.ts';
import { startAdminServer } from '#tests/support/server.ts';

describeForEachDatabase('Calls for help from the shop floor', (database) => {
  let floor: TestFactory;
  let calls: AndonFloor;
  let worker: AndonFloor['worker'];
  let fitter: AndonFloor['fitter'];
  const read = (call: { id: number }) =>
    floor.call<Record<string, unknown>>('/mes/andon/call/get', { id: call.id });

  beforeAll(async () => {
    floor = await createTestFactory(await database.open());
    calls = await createAndonFloor(floor);
    ({ worker, fitter } = calls);
  });

  test('a call is raised, acknowledged, arrived at and solved, each with who and when', async () => {
    const call = await calls.raise({ stops: true, description: 'The insert broke' });
    expect(call).toMatchObject({ state: 'raised', version: 1 });
    expect(call.code).toMatch(/^A\d{6}-\d{2,}$/);
    const acknowledged = await calls.step(fitter, 'acknowledge', call);
    const arrived = await calls.step(fitter, 'arrive', acknowledged);
    const solved = await calls.step(fitter, 'solve', arrived, { solution: 'New insert, offset set' });
    expect([acknowledged.state, arrived.state, solved.state]).toEqual(['acknowledged', 'onSite', 'solved']);
    const record = await read(call);
    expect(record).toMatchObject({
      stops: true,
      workGroupId: calls.lathes,
      raisedById: worker.employeeId,
      acknowledgedById: fitter.employeeId,
      arrivedById: fitter.employeeId,
      solvedById: fitter.employeeId,
      solution: 'New insert, offset set',
      state: 'solved',
      version: 4,
    });
    const times = ['raisedAt', 'acknowledgedAt', 'arrivedAt', 'solvedAt'].map((name) =>
      Date.parse(record[name] as string),
    );
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(await calls.openCall(call)).toBeUndefined();
    const log = await floor.connection.db
      .selectFrom('log')
      .select(['action', 'byName'])
      .where('entity', '=', 'abnormalCall')
      .where('entityId', '=', call.id)
      .orderBy('id')
      .execute();
    expect(log.map((row) => [row.action, row.byName])).toEqual([
      ['raise', 'Wang Lei'],
      ['acknowledge', 'Zhao Gang'],
      ['arrive', 'Zhao Gang'],
      ['solve', 'Zhao Gang'],
    ]);
  });

  test('calls are numbered by the day, also when many call at once', async () => {
    const deviceIds = await Promise.all(Array.from({ length: 6 }, () => calls.device('Press')));
    const raised = await Promise.all(deviceIds.map((deviceId) => calls.raise({ deviceId })));
    const numbers = raised.map((call) => Number(call.code.split('-')[1])).sort((one, other) => one - other);
    expect(new Set(raised.map((call) => call.code.split('-')[0])).size).toBe(1);
    expect(numbers.map((number) => number - numbers[0]!)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('a call without a place, of another kind of word, or with a list for a picture is refused at its field', async () => {
    const fieldsOf = async (call: Promise<unknown>) => {
      const error = await call.then(
        () => null,
        (refused: unknown) => refused,
      );
      return error instanceof RefusedCallError ? [error.code, Object.keys(error.fields)] : ['accepted'];
    };
    expect(await fieldsOf(worker.call('/mes/andon/raise', { typeId: calls.toolBroken }))).toEqual([
      'callWithoutPlace',
      ['deviceId'],
    ]);
    const burrId = await calls.type('Burr', 'errorClass');
    expect(await fieldsOf(calls.raise({ typeId: burrId }))).toEqual(['fieldsInvalid', ['typeId']]);
    expect(await fieldsOf(calls.raise({ typeId: 999_999_999 }))).toEqual(['referenceMissing', ['typeId']]);
    const { accountId } = await worker.call<CurrentUser>('/mes/login/current', {});
    const keep = (name: string, mediaType: string) =>
      floor.connection.db
        .insertInto('storedFile')
        .values({
          factoryId: floor.factoryId,
          name,
          mediaType,
          bytes: 3,
          sha256: randomUUID(),
          accountId,
          createdBy: 'test',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    const list = await keep('list.csv', 'text/csv');
    expect(await fieldsOf(calls.raise({ picture: list.id }))).toEqual(['fileType', ['picture']]);
    const photo = await keep('insert.jpg', 'image/jpeg');
    expect(await read(await calls.raise({ picture: photo.id }))).toMatchObject({ picture: photo.id });
  });

  test('who stands beside may not call for the same again, but that the work has stopped since', async () => {
    const deviceId = await calls.device('Mill');
    const first = await calls.raise({ deviceId });
    const secondResult = await calls.raise({ deviceId }).catch((error: unknown) => error);
    expect(secondResult).toBeInstanceOf(RefusedCallError);
    expect((secondResult as RefusedCallError).code).toBe('callAlreadyOpen');
    expect((secondResult as RefusedCallError).params).toEqual({ name: 'Wang Lei', code: first.code });
    await calls.raise({ deviceId, typeId: calls.noMaterial });
    await calls.raise({ deviceId, stops: true });
    expect(await readRefusalCode(calls.raise({ deviceId, stops: true }))).toBe('callAlreadyOpen');
  });

  test('pressed twice is called once: the same request answers the same call', async () => {
    const deviceId = await calls.device('Saw');
    const requestId = randomUUID();
    const press = () =>
      worker.call<RaisedCall>('/mes/andon/raise', { typeId: calls.toolBroken, deviceId }, requestId);
    const [one, other] = await Promise.all([press(), press()]);
    expect(one).toEqual(other);
    expect(await press()).toEqual(one);
    expect((await calls.open()).filter((row) => row.code === one.code)).toHaveLength(1);

    const answerId = randomUUID();
    const answer = () =>
      fitter.call<RaisedCall>('/mes/andon/acknowledge', { id: one.id, version: 1 }, answerId);
    expect(await Promise.all([answer(), answer()])).toEqual([
      { id: one.id, version: 2, state: 'acknowledged' },
      { id: one.id, version: 2, state: 'acknowledged' },
    ]);
  });

  test('of two who answer at once one is first, and the other is told who', async () => {
    const call = await calls.raise();
    const other = await floor.person('Sun Li', ['ANDON_ANSWER']);
    const answers = await Promise.allSettled([
      calls.step(fitter, 'acknowledge', call),
      calls.step(other, 'acknowledge', call),
    ]);
    const refused = answers.flatMap((one) =>
      one.status === 'rejected' ? [one.reason as RefusedCallError] : [],
    );
    expect(refused.map((error) => error.code)).toEqual(['callState']);
    expect(['Zhao Gang', 'Sun Li']).toContain(refused[0]!.params.by);
  });

  test('no step is left out and none comes back', async () => {
    const call = await calls.raise();
    expect(await readRefusalCode(calls.step(fitter, 'arrive', call))).toBe('callState');
    expect(await readRefusalCode(calls.step(fitter, 'solve', call))).toBe('callState');
    const acknowledged = await calls.step(fitter, 'acknowledge', call);
    expect(await readRefusalCode(calls.step(fitter, 'arrive', call))).toBe('stale');
    const arrived = await calls.step(fitter, 'arrive', acknowledged);
    const solved = await calls.step(fitter, 'solve', arrived);
    for (const verb of ['acknowledge', 'arrive', 'solve'])
      expect(await readRefusalCode(calls.step(fitter, verb, solved))).toBe('callState');
    expect(await readRefusalCode(calls.step(fitter, 'acknowledge', { ...call, id: 999_999_999 }))).toBe(
      'rowNotFound',
    );
  });

  test('whoever raised a call withdraws it with a reason, until somebody is there', async () => {
    const call = await calls.raise();
    expect(await readRefusalCode(calls.step(worker, 'cancel', call))).toBe('fieldsInvalid');
    const neighbour = await floor.person('Li Na', ['TASK_REPORT']);
    const reason = { reason: 'The lamp was loose' };
    expect(await readRefusalCode(calls.step(neighbour, 'cancel', call, reason))).toBe('notYourCall');
    expect(await calls.step(worker, 'cancel', call, reason)).toMatchObject({ state: 'cancelled' });
    expect(await read(call)).toMatchObject({ cancelReason: 'The lamp was loose' });
    expect(await calls.openCall(call)).toBeUndefined();

    const other = await calls.raise();
    const arrived = await calls.step(fitter, 'arrive', await calls.step(fitter, 'acknowledge', other));
    expect(await readRefusalCode(calls.step(worker, 'cancel', arrived, reason))).toBe('callState');
  });

  test('who reports may call and not answer; who answers may not call', async () => {
    const call = await calls.raise();
    expect(await readRefusalCode(calls.step(worker, 'acknowledge', call))).toBe('noPermission');
    expect(
      await readRefusalCode(
        fitter.call('/mes/andon/raise', { typeId: calls.toolBroken, deviceId: await calls.device('X') }),
      ),
    ).toBe('noPermission');
  });

  test('a call at a process goes to the group of the process, and names order, part and process', async () => {
    const { processIds } = await floor.order(5, ['Rough turning']);
    await floor.connection.db
      .updateTable('process')
      .set({ workGroupId: calls.lathes })
      .where('id', '=', processIds[0]!)
      .execute();
    const call = await calls.raise({ deviceId: null, processId: processIds[0] });
    expect(await calls.openCall(call)).toMatchObject({
      processName: 'Rough turning',
      partName: 'Part',
      groupName: 'Lathes',
      deviceName: null,
      typeName: 'Tool broken',
      raisedBy: 'Wang Lei',
    });
  });

  test('the calls of another factory are nobody’s business here', async () => {
    const call = await calls.raise();
    const otherFactory = await createTestFactory(floor.connection);
    expect(await otherFactory.call('/mes/form/openCalls', {})).toMatchObject({ rows: [] });
    expect(await readRefusalCode(otherFactory.call('/mes/andon/call/get', { id: call.id }))).toBe(
      'rowNotFound',
    );
    expect(
      await readRefusalCode(otherFactory.call('/mes/andon/acknowledge', { id: call.id, version: 1 })),
    ).toBe('rowNotFound');
  });
});

describeForEachDatabase('A call on a wall', (database) => {
  test('stands there at once, with every step of it, and is gone when it is solved', async () => {
    const server = await startAdminServer(database);
    try {
      const { admin } = server;
      const type = await admin.call<{ id: number }>('/mes/system/classify/save', {
        classId: 'abnormalType',
        code: 'T1',
        name: 'Tool broken',
      });
      const device = await admin.call<{ id: number }>('/mes/system/basic/device/save', {
        code: 'D1',
        name: 'Lathe',
      });
      const screen = await openScreen(server.url, admin.token!);
      const answer = await screen.watch('/mes/form/openCalls');
      expect(answer.ok && 'rows' in answer && answer.rows).toEqual([]);
      const began = Date.now();
      const call = await admin.call<RaisedCall>('/mes/andon/raise', { typeId: type.id, deviceId: device.id });
      await waitUntil('the call', () => screen.frames.some((frame) => frame.upsert.length > 0));
      expect(Date.now() - began).toBeLessThan(3000);
      const acknowledgedCall = await admin.call<RaisedCall>('/mes/andon/acknowledge', {
        id: call.id,
        version: 1,
      });
      const arrivedCall = await admin.call<RaisedCall>('/mes/andon/arrive', {
        id: call.id,
        version: acknowledgedCall.version,
      });
      await admin.call('/mes/andon/solve', { id: call.id, version: arrivedCall.version });
      await waitUntil('it is gone', () =>
        screen.frames.some((frame) => frame.remove.includes(String(call.id))),
      );
      const told = () => screen.changed.filter((message) => message.entity === 'abnormalCall');
      await waitUntil('four are told', () => told().length === 4);
      expect(told().map((message) => message.topic)).toEqual(['andon', 'andon', 'andon', 'andon']);
      screen.close();
    } finally {
      await server.close();
    }
  });
});
