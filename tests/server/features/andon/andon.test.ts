import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createAndonFactory, type AndonFactory, type RaisedCall } from '#tests/support/call-floor.ts';
import {
  createTestFactory,
  RefusedCallError,
  readRefusalCode,
  type TestFactory,
} from '#tests/support/floor.ts';
import { openScreen, waitUntil } from '#tests/support/live-node.ts';
import { startAdminServer } from '#tests/support/server.ts';

describeForEachDatabase('Calls for help from the shop floor', (database) => {
  let factory: TestFactory;
  let andon: AndonFactory;
  let worker: AndonFactory['worker'];
  let fitter: AndonFactory['fitter'];
  const readCall = (call: { id: number }) =>
    factory.call<Record<string, unknown>>('/mes/andon/call/get', { id: call.id });

  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    andon = await createAndonFactory(factory);
    ({ worker, fitter } = andon);
  });

  test('a call records who raised, acknowledged, reached and solved it, and when', async () => {
    const call = await andon.raiseCall({ stops: true, description: 'The insert broke' });
    expect(call).toMatchObject({ state: 'raised', version: 1 });
    expect(call.code).toMatch(/^A\d{6}-\d{2,}$/);
    const acknowledged = await andon.moveCall(fitter, 'acknowledge', call);
    const arrived = await andon.moveCall(fitter, 'arrive', acknowledged);
    const solved = await andon.moveCall(fitter, 'solve', arrived, {
      solution: 'New insert, offset set',
    });
    expect([acknowledged.state, arrived.state, solved.state]).toEqual(['acknowledged', 'onSite', 'solved']);
    const record = await readCall(call);
    expect(record).toMatchObject({
      stops: true,
      workGroupId: andon.lathes,
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
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(await andon.readOpenCall(call)).toBeUndefined();
    const logRows = await factory.connection.db
      .selectFrom('log')
      .select(['action', 'byName'])
      .where('entity', '=', 'abnormalCall')
      .where('entityId', '=', call.id)
      .orderBy('id')
      .execute();
    expect(logRows.map((row) => [row.action, row.byName])).toEqual([
      ['raise', 'Wang Lei'],
      ['acknowledge', 'Zhao Gang'],
      ['arrive', 'Zhao Gang'],
      ['solve', 'Zhao Gang'],
    ]);
  });

  test('calls are numbered within a day, also when many are raised at once', async () => {
    const deviceIds = await Promise.all(Array.from({ length: 6 }, () => andon.addDevice('Press')));
    const raisedCalls = await Promise.all(deviceIds.map((deviceId) => andon.raiseCall({ deviceId })));
    const callNumbers = raisedCalls.map((call) => Number(call.code.split('-')[1])).sort((a, b) => a - b);
    expect(new Set(raisedCalls.map((call) => call.code.split('-')[0])).size).toBe(1);
    expect(callNumbers.map((number) => number - callNumbers[0]!)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('a call without a place, with a wrong type, or with a picture that is no image is refused by field', async () => {
    const readRefusedFields = async (call: Promise<unknown>) => {
      const error = await call.then(
        () => null,
        (reason: unknown) => reason,
      );
      return error instanceof RefusedCallError ? [error.code, Object.keys(error.fields)] : ['accepted'];
    };
    expect(
      await readRefusedFields(worker.call('/mes/andon/raise', { typeId: andon.toolBrokenTypeId })),
    ).toEqual(['callWithoutPlace', ['deviceId']]);
    const burrId = await andon.addCallType('Burr', 'errorClass');
    expect(await readRefusedFields(andon.raiseCall({ typeId: burrId }))).toEqual([
      'fieldsInvalid',
      ['typeId'],
    ]);
    expect(await readRefusedFields(andon.raiseCall({ typeId: 999_999_999 }))).toEqual([
      'referenceMissing',
      ['typeId'],
    ]);
    const { accountId } = await worker.call<CurrentUser>('/mes/login/current', {});
    const storeFile = (name: string, mediaType: string) =>
      factory.connection.db
        .insertInto('storedFile')
        .values({
          factoryId: factory.factoryId,
          name,
          mediaType,
          bytes: 3,
          sha256: randomUUID(),
          accountId,
          createdBy: 'test',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    const listFile = await storeFile('list.csv', 'text/csv');
    expect(await readRefusedFields(andon.raiseCall({ picture: listFile.id }))).toEqual([
      'fileType',
      ['picture'],
    ]);
    const photo = await storeFile('insert.jpg', 'image/jpeg');
    expect(await readCall(await andon.raiseCall({ picture: photo.id }))).toMatchObject({
      picture: photo.id,
    });
  });

  test('the same call cannot be raised twice, except to say that the work has stopped', async () => {
    const deviceId = await andon.addDevice('Mill');
    const firstCall = await andon.raiseCall({ deviceId });
    const secondResult = await andon.raiseCall({ deviceId }).catch((error: unknown) => error);
    expect(secondResult).toBeInstanceOf(RefusedCallError);
    expect((secondResult as RefusedCallError).code).toBe('callAlreadyOpen');
    expect((secondResult as RefusedCallError).params).toEqual({ name: 'Wang Lei', code: firstCall.code });
    await andon.raiseCall({ deviceId, typeId: andon.noMaterialTypeId });
    await andon.raiseCall({ deviceId, stops: true });
    expect(await readRefusalCode(andon.raiseCall({ deviceId, stops: true }))).toBe('callAlreadyOpen');
  });

  test('a request that is sent twice raises only one call, and gets the same answer', async () => {
    const deviceId = await andon.addDevice('Saw');
    const requestId = randomUUID();
    const sendRaiseCall = () =>
      worker.call<RaisedCall>('/mes/andon/raise', { typeId: andon.toolBrokenTypeId, deviceId }, requestId);
    const [firstAnswer, secondAnswer] = await Promise.all([sendRaiseCall(), sendRaiseCall()]);
    expect(firstAnswer).toEqual(secondAnswer);
    expect(await sendRaiseCall()).toEqual(firstAnswer);
    expect((await andon.readOpenCalls()).filter((row) => row.code === firstAnswer.code)).toHaveLength(1);

    const answerRequestId = randomUUID();
    const sendAcknowledge = () =>
      fitter.call<RaisedCall>('/mes/andon/acknowledge', { id: firstAnswer.id, version: 1 }, answerRequestId);
    expect(await Promise.all([sendAcknowledge(), sendAcknowledge()])).toEqual([
      { id: firstAnswer.id, version: 2, state: 'acknowledged' },
      { id: firstAnswer.id, version: 2, state: 'acknowledged' },
    ]);
  });

  test('of two people who answer at once, one is accepted, and the other learns who it was', async () => {
    const call = await andon.raiseCall();
    const otherFitter = await factory.createPerson('Sun Li', ['ANDON_ANSWER']);
    const answers = await Promise.allSettled([
      andon.moveCall(fitter, 'acknowledge', call),
      andon.moveCall(otherFitter, 'acknowledge', call),
    ]);
    const refusals = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason as RefusedCallError] : [],
    );
    expect(refusals.map((error) => error.code)).toEqual(['callState']);
    expect(['Zhao Gang', 'Sun Li']).toContain(refusals[0]!.params.by);
  });

  test('no step can be skipped or repeated', async () => {
    const call = await andon.raiseCall();
    expect(await readRefusalCode(andon.moveCall(fitter, 'arrive', call))).toBe('callState');
    expect(await readRefusalCode(andon.moveCall(fitter, 'solve', call))).toBe('callState');
    const acknowledged = await andon.moveCall(fitter, 'acknowledge', call);
    expect(await readRefusalCode(andon.moveCall(fitter, 'arrive', call))).toBe('stale');
    const arrived = await andon.moveCall(fitter, 'arrive', acknowledged);
    const solved = await andon.moveCall(fitter, 'solve', arrived);
    for (const verb of ['acknowledge', 'arrive', 'solve'])
      expect(await readRefusalCode(andon.moveCall(fitter, verb, solved))).toBe('callState');
    expect(await readRefusalCode(andon.moveCall(fitter, 'acknowledge', { ...call, id: 999_999_999 }))).toBe(
      'rowNotFound',
    );
  });

  test('only the person who raised a call can cancel it, with a reason, until somebody arrives', async () => {
    const call = await andon.raiseCall();
    expect(await readRefusalCode(andon.moveCall(worker, 'cancel', call))).toBe('fieldsInvalid');
    const neighbour = await factory.createPerson('Li Na', ['TASK_REPORT']);
    const cancelFields = { reason: 'The lamp was loose' };
    expect(await readRefusalCode(andon.moveCall(neighbour, 'cancel', call, cancelFields))).toBe(
      'notYourCall',
    );
    expect(await andon.moveCall(worker, 'cancel', call, cancelFields)).toMatchObject({
      state: 'cancelled',
    });
    expect(await readCall(call)).toMatchObject({ cancelReason: 'The lamp was loose' });
    expect(await andon.readOpenCall(call)).toBeUndefined();

    const secondCall = await andon.raiseCall();
    const arrived = await andon.moveCall(
      fitter,
      'arrive',
      await andon.moveCall(fitter, 'acknowledge', secondCall),
    );
    expect(await readRefusalCode(andon.moveCall(worker, 'cancel', arrived, cancelFields))).toBe('callState');
  });

  test('people who report work may raise calls but not answer them; people who answer may not raise calls', async () => {
    const call = await andon.raiseCall();
    expect(await readRefusalCode(andon.moveCall(worker, 'acknowledge', call))).toBe('noPermission');
    expect(
      await readRefusalCode(
        fitter.call('/mes/andon/raise', {
          typeId: andon.toolBrokenTypeId,
          deviceId: await andon.addDevice('X'),
        }),
      ),
    ).toBe('noPermission');
  });

  test('a call at a process goes to the group of the process, and names order, part and process', async () => {
    const { processIds } = await factory.createOrder(5, ['Rough turning']);
    await factory.connection.db
      .updateTable('process')
      .set({ workGroupId: andon.lathes })
      .where('id', '=', processIds[0]!)
      .execute();
    const call = await andon.raiseCall({ deviceId: null, processId: processIds[0] });
    expect(await andon.readOpenCall(call)).toMatchObject({
      processName: 'Rough turning',
      partName: 'Part',
      groupName: 'Lathes',
      deviceName: null,
      typeName: 'Tool broken',
      raisedBy: 'Wang Lei',
    });
  });

  test('the calls of another factory can neither be read nor answered', async () => {
    const call = await andon.raiseCall();
    const otherFactory = await createTestFactory(factory.connection);
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
  test('appears at once, is updated at each step, and disappears when it is solved', async () => {
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
      const raisedAtMs = Date.now();
      const call = await admin.call<RaisedCall>('/mes/andon/raise', { typeId: type.id, deviceId: device.id });
      await waitUntil('the call', () => screen.frames.some((frame) => frame.upsert.length > 0));
      expect(Date.now() - raisedAtMs).toBeLessThan(3000);
      const acknowledged = await admin.call<RaisedCall>('/mes/andon/acknowledge', {
        id: call.id,
        version: 1,
      });
      const arrived = await admin.call<RaisedCall>('/mes/andon/arrive', {
        id: call.id,
        version: acknowledged.version,
      });
      await admin.call('/mes/andon/solve', { id: call.id, version: arrived.version });
      await waitUntil('it is gone', () =>
        screen.frames.some((frame) => frame.remove.includes(String(call.id))),
      );
      const listCallMessages = () => screen.changed.filter((message) => message.entity === 'abnormalCall');
      await waitUntil('four are told', () => listCallMessages().length === 4);
      expect(listCallMessages().map((message) => message.topic)).toEqual([
        'andon',
        'andon',
        'andon',
        'andon',
      ]);
      screen.close();
    } finally {
      await server.close();
    }
  });
});
