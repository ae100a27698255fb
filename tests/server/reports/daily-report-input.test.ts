import { beforeAll, expect, it } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createTestFactory,
  readRefusalCode,
  type TestFactory,
  type RefusedCallError,
} from '#tests/support/floor.ts';

describeForEachDatabase('The daily reports', (database) => {
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });

  it('require a period that ends after it begins and is at most a quarter', async () => {
    const readRefusal = async (fields: Record<string, unknown>) => {
      const error = await factory.call('/mes/form/employeeDailyDetails', fields).then(
        () => null,
        (reason: unknown) => reason as RefusedCallError,
      );
      return [error?.code, Object.keys(error?.fields ?? {})];
    };
    expect(await readRefusal({ from: '2026-03-02', to: '2026-03-01' })).toEqual(['startAfterEnd', ['to']]);
    expect(await readRefusal({ from: '2026-01-01', to: '2026-04-30' })).toEqual(['periodTooLong', ['from']]);
    expect(await readRefusal({ from: '2026-02-30' })).toEqual(['fieldsInvalid', ['from']]);
    expect(await readRefusal({ from: '2026-01-01', to: '2026-04-02' })).toEqual([undefined, []]);
  });

  it('are returned only to people with the permission', async () => {
    const foreman = await factory.createPerson('Foreman', ['REPORT_FORM_EMPLOYEE_DAILY_DETAILS']);
    expect(await readRefusalCode(foreman.call('/mes/form/employeeDailyReports', {}))).toBe('accepted');
    expect(await readRefusalCode(foreman.call('/mes/form/deviceDailyDetails', {}))).toBe('noPermission');
    // A user who may filter by person may also list the people.
    expect(await readRefusalCode(foreman.call('/mes/system/basic/employee/list', {}))).toBe('accepted');
  });
});
