import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { evaluateRules } from '#server/features/alarm/evaluate-rules.ts';
import { openDatabase } from '#server/db/connect.ts';
import { makeAlarmFloor, type AlarmFloor } from '#tests/support/alarm-floor.ts';
import { createAndonFactory, type AndonFactory, type RaisedCall } from '#tests/support/call-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createTestFactory,
  readRefusalCode,
  type RefusedCallError,
  type TestFactory,
} from '#tests/support/floor.ts';

describeForEachDatabase('Alarms', (database) => {
  let factory: TestFactory;
  let andon: AndonFactory;
  let alarms: AlarmFloor;

  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    andon = await createAndonFactory(factory);
    alarms = makeAlarmFloor(factory);
  });

  const endCall = (call: RaisedCall) => andon.moveCall(andon.worker, 'cancel', call, { reason: 'Done' });
  const deleteRule = (rule: { id: number }) =>
    factory.call('/mes/system/alarmRule/delete', { ids: [rule.id] });
  const acknowledge = (person: { call: TestFactory['call'] }, alarm: { id: number; version: number }) =>
    person.call<{ version: number; state: string }>('/mes/alarm/acknowledge', {
      id: alarm.id,
      version: alarm.version,
    });

  test('a rule fires when its limit is reached, once, and the alarm is resolved when it no longer is', async () => {
    const rule = await alarms.addRule({ limitValue: 2 });
    const firstCall = await andon.raiseCall();
    expect(await alarms.evaluate()).toEqual([]);
    const secondCall = await andon.raiseCall();
    const [alarm, ...others] = await alarms.evaluate();
    expect(others).toEqual([]);
    expect(alarm).toMatchObject({
      name: rule.name,
      subject: null,
      state: 'firing',
      severity: 'warning',
      firedValue: 2,
      limitValue: 2,
      acknowledgedBy: null,
      isEscalatedToUser: false,
    });
    expect((await alarms.evaluate()).map(({ id, version }) => [id, version])).toEqual([
      [alarm!.id, alarm!.version],
    ]);
    await endCall(firstCall);
    expect(await alarms.evaluate()).toEqual([]);
    const [resolved] = await alarms.listAlarmsOf(rule);
    expect(resolved).toMatchObject({ id: alarm!.id, state: 'resolved', acknowledgedAt: null });
    expect(resolved!.resolvedAt).not.toBeNull();
    const { rows } = await sql<{ action: string }>`select action from log
      where factory_id = ${factory.factoryId} and entity = 'alarm' and entity_id = ${alarm!.id} order by id`.execute(
      factory.connection.db,
    );
    expect(rows.map(({ action }) => action)).toEqual(['fire', 'resolve']);
    await endCall(secondCall);
    await deleteRule(rule);
  });

  test('a rule waits for its minutes, and a break starts them again', async () => {
    const rule = await alarms.addRule({ forMinutes: 3 });
    const call = await andon.raiseCall();
    expect(await alarms.evaluate()).toEqual([]);
    await alarms.backdate(2);
    expect(await alarms.evaluate()).toEqual([]);
    await endCall(call);
    await alarms.evaluate();
    const nextCall = await andon.raiseCall();
    await alarms.evaluate();
    await alarms.backdate(2);
    expect(await alarms.evaluate()).toEqual([]);
    await alarms.backdate(1);
    const [alarm] = await alarms.evaluate();
    expect(Date.parse(alarm!.firedAt) - Date.parse(alarm!.conditionSince)).toBeGreaterThanOrEqual(3 * 60_000);
    await endCall(nextCall);
    await alarms.evaluate();
    await deleteRule(rule);
  });

  test('an alarm ends at its clear value only', async () => {
    const rule = await alarms.addRule({ limitValue: 3, clearValue: 1 });
    const calls = [await andon.raiseCall(), await andon.raiseCall(), await andon.raiseCall()];
    const [alarm] = await alarms.evaluate();
    await endCall(calls[0]!);
    expect((await alarms.evaluate()).map(({ id }) => id)).toEqual([alarm!.id]);
    await endCall(calls[1]!);
    expect(await alarms.evaluate()).toEqual([]);
    expect(await alarms.listAlarmsOf(rule)).toHaveLength(1);
    await endCall(calls[2]!);
    await deleteRule(rule);
  });

  test('a rule on calls has one alarm for each call, and only for calls of its group', async () => {
    const rule = await alarms.addRule({
      measure: 'callUnansweredMinutes',
      limitValue: 10,
      workGroupId: andon.lathes,
    });
    const calls = [await andon.raiseCall(), await andon.raiseCall()];
    const otherDeviceId = await andon.addDevice('Saw');
    const otherCall = await andon.raiseCall({ deviceId: otherDeviceId });
    for (const call of [...calls, otherCall]) await andon.backdateCall(call, 11);
    const open = await alarms.evaluate();
    expect(open.map(({ subject }) => subject)).toEqual(['Tool broken · Lathe', 'Tool broken · Lathe']);
    const answered = await andon.moveCall(andon.fitter, 'acknowledge', calls[0]!);
    expect(await alarms.evaluate()).toHaveLength(1);
    await endCall(answered);
    await endCall(calls[1]!);
    await endCall(otherCall);
    expect(await alarms.evaluate()).toEqual([]);
    await deleteRule(rule);
  });

  test('a person with the permission acknowledges an alarm; the second person learns who was first', async () => {
    const rule = await alarms.addRule();
    const call = await andon.raiseCall();
    const [alarm] = await alarms.evaluate();
    const mechanic = await factory.person('Zhou Min', ['ALARM_ACKNOWLEDGE']);
    const operator = await factory.person('Wu Di', ['TASK_REPORT', 'ANDON_ANSWER']);
    expect(await readRefusalCode(acknowledge(operator, alarm!))).toBe('noPermission');
    expect(await readRefusalCode(acknowledge(mechanic, { ...alarm!, version: alarm!.version + 1 }))).toBe(
      'stale',
    );
    expect(await readRefusalCode(acknowledge(mechanic, { ...alarm!, id: 999_999_999 }))).toBe('rowNotFound');
    const otherFactory = await createTestFactory(factory.connection);
    expect(await readRefusalCode(acknowledge(otherFactory, alarm!))).toBe('rowNotFound');
    expect((await acknowledge(mechanic, alarm!)).state).toBe('acknowledged');
    const [shown] = await alarms.evaluate();
    expect(shown).toMatchObject({ id: alarm!.id, state: 'acknowledged', acknowledgedBy: 'Zhou Min' });
    const refusal = await acknowledge(factory, shown!).catch((error: unknown) => error as RefusedCallError);
    expect(refusal).toMatchObject({ code: 'alarmState', params: { by: 'Zhou Min' } });
    // An acknowledged alarm whose value goes on stays one alarm.
    await andon.raiseCall().then(async (another) => {
      expect((await alarms.evaluate()).map(({ id }) => id)).toEqual([alarm!.id]);
      await endCall(another);
    });
    await endCall(call);
    expect(await alarms.evaluate()).toEqual([]);
    const [resolved] = await alarms.listAlarmsOf(rule);
    expect(resolved).toMatchObject({ state: 'resolved', labels: { acknowledgedById: 'Zhou Min' } });
    expect(
      await readRefusalCode(acknowledge(mechanic, { id: resolved!.id, version: resolved!.version })),
    ).toBe('alarmState');
    await deleteRule(rule);
  });

  test('an alarm that nobody acknowledges is escalated to the roles of its rule, once', async () => {
    const role = await factory.call<{ id: number }>('/mes/system/basic/role/save', {
      name: 'Plant managers',
      permissions: [{ permission: 'ALARM_ACKNOWLEDGE' }],
    });
    const manager = await factory.person('Lin Boss', []);
    await factory.connection.db
      .insertInto('employeeRoleIds')
      .values({ factoryId: factory.factoryId, ownerId: manager.employeeId, position: 9, targetId: role.id })
      .execute();
    const readAs = async (person: { call: TestFactory['call'] }) =>
      (await person.call<{ rows: { isEscalatedToUser: boolean }[] }>('/mes/alarm/open', {})).rows.map(
        (row) => row.isEscalatedToUser,
      );
    const rule = await alarms.addRule({ escalateAfterMinutes: 10, escalationRoleIds: [role.id] });
    const call = await andon.raiseCall();
    await alarms.evaluate();
    await alarms.backdate(9);
    expect((await alarms.evaluate())[0]!.escalatedAt).toBeNull();
    expect(await readAs(manager)).toEqual([false]);
    await alarms.backdate(1);
    const [escalated] = await alarms.evaluate();
    expect(escalated).toMatchObject({ state: 'firing', escalatedTo: 'Plant managers' });
    expect(escalated!.escalatedAt).not.toBeNull();
    expect(await readAs(manager)).toEqual([true]);
    expect(await readAs(factory)).toEqual([false]);
    expect((await alarms.evaluate())[0]!.version).toBe(escalated!.version);
    await acknowledge(manager, escalated!);
    expect(await readAs(manager)).toEqual([false]);
    await endCall(call);
    await alarms.evaluate();

    // An acknowledged alarm is not escalated.
    const nextCall = await andon.raiseCall();
    await acknowledge(factory, (await alarms.evaluate())[0]!);
    await alarms.backdate(60);
    expect((await alarms.evaluate())[0]!.escalatedAt).toBeNull();
    await endCall(nextCall);
    await alarms.evaluate();
    await deleteRule(rule);
  });

  test('the alarms of a rule end when the rule is deleted, disabled or gets another measure', async () => {
    const call = await andon.raiseCall();
    const [deleted, disabled, changed] = [
      await alarms.addRule(),
      await alarms.addRule(),
      await alarms.addRule(),
    ];
    expect(await alarms.evaluate()).toHaveLength(3);
    await deleteRule(deleted);
    await factory.call('/mes/system/alarmRule/save', { ...disabled, enabled: false });
    await factory.call('/mes/system/alarmRule/save', { ...changed, measure: 'downDeviceCount' });
    expect(await alarms.evaluate()).toEqual([]);
    for (const rule of [deleted, disabled, changed])
      expect((await alarms.listAlarmsOf(rule)).map(({ state }) => state)).toEqual(['resolved']);
    await endCall(call);
  });

  test('two nodes that evaluate at the same time raise an alarm once', async () => {
    const rule = await alarms.addRule();
    const call = await andon.raiseCall();
    const otherConnection = database.url
      ? await openDatabase({ url: database.url, dataDir: database.dataDir, poolSize: 2 })
      : null;
    try {
      const nodes = [factory.connection, otherConnection ?? factory.connection];
      await Promise.all([...nodes, ...nodes, ...nodes].map(({ db }) => evaluateRules(db, () => true)));
      expect(await alarms.listAlarmsOf(rule)).toHaveLength(1);
      await endCall(call);
      await Promise.all(nodes.map(({ db }) => evaluateRules(db, () => true)));
      expect((await alarms.listAlarmsOf(rule)).map(({ state }) => state)).toEqual(['resolved']);
    } finally {
      await otherConnection?.close();
      await deleteRule(rule);
    }
  });
});
