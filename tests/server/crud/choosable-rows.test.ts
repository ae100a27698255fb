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
  let floor: TestFactory;
  beforeAll(async () => {
    floor = await createTestFactory(await database.open());
  });
  const save = (entityPath: string, fields: Record<string, unknown>) =>
    floor.call<Row>(`${BASIC_DATA_PATH}/${entityPath}/save`, {
      code: makeUniqueText(),
      name: makeUniqueText('N'),
      ...fields,
    });
  const change = async (entityPath: string, id: number, fields: Record<string, unknown>) => {
    const { version } = await floor.call<Row>(`${BASIC_DATA_PATH}/${entityPath}/get`, { id });
    return floor.call<Row>(`${BASIC_DATA_PATH}/${entityPath}/save`, { id, version, ...fields });
  };

  test('a list for pickers puts exact and prefix matches first', async () => {
    const mark = makeUniqueText('铣');
    for (const name of [`半${mark}`, `${mark}槽`, mark]) await save('crafts', { name });
    const found = await floor.call<{ label: string }[]>(`${BASIC_DATA_PATH}/crafts/list`, { search: mark });
    expect(found.map(({ label }) => label)).toEqual([mark, `${mark}槽`, `半${mark}`]);
    const [first] = await floor.call<{ label: string }[]>(`${BASIC_DATA_PATH}/crafts/list`, {
      search: mark,
      limit: 1,
    });
    expect(first!.label).toBe(mark);
  });

  test('a discontinued department can no longer be chosen, and holds nobody new', async () => {
    const workshop = await save('department', { name: 'Old workshop' });
    const [presentEmployee, newEmployee] = [
      await save('employee', { departmentId: workshop.id }),
      await save('employee', {}),
    ];
    await change('department', workshop.id, { workingStatus: 'discontinued' });
    const refused = ['departmentDiscontinued', 'departmentId'];
    expect(await readRefusal(change('employee', newEmployee.id, { departmentId: workshop.id }))).toEqual(
      refused,
    );
    expect(await readRefusal(save('employee', { departmentId: workshop.id }))).toEqual(refused);
    expect(await readRefusal(save('department', { parentId: workshop.id }))).toEqual([
      'departmentDiscontinued',
      'parentId',
    ]);
    // An employee who is already in the department keeps it, and can still be changed.
    expect(
      await change('employee', presentEmployee.id, { phone: '1', departmentId: workshop.id }),
    ).toMatchObject({
      departmentId: workshop.id,
    });
    const offered = await floor.call<{ id: number }[]>(`${BASIC_DATA_PATH}/department/list`, {
      search: 'Old workshop',
      filter: JSON.stringify({ workingStatus: 'enabled' }),
    });
    expect(offered).toEqual([]);
  });
});
