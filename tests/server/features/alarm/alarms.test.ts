import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { MAX_FIRED_VALUE } from '#shared/entities/alarm.ts';
import { writeAlarmChanges } from '#server/features/alarm/write-changes.ts';
import { openDatabase } from '#server/db/connect.ts';
import { createAlarmFixture, type AlarmFixture } from '#tests/support/alarm-fixture.ts';
import type { AndonFactory } from '#tests/support/call-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { evaluateAlarms } from '#tests/support/evaluate-alarms.ts';
import type { TestFactory } from '#tests/support/floor.ts';

describeForEachDatabase('Alarms', (database) => {
  let factory: TestFactory;
  let andon: AndonFactory;
  let alarms: AlarmFixture;

  beforeAll(async () => {
    alarms = await createAlarmFixture(await database.open());
    ({ factory, andon } = alarms);
  });

  test('a rule fires once when its limit is reached, and the alarm is resolved below the limit', async () => {
    const rule = await alarms.addRule({ limitValue: 2 });
    const firstCall = await andon.raiseCall();
    expect(await alarms.evaluate()).toEqual([]);
    const secondCall = await andon.raiseCall();
    const [alarm, ...otherAlarms] = await alarms.evaluate();
    expect(otherAlarms).toEqual([]);
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
    await alarms.endCall(firstCall);
    expect(await alarms.evaluate()).toEqual([]);
    const [resolvedAlarm] = await alarms.listAlarmsOf(rule);
    expect(resolvedAlarm).toMatchObject({ id: alarm!.id, state: 'resolved', acknowledgedAt: null });
    expect(resolvedAlarm!.resolvedAt).not.toBeNull();
    const { rows } = await sql<{ action: string }>`select action from log
      where factory_id = ${factory.factoryId} and entity = 'alarm' and entity_id = ${alarm!.id} order by id`.execute(
      factory.connection.db,
    );
    expect(rows.map(({ action }) => action)).toEqual(['fire', 'resolve']);
    await alarms.endCall(secondCall);
    await alarms.deleteRule(rule);
  });

  test('a rule fires only after its condition has held for its minutes without interruption', async () => {
    const rule = await alarms.addRule({ forMinutes: 3 });
    const call = await andon.raiseCall();
    expect(await alarms.evaluate()).toEqual([]);
    await alarms.backdate(2);
    expect(await alarms.evaluate()).toEqual([]);
    await alarms.endCall(call);
    await alarms.evaluate();
    const nextCall = await andon.raiseCall();
    await alarms.evaluate();
    await alarms.backdate(2);
    expect(await alarms.evaluate()).toEqual([]);
    await alarms.backdate(1);
    const [alarm] = await alarms.evaluate();
    expect(Date.parse(alarm!.firedAt) - Date.parse(alarm!.conditionSince)).toBeGreaterThanOrEqual(3 * 60_000);
    await alarms.endCall(nextCall);
    await alarms.evaluate();
    await alarms.deleteRule(rule);
  });

  test('an alarm ends at its clear value only', async () => {
    const rule = await alarms.addRule({ limitValue: 3, clearValue: 1 });
    const calls = [await andon.raiseCall(), await andon.raiseCall(), await andon.raiseCall()];
    const [alarm] = await alarms.evaluate();
    await alarms.endCall(calls[0]!);
    expect((await alarms.evaluate()).map(({ id }) => id)).toEqual([alarm!.id]);
    await alarms.endCall(calls[1]!);
    expect(await alarms.evaluate()).toEqual([]);
    expect(await alarms.listAlarmsOf(rule)).toHaveLength(1);
    await alarms.endCall(calls[2]!);
    await alarms.deleteRule(rule);
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
    await alarms.endCall(answeredCall);
    await alarms.endCall(calls[1]!);
    await alarms.endCall(otherCall);
    expect(await alarms.evaluate()).toEqual([]);
    await alarms.deleteRule(rule);
  });

  test('the alarms of a rule end when the rule is deleted, disabled or gets another measure', async () => {
    const call = await andon.raiseCall();
    const [deletedRule, disabledRule, changedRule] = [
      await alarms.addRule(),
      await alarms.addRule(),
      await alarms.addRule(),
    ];
    expect(await alarms.evaluate()).toHaveLength(3);
    await alarms.deleteRule(deletedRule);
    await factory.call('/mes/system/alarmRule/save', { ...disabledRule, enabled: false });
    await factory.call('/mes/system/alarmRule/save', { ...changedRule, measure: 'downDeviceCount' });
    expect(await alarms.evaluate()).toEqual([]);
    for (const rule of [deletedRule, disabledRule, changedRule])
      expect((await alarms.listAlarmsOf(rule)).map(({ state }) => state)).toEqual(['resolved']);
    await alarms.endCall(call);
  });

  test('a value beyond the range of an alarm is stored as the largest value', async () => {
    const rule = await alarms.addRule();
    const values = [{ key: 'total', subject: null, value: 5e9 }];
    await writeAlarmChanges(
      factory.connection.db,
      factory.factoryId,
      new Map([[rule.id, { version: rule.version, values }]]),
      async () => true,
    );
    expect((await alarms.listOpenAlarms()).map(({ firedValue }) => firedValue)).toEqual([MAX_FIRED_VALUE]);
    await alarms.deleteRule(rule);
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
        [...nodeConnections, ...nodeConnections, ...nodeConnections].map(({ db }) => evaluateAlarms(db)),
      );
      expect(await alarms.listAlarmsOf(rule)).toHaveLength(1);
      await alarms.endCall(call);
      await Promise.all(nodeConnections.map(({ db }) => evaluateAlarms(db)));
      expect((await alarms.listAlarmsOf(rule)).map(({ state }) => state)).toEqual(['resolved']);
    } finally {
      await otherConnection?.close();
      await alarms.deleteRule(rule);
    }
  });
});
