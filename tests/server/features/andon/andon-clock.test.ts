import { beforeAll, expect, test } from 'vitest';
import { createAndonFactory, type AndonFactory, type RaisedCall } from '#tests/support/call-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';

describeForEachDatabase('The clock of a call', (database) => {
  let factory: TestFactory;
  let andonFloor: AndonFactory;
  let nextRuleNumber = 0;
  const addRule = (fields: Record<string, unknown>) =>
    factory.call<{ id: number }>('/mes/system/callRule/save', {
      name: `Rule ${nextRuleNumber++}`,
      ...fields,
    });
  let role: { id: number };
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    andonFloor = await createAndonFactory(factory);
    role = await factory.call<{ id: number }>('/mes/system/basic/role/save', {
      name: 'Maintenance',
      permissions: [{ permission: 'ANDON_ANSWER' }],
    });
    await factory.call('/mes/system/basic/employee/save', {
      code: 'HEAD',
      name: 'Chen Head',
      workGroupId: andonFloor.lathes,
      departmentalRole: 'head',
    });
    await addRule({ step: 'acknowledge', afterMinutes: 5, level: 1 });
    await addRule({ step: 'acknowledge', afterMinutes: 15, level: 2, asked: 'role', roleId: role.id });
    await addRule({ step: 'acknowledge', afterMinutes: 3, level: 3, stopsOnly: true });
    await addRule({ step: 'arrive', afterMinutes: 10, level: 1, typeId: andonFloor.noMaterialTypeId });
    await addRule({ step: 'solve', afterMinutes: 60, level: 2, asked: 'role', roleId: role.id });
  });
  /** Makes a call `minutes` older. Returns its escalation level and the people who are asked for help. */
  const ageAndReadEscalation = async (call: RaisedCall, minutes: number) => {
    await andonFloor.backdateCall(call, minutes);
    const { level, asked } = await andonFloor.readOpenCall(call);
    return [level, asked];
  };

  test('a call escalates when the time of a rule has passed, and names who is asked', async () => {
    const call = await andonFloor.raiseCall();
    expect(await ageAndReadEscalation(call, 4)).toEqual([0, null]);
    expect(await ageAndReadEscalation(call, 1)).toEqual([1, 'Chen Head']);
    expect(await ageAndReadEscalation(call, 9)).toEqual([1, 'Chen Head']);
    expect(await ageAndReadEscalation(call, 1)).toEqual([2, 'Maintenance']);
    const row = await andonFloor.readOpenCall(call);
    expect(row.waitedSeconds).toBeGreaterThanOrEqual(15 * 60);
    expect(row.waitedSeconds).toBeLessThan(15 * 60 + 60);
    expect(row.stepSeconds).toBe(row.waitedSeconds);
  });

  test('a rule for stopped work applies only to calls that stop the work', async () => {
    expect(await ageAndReadEscalation(await andonFloor.raiseCall({ stops: true }), 3)).toEqual([
      3,
      'Chen Head',
    ]);
    expect(await ageAndReadEscalation(await andonFloor.raiseCall(), 3)).toEqual([0, null]);
  });

  test('each step has its own clock, and its own rules', async () => {
    const call = await andonFloor.raiseCall({ typeId: andonFloor.noMaterialTypeId });
    await andonFloor.backdateCall(call, 20);
    const acknowledgedCall = await andonFloor.moveCall(andonFloor.fitter, 'acknowledge', call);
    const row = await andonFloor.readOpenCall(call);
    expect([row.level, row.asked, row.answeredBy]).toEqual([0, null, 'Zhao Gang']);
    expect(row.waitedSeconds).toBeGreaterThanOrEqual(1200);
    expect(row.stepSeconds).toBeLessThan(60);
    expect(await ageAndReadEscalation(call, 10)).toEqual([1, 'Chen Head']);
    await andonFloor.moveCall(andonFloor.fitter, 'arrive', acknowledgedCall);
    expect(await ageAndReadEscalation(call, 59)).toEqual([0, null]);
    expect(await ageAndReadEscalation(call, 1)).toEqual([2, 'Maintenance']);
  });

  test('neither a rule for another call type nor a deleted rule applies', async () => {
    const call = await andonFloor.raiseCall();
    const acknowledgedCall = await andonFloor.moveCall(andonFloor.fitter, 'acknowledge', call);
    expect(await ageAndReadEscalation(acknowledgedCall, 30)).toEqual([0, null]);
    const temporaryRule = await addRule({ step: 'arrive', afterMinutes: 1, level: 3 });
    expect((await andonFloor.readOpenCall(call)).level).toBe(3);
    await factory.call('/mes/system/callRule/delete', { ids: [temporaryRule.id] });
    expect((await andonFloor.readOpenCall(call)).level).toBe(0);
  });

  test('a rule that asks a role must name the role, and the type of a rule must be a call type', async () => {
    expect(await readRefusalCode(addRule({ step: 'solve', afterMinutes: 1, level: 1, asked: 'role' }))).toBe(
      'callRuleWithoutRole',
    );
    const regionId = await andonFloor.addCallType('North', 'region');
    expect(
      await readRefusalCode(addRule({ step: 'solve', afterMinutes: 1, level: 1, typeId: regionId })),
    ).toBe('fieldsInvalid');
  });

  test('calls that stop the work come first, then those with the highest level, then the oldest', async () => {
    const rows = await andonFloor.readOpenCalls();
    const sortKeys = rows.map((row) => [row.stops ? 0 : 1, -row.level, Date.parse(row.raisedAt)]);
    expect(sortKeys).toEqual([...sortKeys].sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!));
    expect(rows.length).toBeGreaterThanOrEqual(5);
  });
});
