import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { ALARM_RETENTION_DAYS, SAME_ALARM_MINUTES } from '#shared/alarms/history.ts';
import { alarmCleanupJob } from '#server/jobs/prune-alarms.ts';
import { createAlarmFixture, type AlarmFixture } from '#tests/support/alarm-fixture.ts';
import type { AndonFactory } from '#tests/support/call-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import type { TestFactory } from '#tests/support/floor.ts';

/** If two readings of the number of calls are this many seconds apart, there is a gap between them. */
const GAP_SECONDS = 31;

describeForEachDatabase('An alarm that comes and goes', (database) => {
  let factory: TestFactory;
  let andon: AndonFactory;
  let alarms: AlarmFixture;

  beforeAll(async () => {
    alarms = await createAlarmFixture(await database.open());
    ({ factory, andon } = alarms);
  });

  const shiftObservation = (seconds: number) =>
    sql`update alarm_condition set observed_at = observed_at + make_interval(secs => ${seconds})
      where factory_id = ${factory.factoryId}`.execute(factory.connection.db);
  const countRows = async (table: 'alarm_condition' | 'ended_alarm') => {
    const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}
      where factory_id = ${factory.factoryId}`.execute(factory.connection.db);
    return rows[0]!.count;
  };

  test.each([
    ['nobody observed the value for a while', -GAP_SECONDS],
    ['the clock was set back', 3600],
    ['the clock was set ahead', -3600],
  ])('waits for its minutes again when %s', async (_, observationShiftSeconds) => {
    const rule = await alarms.addRule({ forMinutes: 3 });
    const call = await andon.raiseCall();
    await alarms.evaluate();
    await alarms.backdate(2);
    await shiftObservation(observationShiftSeconds);
    expect(await alarms.evaluate()).toEqual([]);
    await alarms.backdate(2);
    expect(await alarms.evaluate()).toEqual([]);
    await alarms.backdate(1);
    expect(await alarms.evaluate()).toHaveLength(1);
    await alarms.endCall(call);
    await alarms.deleteRule(rule);
    await alarms.evaluate();
  });

  test('stores when its value was observed, so that long waiting is no gap', async () => {
    const rule = await alarms.addRule({ forMinutes: 2 });
    const call = await andon.raiseCall();
    await alarms.evaluate();
    await alarms.backdate(1);
    // Each step is shorter than a gap. All steps together are longer than a gap.
    for (let i = 0; i < 4; i += 1) {
      await shiftObservation(-GAP_SECONDS + 10);
      expect(await alarms.evaluate()).toEqual([]);
    }
    await alarms.backdate(1);
    expect(await alarms.evaluate()).toHaveLength(1);
    await alarms.endCall(call);
    await alarms.deleteRule(rule);
    await alarms.evaluate();
  });

  test('is the same alarm within some minutes, and stays acknowledged', async () => {
    const role = await factory.call<{ id: number }>('/mes/system/basic/role/save', { name: 'Shift leaders' });
    const rule = await alarms.addRule({ escalateAfterMinutes: 60, escalationRoleIds: [role.id] });
    const [firstCall, firstAlarm] = [await andon.raiseCall(), (await alarms.evaluate())[0]!];
    expect(firstAlarm).toMatchObject({ firedCount: 1, state: 'firing' });
    await alarms.backdate(60);
    const [escalatedAlarm] = await alarms.evaluate();
    await alarms.endCall(firstCall);
    expect(await alarms.evaluate()).toEqual([]);
    await alarms.backdate(SAME_ALARM_MINUTES - 1);

    // Nobody has acknowledged the alarm, so it fires again and is still escalated.
    const calls = [await andon.raiseCall(), await andon.raiseCall()];
    const [recurredAlarm, ...otherAlarms] = await alarms.evaluate();
    expect(otherAlarms).toEqual([]);
    expect(recurredAlarm).toMatchObject({
      id: firstAlarm.id,
      state: 'firing',
      firedCount: 2,
      firedValue: 2,
      escalatedTo: escalatedAlarm!.escalatedTo,
    });
    expect(Date.parse(recurredAlarm!.lastFiredAt)).toBeGreaterThan(Date.parse(recurredAlarm!.firedAt));
    expect(recurredAlarm!.version).toBeGreaterThan(escalatedAlarm!.version);
    await alarms.acknowledge(factory, recurredAlarm!);
    for (const call of calls) await alarms.endCall(call);
    expect(await alarms.evaluate()).toEqual([]);
    expect((await alarms.listAlarmsOf(rule))[0]).toMatchObject({ state: 'resolved', firedCount: 2 });

    const lastCall = await andon.raiseCall();
    expect(await alarms.evaluate()).toMatchObject([
      { id: firstAlarm.id, state: 'acknowledged', firedCount: 3 },
    ]);
    expect((await alarms.listAlarmsOf(rule))[0]!.resolvedAt).toBeNull();
    await alarms.endCall(lastCall);
    await alarms.evaluate();

    // After SAME_ALARM_MINUTES, reaching the limit again raises a new alarm.
    await alarms.backdate(SAME_ALARM_MINUTES + 1);
    const nextCall = await andon.raiseCall();
    const [nextAlarm] = await alarms.evaluate();
    expect(nextAlarm).toMatchObject({ state: 'firing', firedCount: 1 });
    expect(nextAlarm!.id).not.toBe(firstAlarm.id);
    await alarms.endCall(nextCall);
    await alarms.deleteRule(rule);
    await alarms.evaluate();
  });

  test('is deleted long after it has ended, but never while it is open', async () => {
    const { db } = factory.connection;
    const [rule, otherRule] = [await alarms.addRule(), await alarms.addRule({ limitValue: 2 })];
    const calls = [await andon.raiseCall(), await andon.raiseCall()];
    await alarms.evaluate();
    await alarms.endCall(calls[0]!);
    const [openAlarm] = await alarms.evaluate();
    const [endedAlarm] = await alarms.listAlarmsOf(otherRule);
    const moveEndOfAlarm = (days: number) =>
      sql`update alarm set fired_at = now() - interval '900 days',
        last_fired_at = now() - interval '900 days',
        resolved_at = case when state = 'resolved' then now() - make_interval(days => ${days}) end
      where factory_id = ${factory.factoryId}`.execute(db);
    const listIds = async () =>
      (await Promise.all([rule, otherRule].map((listedRule) => alarms.listAlarmsOf(listedRule)))).flatMap(
        (rows) => rows.map(({ id }) => id),
      );
    await moveEndOfAlarm(ALARM_RETENTION_DAYS - 1);
    expect(await alarmCleanupJob.run(db, () => false)).toBe(0);
    expect(await listIds()).toEqual([openAlarm!.id, endedAlarm!.id]);
    expect(await countRows('ended_alarm')).toBeGreaterThan(0);
    await moveEndOfAlarm(ALARM_RETENTION_DAYS + 1);
    await alarms.backdate(SAME_ALARM_MINUTES + 1);
    expect(await alarmCleanupJob.run(db, () => false)).toBeGreaterThanOrEqual(1);
    expect(await listIds()).toEqual([openAlarm!.id]);
    expect(await countRows('ended_alarm')).toBe(0);
    expect(await countRows('alarm_condition')).toBe(1);
    await alarms.endCall(calls[1]!);
    await alarms.evaluate();
  });
});
