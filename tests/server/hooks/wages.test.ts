import { beforeAll, expect, it } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';

const BASIC_DATA_PATH = '/mes/system/basic';

describeForEachDatabase('Wage grades and the wage setting', (database) => {
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });

  it('sorts the wages of a grade by their day, and refuses two of one day', async () => {
    const saveRates = (...days: string[]) =>
      factory.call<{ rates: { validFrom: string }[] }>(`${BASIC_DATA_PATH}/wageGrade/save`, {
        code: days.join(' '),
        name: 'Grade',
        rates: days.map((validFrom) => ({ validFrom, hourRate: 24.5 })),
      });
    const { rates } = await saveRates('2026-03-01', '2026-01-01');
    expect(rates.map((rate) => rate.validFrom)).toEqual(['2026-01-01', '2026-03-01']);
    expect(await readRefusalCode(saveRates('2026-02-01', '2026-02-01'))).toBe('fieldsInvalid');
  });

  it('allows one wage setting, with the multipliers of the law', async () => {
    const saveWage = () =>
      factory.call<Record<string, unknown>>(`${BASIC_DATA_PATH}/wageSetting/save`, { minimumWage: 2690 });
    expect(await saveWage()).toMatchObject({
      overtimeMultiplier: 1.5,
      weeklyRestMultiplier: 2,
      restMultiplier: 2,
      statutoryMultiplier: 3,
      penaltyCap: 20,
      minimumWage: 2690,
    });
    expect(await readRefusalCode(saveWage())).toBe('onlyOne');
  });

  it('refuses to delete the grade of an employee', async () => {
    const grade = await factory.call<{ id: number }>(`${BASIC_DATA_PATH}/wageGrade/save`, {
      code: 'A',
      name: 'A',
    });
    await factory.call(`${BASIC_DATA_PATH}/employee/save`, {
      code: 'E1',
      name: 'Wang',
      wageGradeId: grade.id,
    });
    expect(
      await readRefusalCode(factory.call(`${BASIC_DATA_PATH}/wageGrade/delete`, { ids: [grade.id] })),
    ).toBe('inUse');
  });

  it('shows the wages of a grade to nobody without its permission', async () => {
    const worker = await factory.createPerson('Worker', ['TASK_REPORT']);
    for (const path of ['wageGrade/page', 'wageGrade/list', 'wageSetting/page'])
      expect([path, await readRefusalCode(worker.call(`${BASIC_DATA_PATH}/${path}`, {}))]).toEqual([
        path,
        'noPermission',
      ]);
  });
});
