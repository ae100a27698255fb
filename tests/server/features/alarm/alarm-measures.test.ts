import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { AlarmMeasure } from '#shared/alarms/measures.ts';
import { readMeasure } from '#server/features/alarm/read-measure.ts';
import { createAlarmFixture, type AlarmFixture } from '#tests/support/alarm-fixture.ts';
import type { AndonFactory } from '#tests/support/call-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import type { RefusedCallError, TestFactory } from '#tests/support/floor.ts';

describeForEachDatabase('The values that alarm rules measure', (database) => {
  let factory: TestFactory;
  let andon: AndonFactory;
  let alarms: AlarmFixture;
  let nextScreenNumber = 0;

  beforeAll(async () => {
    alarms = await createAlarmFixture(await database.open());
    ({ factory, andon } = alarms);
  });

  /** Adds a screen that last reported some seconds ago. */
  const addScreen = async (silentSeconds: number) => {
    const name = `Wall ${nextScreenNumber++}`;
    const { id } = await factory.call<{ id: number }>('/mes/screen/save', { name });
    const setSecondsSinceSeen = (seconds: number) =>
      sql`update wall_screen set state = 'online', seen_at = now() - make_interval(secs => ${seconds})
        where factory_id = ${factory.factoryId} and id = ${id}`.execute(factory.connection.db);
    await setSecondsSinceSeen(silentSeconds);
    return { id, name, setSilence: setSecondsSinceSeen };
  };

  test('a dark screen raises an alarm, which is resolved when the screen reports again or is deleted', async () => {
    const rule = await alarms.addRule({ measure: 'screenSilentSeconds', limitValue: 120, onWalls: false });
    const litScreen = await addScreen(20);
    const darkScreen = await addScreen(130);
    const removedScreen = await addScreen(200);
    await factory.call('/mes/screen/save', { name: 'Never paired' });
    expect((await alarms.evaluate()).map(({ subject }) => subject).sort()).toEqual([
      darkScreen.name,
      removedScreen.name,
    ]);
    // The rule has `onWalls: false`, so wall screens do not show its alarms.
    expect(await factory.call('/mes/form/openAlarms', {})).toMatchObject({ rows: [] });
    await darkScreen.setSilence(3);
    await factory.call('/mes/screen/delete', { ids: [removedScreen.id] });
    expect(await alarms.evaluate()).toEqual([]);
    expect(await alarms.listAlarmsOf(rule)).toHaveLength(2);
    await litScreen.setSilence(121);
    expect((await alarms.evaluate()).map(({ subject }) => subject)).toEqual([litScreen.name]);
    await alarms.deleteRule(rule);
    expect(await alarms.evaluate()).toEqual([]);
  });

  test('an order raises an alarm when it is overdue by the days of the rule', async () => {
    const rule = await alarms.addRule({ measure: 'orderOverdueDays', limitValue: 3 });
    const order = await factory.createOrder(5, ['Turning']);
    await sql`update work_order set due_date = (now() at time zone 'Asia/Shanghai')::date - 2
      where factory_id = ${factory.factoryId} and id = ${order.id}`.execute(factory.connection.db);
    expect(await alarms.evaluate()).toEqual([]);
    await sql`update work_order set due_date = due_date - 1
      where factory_id = ${factory.factoryId} and id = ${order.id}`.execute(factory.connection.db);
    expect((await alarms.evaluate()).map(({ firedValue }) => firedValue)).toEqual([3]);
    await alarms.deleteRule(rule);
    await alarms.evaluate();
  });

  test('a group that reports nothing raises an alarm, but not while its work is running', async () => {
    const rule = await alarms.addRule({
      measure: 'groupSilentMinutes',
      limitValue: 30,
      workGroupId: andon.lathes,
    });
    const deviceId = await andon.addDevice('Lathe 9', { workGroupId: andon.lathes });
    expect((await alarms.evaluate()).map(({ subject }) => subject)).toEqual(['Lathes']);
    const { processIds } = await factory.createOrder(5, ['Facing']);
    await factory.call('/mes/report/start', {
      processId: processIds[0],
      deviceId,
      quantity: 1,
      people: [{ employeeId: andon.worker.employeeId, ratio: 100 }],
    });
    expect(await alarms.evaluate()).toEqual([]);
    await alarms.deleteRule(rule);
  });

  test('all devices, calls and orders are counted, however many there are', async () => {
    const { db } = factory.connection;
    const { factoryId } = factory;
    const reader = { factoryId, zone: 'Asia/Shanghai' };
    const countValues = async (measure: AlarmMeasure) =>
      (await readMeasure(db, reader, measure, Date.now()))(null);
    await sql`insert into device (factory_id, code, name, status)
      select ${factoryId}, 'R-' || n, 'Robot ' || n, 'repair' from generate_series(1, 1001) n`.execute(db);
    const call = await andon.raiseCall();
    await sql`insert into abnormal_call (factory_id, code, type_id, state, raised_at)
      select factory_id, 'R-' || n, type_id, state, raised_at from abnormal_call, generate_series(1, 500) n
      where factory_id = ${factoryId} and id = ${call.id}`.execute(db);
    const order = await factory.createOrder(1, ['Turning']);
    const earlierOrders = await countValues('orderOverdueDays');
    await sql`insert into work_order (factory_id, code, name, quantity, state, due_date)
      select factory_id, 'R-' || n, name, quantity, state, (now() at time zone 'Asia/Shanghai')::date - 1
      from work_order, generate_series(1, 501) n where factory_id = ${factoryId} and id = ${order.id}`.execute(
      db,
    );
    expect((await countValues('downDeviceCount')).map(({ value }) => value)).toEqual([1001]);
    expect((await countValues('openCallCount')).map(({ value }) => value)).toEqual([501]);
    expect(await countValues('callUnansweredMinutes')).toHaveLength(501);
    expect(await countValues('orderOverdueDays')).toHaveLength(earlierOrders.length + 501);
  });

  test('rules with contradicting values are refused, and the wrong field is named', async () => {
    const readRefusal = (fields: Record<string, unknown>) =>
      alarms.addRule(fields).then(
        () => null,
        (error: RefusedCallError) => [error.code, Object.keys(error.fields)],
      );
    expect(await readRefusal({ limitValue: 5, clearValue: 5 })).toEqual(['alarmLimits', ['clearValue']]);
    expect(await readRefusal({ limitValue: 5, clearValue: 4, comparison: 'atMost' })).toEqual([
      'alarmLimits',
      ['clearValue'],
    ]);
    expect(await readRefusal({ escalateAfterMinutes: 5 })).toEqual([
      'alarmEscalation',
      ['escalationRoleIds'],
    ]);
    expect(await readRefusal({ measure: 'screenSilentSeconds', limitValue: 59 })).toEqual([
      'fieldsInvalid',
      ['limitValue'],
    ]);
    expect(await readRefusal({ measure: 'orderOverdueDays', limitValue: 2, comparison: 'atMost' })).toEqual([
      'fieldsInvalid',
      ['comparison'],
    ]);
    expect(
      await readRefusal({ measure: 'orderOverdueDays', limitValue: 2, workGroupId: andon.lathes }),
    ).toEqual(['fieldsInvalid', ['workGroupId']]);
  });
});
