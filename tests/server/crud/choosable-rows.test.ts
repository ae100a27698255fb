import { beforeAll, expect, test } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { readRefusal } from '#tests/support/read-refusal.ts';

interface Row {
  id: number;
  version: number;
}

const BASIC_DATA_PATH = '/mes/system/basic';

describeForEachDatabase('the rows that a picker offers', (database) => {
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });
  const saveRecord = (entityPath: string, fields: Record<string, unknown>) =>
    factory.call<Row>(`${BASIC_DATA_PATH}/${entityPath}/save`, {
      code: makeUniqueText(),
      name: makeUniqueText('N'),
      ...fields,
    });
  const changeRecord = async (entityPath: string, id: number, fields: Record<string, unknown>) => {
    const { version } = await factory.call<Row>(`${BASIC_DATA_PATH}/${entityPath}/get`, { id });
    return factory.call<Row>(`${BASIC_DATA_PATH}/${entityPath}/save`, { id, version, ...fields });
  };

  test('a list for pickers puts exact and prefix matches first', async () => {
    const searchText = makeUniqueText('铣');
    for (const name of [`半${searchText}`, `${searchText}槽`, searchText])
      await saveRecord('crafts', { name });
    const listedCrafts = await factory.call<{ label: string }[]>(`${BASIC_DATA_PATH}/crafts/list`, {
      search: searchText,
    });
    expect(listedCrafts.map(({ label }) => label)).toEqual([
      searchText,
      `${searchText}槽`,
      `半${searchText}`,
    ]);
    const [firstRow] = await factory.call<{ label: string }[]>(`${BASIC_DATA_PATH}/crafts/list`, {
      search: searchText,
      limit: 1,
    });
    expect(firstRow!.label).toBe(searchText);
  });

  test('a discontinued department can no longer be chosen, and takes no new employees', async () => {
    const workshop = await saveRecord('department', { name: 'Old workshop' });
    const [presentEmployee, newEmployee] = [
      await saveRecord('employee', { departmentId: workshop.id }),
      await saveRecord('employee', {}),
    ];
    await changeRecord('department', workshop.id, { workingStatus: 'discontinued' });
    const expectedRefusal = ['departmentDiscontinued', 'departmentId'];
    expect(
      await readRefusal(changeRecord('employee', newEmployee.id, { departmentId: workshop.id })),
    ).toEqual(expectedRefusal);
    expect(await readRefusal(saveRecord('employee', { departmentId: workshop.id }))).toEqual(expectedRefusal);
    expect(await readRefusal(saveRecord('department', { parentId: workshop.id }))).toEqual([
      'departmentDiscontinued',
      'parentId',
    ]);
    // An employee who already belongs to the discontinued department keeps it, and can still be changed.
    expect(
      await changeRecord('employee', presentEmployee.id, { phone: '1', departmentId: workshop.id }),
    ).toMatchObject({
      departmentId: workshop.id,
    });
    const offeredRows = await factory.call<{ id: number }[]>(`${BASIC_DATA_PATH}/department/list`, {
      search: 'Old workshop',
      filter: JSON.stringify({ workingStatus: 'enabled' }),
    });
    expect(offeredRows).toEqual([]);
  });
});
