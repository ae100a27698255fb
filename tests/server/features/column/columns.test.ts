import { beforeAll, expect, test } from 'vitest';
import type { ColumnSetting, CustomColumn } from '#shared/rules/columns.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { getIsoTimeAgo, createTestFactory, RefusedCallError, readRefusalCode } from '#tests/support/floor.ts';
import type { TestFactory, CallFunction } from '#tests/support/floor.ts';
import { makeUniqueText } from '#tests/support/makers.ts';

interface StoredColumns {
  version: number;
  columns: ColumnSetting[];
}
interface ColumnSettingsAnswer {
  own: StoredColumns;
  factoryDefault: StoredColumns;
  customs: CustomColumn[];
}
interface JsonColumn {
  column_field: string;
  column_name: string;
  align: string;
  column_width: number | null;
  is_grid_show: number;
  column_order: number;
}
interface RowWithCustomValues {
  id: number;
  version: number;
  custom: Record<string, unknown>;
}

const COLUMN_PATH = '/mes/system/column';
const listVisibleFieldNames = (columns: JsonColumn[]) =>
  columns.filter((one) => one.is_grid_show !== 0).map((one) => one.column_field);
const readRefusedFieldNames = (call: Promise<unknown>): Promise<string[]> =>
  call.then(
    () => [],
    (error: unknown) => {
      if (error instanceof RefusedCallError) return Object.keys(error.fields).toSorted();
      throw error;
    },
  );

