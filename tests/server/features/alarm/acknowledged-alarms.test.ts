import { beforeAll, expect, test } from 'vitest';
import { SAME_ALARM_MINUTES } from '#shared/alarms/history.ts';
import { createAlarmFixture, type AlarmFixture } from '#tests/support/alarm-fixture.ts';
import type { AndonFactory } from '#tests/support/call-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createTestFactory,
  readRefusalCode,
  type RefusedCallError,
  type TestFactory,
} from '#tests/support/floor.ts';

describeForEachDatabase('An open alarm', (database) => {
  let factory: TestFactory;
  let andon: AndonFactory;
  let alarms: AlarmFixture;

  beforeAll(async () => {
    alarms = await createAlarmFixture(await database.open());
    ({ factory, andon } = alarms);
  });

  test('a person with the permission acknowledges an alarm; the second person learns who was first', async () => {
    const rule = await alarms.addRule();
    const call = await andon.raiseCall();
    const [alarm] = await alarms.evaluate();
    const mechanic = await factory.createPerson('Zhou Min', ['ALARM_ACKNOWLEDGE']);
    const operator = await factory.createPerson('Wu Di', ['TASK_REPORT', 'ANDON_ANSWER']);
    expect(await readRefusalCode(alarms.acknowledge(operator, alarm!))).toBe('noPermission');
    expect(
      await readRefusalCode(alarms.acknowledge(mechanic, { ...alarm!, version: alarm!.version + 1 })),
    ).toBe('stale');
    expect(await readRefusalCode(alarms.acknowledge(mechanic, { ...alarm!, id: 999_999_999 }))).toBe(
      'rowNotFound',
    );
    const otherFactory = await createTestFactory(factory.connection);
    expect(await readRefusalCode(alarms.acknowledge(otherFactory, alarm!))).toBe('rowNotFound');
    expect((await alarms.acknowledge(mechanic, alarm!)).state).toBe('acknowledged');
    const [shownAlarm] = await alarms.evaluate();
    expect(shownAlarm).toMatchObject({ id: alarm!.id, state: 'acknowledged', acknowledgedBy: 'Zhou Min' });
    const refusal = await alarms
      .acknowledge(factory, shownAlarm!)
      .catch((error: unknown) => error as RefusedCallError);
    expect(refusal).toMatchObject({ code: 'alarmState', params: { by: 'Zhou Min' } });
    // While the limit is still reached, no second alarm follows the acknowledged one.
    await andon.raiseCall().then(async (anotherCall) => {
      expect((await alarms.evaluate()).map(({ id }) => id)).toEqual([alarm!.id]);
      await alarms.endCall(anotherCall);
    });
    await alarms.endCall(call);
    expect(await alarms.evaluate()).toEqual([]);
    const [resolvedAlarm] = await alarms.listAlarmsOf(rule);
    expect(resolvedAlarm).toMatchObject({ state: 'resolved', labels: { acknowledgedById: 'Zhou Min' } });
    expect(
      await readRefusalCode(
        alarms.acknowledge(mechanic, { id: resolvedAlarm!.id, version: resolvedAlarm!.version }),
      ),
    ).toBe('alarmEnded');
    await alarms.deleteRule(rule);
  });

  test('of two people who acknowledge an alarm at the same time one wins, and the other learns who', async () => {
    const rule = await alarms.addRule();
    const call = await andon.raiseCall();
    const [alarm] = await alarms.evaluate();
    const names = ['He Lan', 'Sun Tao'];
    const people = await Promise.all(names.map((name) => factory.createPerson(name, ['ALARM_ACKNOWLEDGE'])));
    const outcomes = await Promise.allSettled(people.map((person) => alarms.acknowledge(person, alarm!)));
    const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes[1 - winner]).toMatchObject({
      reason: { code: 'alarmState', params: { by: names[winner] } },
    });
    expect((await alarms.listOpenAlarms())[0]).toMatchObject({
      acknowledgedBy: names[winner],
      version: alarm!.version + 1,
    });
    await alarms.endCall(call);
    await alarms.evaluate();
    await alarms.deleteRule(rule);
  });

  test('an alarm that was escalated after a person had seen it can be acknowledged by this person', async () => {
    const role = await factory.call<{ id: number }>('/mes/system/basic/role/save', { name: 'Shift leaders' });
    const rule = await alarms.addRule({ escalateAfterMinutes: 10, escalationRoleIds: [role.id] });
    const call = await andon.raiseCall();
    const [seenAlarm] = await alarms.evaluate();
    await alarms.backdate(10);
    const [escalatedAlarm] = await alarms.evaluate();
    expect(escalatedAlarm!.version).toBe(seenAlarm!.version + 1);
    expect((await alarms.acknowledge(factory, seenAlarm!)).state).toBe('acknowledged');
    await alarms.endCall(call);
    await alarms.evaluate();
    expect((await alarms.listAlarmsOf(rule))[0]).toMatchObject({ state: 'resolved', updatedBy: '' });
    await alarms.deleteRule(rule);
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
    await alarms.acknowledge(manager, escalatedAlarm!);
    expect(await readEscalationFlags(manager)).toEqual([false]);
    await alarms.endCall(call);
    await alarms.evaluate();

    // An acknowledged alarm is not escalated. The open alarm is a new one, because the first alarm ended long ago.
    await alarms.backdate(SAME_ALARM_MINUTES + 1);
    const nextCall = await andon.raiseCall();
    await alarms.acknowledge(factory, (await alarms.evaluate())[0]!);
    await alarms.backdate(60);
    expect((await alarms.evaluate())[0]!.escalatedAt).toBeNull();
    await alarms.endCall(nextCall);
    await alarms.evaluate();
    await alarms.deleteRule(rule);
  });
});
