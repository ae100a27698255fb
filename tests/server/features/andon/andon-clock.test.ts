import { beforeAll, expect, test } from 'vitest';
import { createAndonFloor, type AndonFloor, type RaisedCall } from '#tests/support/call-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';

describeForEachDatabase('The clock of a call', (database) => {
  let floor: TestFactory;
  let calls: AndonFloor;
  let nextRuleNumber = 0;
  const rule = (fields: Record<string, unknown>) =>
    floor.call<{ id: number }>('/mes/system/callRule/save', { name: `Rule ${nextRuleNumber++}`, ...fields });
  let role: { id: number };
  beforeAll(async () => {
    floor = await createTestFactory(await database.open());
    calls = await createAndonFloor(floor);
    role = await floor.call<{ id: number }>('/mes/system/basic/role/save', {
      name: 'Maintenance',
      permissions: [{ permission: 'ANDON_ANSWER' }],
    });
    await floor.call('/mes/system/basic/employee/save', {
      code: 'HEAD',
      name: 'Chen Head',
      workGroupId: calls.lathes,
      departmentalRole: 'head',
    });
    await rule({ step: 'acknowledge', afterMinutes: 5, level: 1 });
    await rule({ step: 'acknowledge', afterMinutes: 15, level: 2, asked: 'role', roleId: role.id });
    await rule({ step: 'acknowledge', afterMinutes: 3, level: 3, stopsOnly: true });
    await rule({ step: 'arrive', afterMinutes: 10, level: 1, typeId: calls.noMaterial });
    await rule({ step: 'solve', afterMinutes: 60, level: 2, asked: 'role', roleId: role.id });
  });
  /** Makes a call some minutes older. Returns its escalation level and who is asked for help. */
  const after = async (call: RaisedCall, minutes: number) => {
    await calls.age(call, minutes);
    const { level, asked } = await calls.openCall(call);
    return [level, asked];
  };

  test('a call rises with the rules whose time has passed, and says who is asked', async () => {
    const call = await calls.raise();
    expect(await after(call, 4)).toEqual([0, null]);
    expect(await after(call, 1)).toEqual([1, 'Chen Head']);
    expect(await after(call, 9)).toEqual([1, 'Chen Head']);
    expect(await after(call, 1)).toEqual([2, 'Maintenance']);
    const row = await calls.openCall(call);
    expect(row.waitedSeconds).toBeGreaterThanOrEqual(15 * 60);
    expect(row.waitedSeconds).toBeLessThan(15 * 60 + 60);
    expect(row.stepSeconds).toBe(row.waitedSeconds);
  });

  test('where the work has stopped, its own rule comes first', async () => {
    expect(await after(await calls.raise({ stops: true }), 3)).toEqual([3, 'Chen Head']);
    expect(await after(await calls.raise(), 3)).toEqual([0, null]);
  });

  test('each step has its own clock, and its own rules', async () => {
    const call = await calls.raise({ typeId: calls.noMaterial });
    await calls.age(call, 20);
    const acknowledged = await calls.step(calls.fitter, 'acknowledge', call);
    const row = await calls.openCall(call);
    expect([row.level, row.asked, row.answeredBy]).toEqual([0, null, 'Zhao Gang']);
    expect(row.waitedSeconds).toBeGreaterThanOrEqual(1200);
    expect(row.stepSeconds).toBeLessThan(60);
    expect(await after(call, 10)).toEqual([1, 'Chen Head']);
    await calls.step(calls.fitter, 'arrive', acknowledged);
    expect(await after(call, 59)).toEqual([0, null]);
    expect(await after(call, 1)).toEqual([2, 'Maintenance']);
  });

  test('a rule of another type, and one that was taken away, count no more', async () => {
    const call = await calls.raise();
    const acknowledged = await calls.step(calls.fitter, 'acknowledge', call);
    expect(await after(acknowledged, 30)).toEqual([0, null]);
    const passing = await rule({ step: 'arrive', afterMinutes: 1, level: 3 });
    expect((await calls.openCall(call)).level).toBe(3);
    await floor.call('/mes/system/callRule/delete', { ids: [passing.id] });
    expect((await calls.openCall(call)).level).toBe(0);
  });

  test('a rule that asks a role names it, and is about calls alone', async () => {
    expect(await readRefusalCode(rule({ step: 'solve', afterMinutes: 1, level: 1, asked: 'role' }))).toBe(
      'callRuleWithoutRole',
    );
    const region = await calls.type('North', 'region');
    expect(await readRefusalCode(rule({ step: 'solve', afterMinutes: 1, level: 1, typeId: region }))).toBe(
      'fieldsInvalid',
    );
  });

  test('those that stop the work stand first, then the highest level, then the oldest', async () => {
    const rows = await calls.open();
    const keys = rows.map((row) => [row.stops ? 0 : 1, -row.level, Date.parse(row.raisedAt)]);
    expect(keys).toEqual(
      [...keys].sort((one, other) => one[0]! - other[0]! || one[1]! - other[1]! || one[2]! - other[2]!),
    );
    expect(rows.length).toBeGreaterThanOrEqual(5);
  });
});