describeForEachDatabase('the columns of lists', (database) => {
  let floor: TestFactory;
  let planner: { call: CallFunction };
  let worker: { employeeId: number };
  let otherFactory: TestFactory;

  const json = (call: CallFunction) => call<JsonColumn[]>('/mes/order/column/json', {});
  const read = (call: CallFunction, list = 'workOrder') =>
    call<ColumnSettingsAnswer>(`${COLUMN_PATH}/read`, { list });
  const column = (owner: string, fields: Record<string, unknown> = {}) =>
    floor.call<RowWithCustomValues>(`${COLUMN_PATH}/custom/save`, {
      owner,
      code: makeUniqueText(),
      name: makeUniqueText('C'),
      ...fields,
    });
  const project = (fields: Record<string, unknown> = {}) =>
    floor.call<RowWithCustomValues>('/mes/project/save', {
      code: makeUniqueText(),
      name: makeUniqueText('N'),
      ...fields,
    });
  const changed = (row: RowWithCustomValues, custom: Record<string, unknown>) =>
    floor.call<RowWithCustomValues>('/mes/project/save', {
      id: row.id,
      version: row.version,
      custom: JSON.stringify(custom),
    });
  const search = (filter: Record<string, unknown>, sort?: string) =>
    floor
      .call<{ rows: RowWithCustomValues[] }>('/mes/project/page', {
        filter: JSON.stringify(filter),
        ...(sort ? { sort } : {}),
      })
      .then(({ rows }) => rows.map((row) => row.id));

  beforeAll(async () => {
    const connection = await database.open();
    floor = await createTestFactory(connection);
    otherFactory = await createTestFactory(connection);
    planner = await floor.person('Planner', ['WORK_ORDER']);
    worker = await floor.person('Worker', ['TASK_REPORT']);
  });

  test('a planner’s own columns go over the factory’s, and those over the declaration', async () => {
    const declared = await json(planner.call);
    expect(listVisibleFieldNames(declared).slice(0, 4)).toEqual(['code', 'name', 'state', 'progress']);
    expect(declared.map((one) => one.column_order)).toEqual(declared.map((_, index) => index + 1));
    expect(declared.find((one) => one.column_field === 'quantity')?.align).toBe('end');
    const { factoryDefault } = await read(floor.call);
    await floor.call(`${COLUMN_PATH}/saveDefault`, {
      list: 'workOrder',
      version: factoryDefault.version,
      columns: [
        { columnField: 'dueDate', columnOrder: 90, columnWidth: 200 },
        { columnField: 'code', columnOrder: 7 },
        { columnField: 'name', columnOrder: 7, isGridShow: 0 },
      ],
    });
    const columnsForAll = await json(planner.call);
    const due = columnsForAll.find((one) => one.column_field === 'dueDate');
    expect(due).toMatchObject({ column_width: 200, align: 'center', is_grid_show: 1 });
    expect(listVisibleFieldNames(columnsForAll)).not.toContain('name');
    expect((await read(planner.call)).factoryDefault.columns.map((one) => one.columnOrder)).toEqual([
      1, 2, 3,
    ]);
    await planner.call(`${COLUMN_PATH}/saveOwn`, {
      list: 'workOrder',
      columns: [
        { columnField: 'name', columnOrder: 5 },
        { columnField: 'dueDate', columnOrder: 2, columnWidth: 99 },
      ],
    });
    const ownColumns = await json(planner.call);
    expect(ownColumns.find((one) => one.column_field === 'dueDate')?.column_width).toBe(99);
    expect(listVisibleFieldNames(ownColumns)).toContain('name');
    expect(listVisibleFieldNames(await json(floor.call))).not.toContain('name');
    await planner.call(`${COLUMN_PATH}/saveOwn`, { list: 'workOrder', columns: [] });
    expect(await json(planner.call)).toEqual(columnsForAll);
  });

  test('the factory’s default is saved by who may, and not over somebody else’s', async () => {
    const { factoryDefault } = await read(floor.call, 'part');
    const save = (call: CallFunction, version: number) =>
      call(`${COLUMN_PATH}/saveDefault`, { list: 'part', version, columns: [{ columnField: 'code' }] });
    expect(await readRefusalCode(save(planner.call, factoryDefault.version))).toBe('noPermission');
    const both = await Promise.all(
      [1, 2].map(() => readRefusalCode(save(floor.call, factoryDefault.version))),
    );
    expect(both.sort()).toEqual(['accepted', 'stale']);
    // Removing the default makes a new version, so a save with the old version is stale.
    const { version } = (await read(floor.call, 'part')).factoryDefault;
    await floor.call(`${COLUMN_PATH}/saveDefault`, { list: 'part', version, columns: [] });
    expect(await readRefusalCode(save(floor.call, version))).toBe('stale');
  });

  test('two windows of one person: what was saved last holds', async () => {
    const save = (field: string) =>
      planner.call<ColumnSettingsAnswer>(`${COLUMN_PATH}/saveOwn`, {
        list: 'part',
        columns: [{ columnField: field }],
      });
    await Promise.all([save('code'), save('name')]);
    await save('spec');
    expect((await read(planner.call, 'part')).own.columns).toEqual([
      { columnField: 'spec', align: 'center', columnWidth: null, isGridShow: 1, columnOrder: 1 },
    ]);
  });

  test('columns that a list has not, or twice, are refused by name; a list that nobody may see stays closed', async () => {
    const save = (list: string, columns: unknown[]) =>
      planner.call(`${COLUMN_PATH}/saveOwn`, { list, columns });
    const wrong = [
      { columnField: 'noSuch' },
      { columnField: 'code', align: 'left' },
      { columnField: 'code' },
    ];
    expect(await readRefusedFieldNames(save('workOrder', wrong))).toEqual([
      'columns[0].columnField',
      'columns[1].align',
      'columns[2].columnField',
    ]);
    expect(await readRefusedFieldNames(save('noSuchList', []))).toEqual(['list']);
    expect(await readRefusedFieldNames(save('constructor', []))).toEqual(['list']);
    expect(await readRefusalCode(save('employee', []))).toBe('noPermission');
    expect(await readRefusalCode(read(planner.call, 'employee'))).toBe('noPermission');
    expect(await readRefusalCode(planner.call('/mes/project/projectColumn/json', {}))).toBe('noPermission');
  });

  test('values of all three types are kept, found and sorted by', async () => {
    const alloy = await column('project');
    const weight = await column('project', { type: 'number' });
    const audit = await column('project', { type: 'date' });
    const values = (text: string | null, number: unknown, date: string | null) => ({
      custom: JSON.stringify({ [alloy.id]: text, [weight.id]: number, [audit.id]: date }),
    });
    const heavy = await project(values('Brass 12%_', '12.5', '2026-03-02'));
    const light = await project(values('Steel', 9, '2026-04-01'));
    const bare = await project();
    expect(heavy.custom).toEqual({
      [alloy.id]: 'Brass 12%_',
      [weight.id]: 12.5,
      [audit.id]: '2026-03-02',
    });
    expect(bare.custom).toEqual({});
    const at = (row: RowWithCustomValues) => `custom.${row.id}`;
    expect(await search({ [at(alloy)]: '12%_' })).toEqual([heavy.id]);
    expect(await search({ [at(weight)]: { from: 9.5 } })).toEqual([heavy.id]);
    expect(await search({ [at(audit)]: { from: '2026-03-15', to: '2026-04-01' } })).toEqual([light.id]);
    const idFilter = { id: [heavy.id, light.id] };
    expect(await search(idFilter, at(weight))).toEqual([light.id, heavy.id]);
    expect(await search(idFilter, `-${at(weight)}`)).toEqual([heavy.id, light.id]);
    expect(await readRefusedFieldNames(search({ 'custom.999999': 'x' }))).toEqual(['filter.custom.999999']);
    // An omitted value stays; null clears a value.
    const cleared = await changed(heavy, { [alloy.id]: null });
    expect(cleared.custom).toEqual({ [weight.id]: 12.5, [audit.id]: '2026-03-02' });
    const renamed = await floor.call<RowWithCustomValues>('/mes/project/save', {
      id: cleared.id,
      version: cleared.version,
      name: 'Mould',
    });
    expect(renamed.custom).toEqual(cleared.custom);
  });

  test('a text has at most 499 characters; what is of another type, list or factory is refused by its column', async () => {
    const text = await column('project');
    const weight = await column('project', { type: 'number' });
    const date = await column('project', { type: 'date' });
    const partColumn = await column('part');
    const { id: theirColumnId } = await otherFactory.call<RowWithCustomValues>(`${COLUMN_PATH}/custom/save`, {
      owner: 'project',
      code: makeUniqueText(),
      name: 'Theirs',
    });
    const row = await project();
    const wrong = [
      [text.id, '件'.repeat(500)],
      [weight.id, 'twelve'],
      [date.id, '2026-02-30'],
      [partColumn.id, 'x'],
      [theirColumnId, 'x'],
      ['__proto__', 'x'],
    ] as const;
    for (const [id, value] of wrong) {
      const customValues = JSON.parse(`{"${id}":${JSON.stringify(value)}}`) as Record<string, unknown>;
      expect(await readRefusedFieldNames(changed(row, customValues))).toEqual([`custom.${id}`]);
    }
    for (const custom of ['[1]', '7', 'x', 'null']) {
      const save = floor.call('/mes/project/save', { id: row.id, version: row.version, custom });
      expect(await readRefusedFieldNames(save)).toEqual(['custom']);
    }
    const longestText = '件'.repeat(499);
    expect((await changed(row, { [text.id]: longestText })).custom).toEqual({ [text.id]: longestText });
  });

  test('a column that rows hold values of is not deleted, and keeps its type', async () => {
    const usedColumn = await column('project', { name: 'Alloy' });
    const row = await project({ custom: JSON.stringify({ [usedColumn.id]: 'Brass' }) });
    const remove = () => floor.call(`${COLUMN_PATH}/custom/delete`, { ids: [usedColumn.id] });
    const retype = (type: string) =>
      floor.call<RowWithCustomValues>(`${COLUMN_PATH}/custom/save`, {
        id: usedColumn.id,
        version: usedColumn.version,
        type,
      });
    await expect(remove()).rejects.toMatchObject({
      code: 'inUse',
      params: { name: 'Alloy', count: 1, entity: 'project' },
    });
    expect(await readRefusalCode(retype('number'))).toBe('columnTypeFixed');
    const moved = { id: usedColumn.id, version: usedColumn.version, owner: 'part' };
    expect(await readRefusedFieldNames(floor.call(`${COLUMN_PATH}/custom/save`, moved))).toEqual(['owner']);
    const cleared = await changed(row, { [usedColumn.id]: null });
    // A deleted row may be restored with its value, so the type stays fixed.
    await changed(cleared, { [usedColumn.id]: 'Steel' });
    await floor.call('/mes/project/delete', { ids: [row.id] });
    expect(await readRefusalCode(retype('number'))).toBe('columnTypeFixed');
    expect(await readRefusalCode(remove())).toBe('accepted');
    expect((await read(floor.call, 'project')).customs.map((one) => one.id)).not.toContain(usedColumn.id);
  });

  test('of somebody who fills in a column and somebody who deletes it at once, one is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, row] = [await column('project'), await project()];
      const [saveResult, deleteResult] = await Promise.all([
        readRefusalCode(changed(row, { [one.id]: 'Brass' })),
        readRefusalCode(floor.call(`${COLUMN_PATH}/custom/delete`, { ids: [one.id] })),
      ]);
      expect([
        ['accepted', 'inUse'],
        ['fieldsInvalid', 'accepted'],
      ]).toContainEqual([saveResult, deleteResult]);
    }
  });

  test('what the factory has added to reports is said when work ends', async () => {
    const batch = await column('report', { name: 'Coolant', type: 'number' });
    const { processIds } = await floor.order(5, ['Mill']);
    const start = { processId: processIds[0], quantity: 5, at: getIsoTimeAgo(10) };
    const people = JSON.stringify([{ employeeId: worker.employeeId, ratio: 100 }]);
    const { reportId } = await floor.call<{ reportId: number }>('/mes/report/start', { ...start, people });
    const finish = (value: unknown) =>
      floor.call('/mes/report/finish', {
        reportId,
        good: 5,
        custom: JSON.stringify({ [batch.id]: value }),
      });
    expect(await readRefusedFieldNames(finish('cold'))).toEqual([`custom.${batch.id}`]);
    await finish('7.25');
    const report = await floor.call<RowWithCustomValues>('/mes/report/get', { id: reportId });
    expect(report.custom).toEqual({ [batch.id]: 7.25 });
    expect(await readRefusalCode(floor.call(`${COLUMN_PATH}/custom/delete`, { ids: [batch.id] }))).toBe(
      'inUse',
    );
  });
});
