import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { MAX_FIRED_VALUE } from '#shared/entities/alarm.ts';
import { evaluateRules, FactoryEvaluationError } from '#server/features/alarm/evaluate-rules.ts';
import { writeAlarmChanges } from '#server/features/alarm/write-changes.ts';
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
  const acknowledgeAlarm = (person: { call: TestFactory['call'] }, alarm: { id: number; version: number }) =>
    person.call<{ version: number; state: string }>('/mes/alarm/acknowledge', {
      id: alarm.id,
      version: alarm.version,
    });

  test('a rule fires once when its limit is reached, and the alarm is resolved below the limit', async () => {
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
    const [resolvedAlarm] = await alarms.listAlarmsOf(rule);
    expect(resolvedAlarm).toMatchObject({ id: alarm!.id, state: 'resolved', acknowledgedAt: null });
    expect(resolvedAlarm!.resolvedAt).not.toBeNull();
    const { rows } = await sql<{ action: string }>`select action from log
      where factory_id = ${factory.factoryId} and entity = 'alarm' and entity_id = ${alarm!.id} order by id`.execute(
      factory.connection.db,
    );
    expect(rows.map(({ action }) => action)).toEqual(['fire', 'resolve']);
    await endCall(secondCall);
    await deleteRule(rule);
  });

  test('a rule fires only after its condition has held for its minutes without interruption', async () => {
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
    const openAlarms = await alarms.evaluate();
    expect(openAlarms.map(({ subject }) => subject)).toEqual(['Tool broken · Lathe', 'Tool broken · Lathe']);
    const answeredCall = await andon.moveCall(andon.fitter, 'acknowledge', calls[0]!);
    expect(await alarms.evaluate()).toHaveLength(1);
    await endCall(answeredCall);
    await endCall(calls[1]!);
    await endCall(otherCall);
    expect(await alarms.evaluate()).toEqual([]);
    await deleteRule(rule);
  });

  test('a person with the permission acknowledges an alarm; the second person learns who was first', async () => {
    const rule = await alarms.addRule();
    const call = await andon.raiseCall();
    const [alarm] = await alarms.evaluate();
    const mechanic = await factory.createPerson('Zhou Min', ['ALARM_ACKNOWLEDGE']);
    const operator = await factory.createPerson('Wu Di', ['TASK_REPORT', 'ANDON_ANSWER']);
    expect(await readRefusalCode(acknowledgeAlarm(operator, alarm!))).toBe('noPermission');
    expect(
      await readRefusalCode(acknowledgeAlarm(mechanic, { ...alarm!, version: alarm!.version + 1 })),
    ).toBe('stale');
    expect(await readRefusalCode(acknowledgeAlarm(mechanic, { ...alarm!, id: 999_999_999 }))).toBe(
      'rowNotFound',
    );
    const otherFactory = await createTestFactory(factory.connection);
    expect(await readRefusalCode(acknowledgeAlarm(otherFactory, alarm!))).toBe('rowNotFound');
    expect((await acknowledgeAlarm(mechanic, alarm!)).state).toBe('acknowledged');
    const [shownAlarm] = await alarms.evaluate();
    expect(shownAlarm).toMatchObject({ id: alarm!.id, state: 'acknowledged', acknowledgedBy: 'Zhou Min' });
    const refusal = await acknowledgeAlarm(factory, shownAlarm!).catch(
      (error: unknown) => error as RefusedCallError,
    );
    expect(refusal).toMatchObject({ code: 'alarmState', params: { by: 'Zhou Min' } });
    // While the limit is still reached, no second alarm follows the acknowledged one.
    await andon.raiseCall().then(async (anotherCall) => {
      expect((await alarms.evaluate()).map(({ id }) => id)).toEqual([alarm!.id]);
      await endCall(anotherCall);
    });
    await endCall(call);
    expect(await alarms.evaluate()).toEqual([]);
    const [resolvedAlarm] = await alarms.listAlarmsOf(rule);
    expect(resolvedAlarm).toMatchObject({ state: 'resolved', labels: { acknowledgedById: 'Zhou Min' } });
    expect(
      await readRefusalCode(
        acknowledgeAlarm(mechanic, { id: resolvedAlarm!.id, version: resolvedAlarm!.version }),
      ),
    ).toBe('alarmEnded');
    await deleteRule(rule);
  });

  test('of two people who acknowledge an alarm at the same time one wins, and the other learns who', async () => {
    const rule = await alarms.addRule();
    const call = await andon.raiseCall();
    const [alarm] = await alarms.evaluate();
    const names = ['He Lan', 'Sun Tao'];
    const people = await Promise.all(names.map((name) => factory.createPerson(name, ['ALARM_ACKNOWLEDGE'])));
    const outcomes = await Promise.allSettled(people.map((person) => acknowledgeAlarm(person, alarm!)));
    const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes[1 - winner]).toMatchObject({
      reason: { code: 'alarmState', params: { by: names[winner] } },
    });
    expect((await alarms.listOpenAlarms())[0]).toMatchObject({
      acknowledgedBy: names[winner],
      version: alarm!.version + 1,
    });
    await endCall(call);
    await alarms.evaluate();
    await deleteRule(rule);
  });

  test('an alarm that was escalated after a person had seen it can be acknowledged by this person', async () => {
    const role = await factory.call<{ id: number }>('/mes/system/basic/role/save', { name: 'Shift leaders' });
    const rule = await alarms.addRule({ escalateAfterMinutes: 10, escalationRoleIds: [role.id] });
    const call = await andon.raiseCall();
    const [seenAlarm] = await alarms.evaluate();
    await alarms.backdate(10);
    const [escalatedAlarm] = await alarms.evaluate();
    expect(escalatedAlarm!.version).toBe(seenAlarm!.version + 1);
    expect((await acknowledgeAlarm(factory, seenAlarm!)).state).toBe('acknowledged');
    await endCall(call);
    await alarms.evaluate();
    expect((await alarms.listAlarmsOf(rule))[0]).toMatchObject({ state: 'resolved', updatedBy: '' });
    await deleteRule(rule);
  });

  test('an alarm that nobody acknowledges is escalated to the roles of its rule, once', async () => {
    const role = await factory.call<{ id: number }>('/mes/system/basic/role/save', {
      name: 'Plant managers',
      permissions: [{ permission: 'ALARM_ACKNOWLEDGE' }],
    });
    const manager = await factory.createPerson('Lin Boss', []);
    await factory.connection.db
      .insertInto('employeeRoleIds')
      .values({ factoryId: factory.factoryId, ownerId: manager.employeeId, position: 9, targetId: role.id })
      .execute();
    const readEscalationFlags = async (person: { call: TestFactory['call'] }) =>
      (await person.call<{ rows: { isEscalatedToUser: boolean }[] }>('/mes/alarm/open', {})).rows.map(
        (row) => row.isEscalatedToUser,
      );
    const rule = await alarms.addRule({ escalateAfterMinutes: 10, escalationRoleIds: [role.id] });
    const call = await andon.raiseCall();
    await alarms.evaluate();
    await alarms.backdate(9);
    expect((await alarms.evaluate())[0]!.escalatedAt).toBeNull();
    expect(await readEscalationFlags(manager)).toEqual([false]);
    await alarms.backdate(1);
    const [escalatedAlarm] = await alarms.evaluate();
    expect(escalatedAlarm).toMatchObject({ state: 'firing', escalatedTo: 'Plant managers' });
    expect(escalatedAlarm!.escalatedAt).not.toBeNull();
    expect(await readEscalationFlags(manager)).toEqual([true]);
    expect(await readEscalationFlags(factory)).toEqual([false]);
    expect((await alarms.evaluate())[0]!.version).toBe(escalatedAlarm!.version);
    await acknowledgeAlarm(manager, escalatedAlarm!);
    expect(await readEscalationFlags(manager)).toEqual([false]);
    await endCall(call);
    await alarms.evaluate();

    // An acknowledged alarm is not escalated.
    const nextCall = await andon.raiseCall();
    await acknowledgeAlarm(factory, (await alarms.evaluate())[0]!);
    await alarms.backdate(60);
    expect((await alarms.evaluate())[0]!.escalatedAt).toBeNull();
    await endCall(nextCall);
    await alarms.evaluate();
    await deleteRule(rule);
  });

  test('the alarms of a rule end when the rule is deleted, disabled or gets another measure', async () => {
    const call = await andon.raiseCall();
    const [deletedRule, disabledRule, changedRule] = [
      await alarms.addRule(),
      await alarms.addRule(),
      await alarms.addRule(),
    ];
    expect(await alarms.evaluate()).toHaveLength(3);
    await deleteRule(deletedRule);
    await factory.call('/mes/system/alarmRule/save', { ...disabledRule, enabled: false });
    await factory.call('/mes/system/alarmRule/save', { ...changedRule, measure: 'downDeviceCount' });
    expect(await alarms.evaluate()).toEqual([]);
    for (const rule of [deletedRule, disabledRule, changedRule])
      expect((await alarms.listAlarmsOf(rule)).map(({ state }) => state)).toEqual(['resolved']);
    await endCall(call);
  });

  test('a factory whose values cannot be read keeps its alarms and is named; the others are evaluated', async () => {
    const otherFactory = await createTestFactory(factory.connection);
    const otherAlarms = makeAlarmFloor(otherFactory);
    const otherRule = await otherAlarms.addRule();
    const otherAndon = await createAndonFactory(otherFactory);
    const rule = await alarms.addRule();
    const call = await andon.raiseCall();
    const [alarm] = await alarms.evaluate();
    await otherAndon.raiseCall();
    await endCall(call);
    const { db } = factory.connection;
    const unreadable = new Error('Unreadable');
    const error = await evaluateRules(db, ({ factoryId }) => {
      if (factoryId === factory.factoryId) throw unreadable;
      return true;
    }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(FactoryEvaluationError);
    expect(error).toMatchObject({ factoryIds: [factory.factoryId], errors: [unreadable] });
    expect((await alarms.listOpenAlarms()).map(({ id }) => id)).toEqual([alarm!.id]);
    expect((await otherAlarms.listOpenAlarms()).map(({ name }) => name)).toEqual([otherRule.name]);
    expect(await alarms.evaluate()).toEqual([]);
    await deleteRule(rule);
  });

  test('a value beyond the range of an alarm is stored as the largest value', async () => {
    const rule = await alarms.addRule();
    const values = [{ key: 'total', subject: null, value: 5e9 }];
    await writeAlarmChanges(
      factory.connection.db,
      factory.factoryId,
      new Map([[rule.id, { version: rule.version, values }]]),
    );
    expect((await alarms.listOpenAlarms()).map(({ firedValue }) => firedValue)).toEqual([MAX_FIRED_VALUE]);
    await deleteRule(rule);
    expect(await alarms.evaluate()).toEqual([]);
  });

  test('two nodes that evaluate at the same time raise an alarm once', async () => {
    const rule = await alarms.addRule();
    const call = await andon.raiseCall();
    const otherConnection = database.url
      ? await openDatabase({ url: database.url, dataDir: database.dataDir, poolSize: 2 })
      : null;
    try {
      const nodeConnections = [factory.connection, otherConnection ?? factory.connection];
      await Promise.all(
        [...nodeConnections, ...nodeConnections, ...nodeConnections].map(({ db }) =>
          evaluateRules(db, () => true),
        ),
      );
      expect(await alarms.listAlarmsOf(rule)).toHaveLength(1);
      await endCall(call);
      await Promise.all(nodeConnections.map(({ db }) => evaluateRules(db, () => true)));
      expect((await alarms.listAlarmsOf(rule)).map(({ state }) => state)).toEqual(['resolved']);
    } finally {
      await otherConnection?.close();
      await deleteRule(rule);
    }
  });
});
