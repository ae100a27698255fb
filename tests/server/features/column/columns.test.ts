import { beforeAll, expect, test } from 'vitest';
import type { ColumnSetting, CustomColumn } from '#shared/rules/columns.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, RefusedCallError, readRefusalCode } from '#tests/support/floor.ts';
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
  columns.filter((column) => column.is_grid_show !== 0).map((column) => column.column_field);
const readRefusedFieldNames = (call: Promise<unknown>): Promise<string[]> =>
  call.then(
    () => [],
    (error: unknown) => {
      if (error instanceof RefusedCallError) return Object.keys(error.fields).toSorted();
      throw error;
    },
  );

describeForEachDatabase('the columns of lists', (database) => {
  let factory: TestFactory;
  let planner: { call: CallFunction };
  let otherFactory: TestFactory;

  const readJsonColumns = (call: CallFunction) => call<JsonColumn[]>('/mes/order/column/json', {});
  const readSettings = (call: CallFunction, list = 'workOrder') =>
    call<ColumnSettingsAnswer>(`${COLUMN_PATH}/read`, { list });
  const addColumn = (owner: string, fields: Record<string, unknown> = {}) =>
    factory.call<RowWithCustomValues>(`${COLUMN_PATH}/custom/save`, {
      owner,
      code: makeUniqueText(),
      name: makeUniqueText('C'),
      ...fields,
    });
  const addProject = (fields: Record<string, unknown> = {}) =>
    factory.call<RowWithCustomValues>('/mes/project/save', {
      code: makeUniqueText(),
      name: makeUniqueText('N'),
      ...fields,
    });
  const changeProject = (row: RowWithCustomValues, custom: Record<string, unknown>) =>
    factory.call<RowWithCustomValues>('/mes/project/save', {
      id: row.id,
      version: row.version,
      custom: JSON.stringify(custom),
    });
  const searchProjects = (filter: Record<string, unknown>, sort?: string) =>
    factory
      .call<{ rows: RowWithCustomValues[] }>('/mes/project/page', {
        filter: JSON.stringify(filter),
        ...(sort ? { sort } : {}),
      })
      .then(({ rows }) => rows.map((row) => row.id));

  beforeAll(async () => {
    const connection = await database.open();
    factory = await createTestFactory(connection);
    otherFactory = await createTestFactory(connection);
    planner = await factory.createPerson('Planner', ['WORK_ORDER']);
  });

  test('a planner’s own columns override those of the factory, which override the declared columns', async () => {
    const declaredColumns = await readJsonColumns(planner.call);
    expect(listVisibleFieldNames(declaredColumns).slice(0, 4)).toEqual(['code', 'name', 'state', 'progress']);
    expect(declaredColumns.map((column) => column.column_order)).toEqual(
      declaredColumns.map((_, index) => index + 1),
    );
    expect(declaredColumns.find((column) => column.column_field === 'quantity')?.align).toBe('end');
    const { factoryDefault } = await readSettings(factory.call);
    await factory.call(`${COLUMN_PATH}/saveDefault`, {
      list: 'workOrder',
      version: factoryDefault.version,
      columns: [
        { columnField: 'dueDate', columnOrder: 90, columnWidth: 200 },
        { columnField: 'code', columnOrder: 7 },
        { columnField: 'name', columnOrder: 7, isGridShow: 0 },
      ],
    });
    const columnsForAll = await readJsonColumns(planner.call);
    const dueDateColumn = columnsForAll.find((column) => column.column_field === 'dueDate');
    expect(dueDateColumn).toMatchObject({ column_width: 200, align: 'center', is_grid_show: 1 });
    expect(listVisibleFieldNames(columnsForAll)).not.toContain('name');
    expect(
      (await readSettings(planner.call)).factoryDefault.columns.map((column) => column.columnOrder),
    ).toEqual([1, 2, 3]);
    await planner.call(`${COLUMN_PATH}/saveOwn`, {
      list: 'workOrder',
      columns: [
        { columnField: 'name', columnOrder: 5 },
        { columnField: 'dueDate', columnOrder: 2, columnWidth: 99 },
      ],
    });
    const ownColumns = await readJsonColumns(planner.call);
    expect(ownColumns.find((column) => column.column_field === 'dueDate')?.column_width).toBe(99);
    expect(listVisibleFieldNames(ownColumns)).toContain('name');
    expect(listVisibleFieldNames(await readJsonColumns(factory.call))).not.toContain('name');
    await planner.call(`${COLUMN_PATH}/saveOwn`, { list: 'workOrder', columns: [] });
    expect(await readJsonColumns(planner.call)).toEqual(columnsForAll);
  });

  test('the default of the factory is saved only with permission, and never over a newer version', async () => {
    const { factoryDefault } = await readSettings(factory.call, 'part');
    const saveDefaultColumns = (call: CallFunction, version: number) =>
      call(`${COLUMN_PATH}/saveDefault`, { list: 'part', version, columns: [{ columnField: 'code' }] });
    expect(await readRefusalCode(saveDefaultColumns(planner.call, factoryDefault.version))).toBe(
      'noPermission',
    );
    const refusalCodes = await Promise.all(
      [1, 2].map(() => readRefusalCode(saveDefaultColumns(factory.call, factoryDefault.version))),
    );
    expect(refusalCodes.sort()).toEqual(['accepted', 'stale']);
    // Removing the default increases the version, so a save with the old version is refused.
    const { version } = (await readSettings(factory.call, 'part')).factoryDefault;
    await factory.call(`${COLUMN_PATH}/saveDefault`, { list: 'part', version, columns: [] });
    expect(await readRefusalCode(saveDefaultColumns(factory.call, version))).toBe('stale');
  });

  test('if one person saves in two windows, the last save counts', async () => {
    const saveColumnOf = (field: string) =>
      planner.call<ColumnSettingsAnswer>(`${COLUMN_PATH}/saveOwn`, {
        list: 'part',
        columns: [{ columnField: field }],
      });
    await Promise.all([saveColumnOf('code'), saveColumnOf('name')]);
    await saveColumnOf('spec');
    expect((await readSettings(planner.call, 'part')).own.columns).toEqual([
      { columnField: 'spec', align: 'center', columnWidth: null, isGridShow: 1, columnOrder: 1 },
    ]);
  });

  test('unknown and duplicate columns are refused by field, and so are lists that the person may not read', async () => {
    const saveColumns = (list: string, columns: unknown[]) =>
      planner.call(`${COLUMN_PATH}/saveOwn`, { list, columns });
    const wrongColumns = [
      { columnField: 'noSuch' },
      { columnField: 'code', align: 'left' },
      { columnField: 'code' },
    ];
    expect(await readRefusedFieldNames(saveColumns('workOrder', wrongColumns))).toEqual([
      'columns[0].columnField',
      'columns[1].align',
      'columns[2].columnField',
    ]);
    expect(await readRefusedFieldNames(saveColumns('noSuchList', []))).toEqual(['list']);
    expect(await readRefusedFieldNames(saveColumns('constructor', []))).toEqual(['list']);
    expect(await readRefusalCode(saveColumns('employee', []))).toBe('noPermission');
    expect(await readRefusalCode(readSettings(planner.call, 'employee'))).toBe('noPermission');
    expect(await readRefusalCode(planner.call('/mes/project/projectColumn/json', {}))).toBe('noPermission');
  });

  test('values of all three types are stored, filtered and sorted', async () => {
    const alloy = await addColumn('project');
    const weight = await addColumn('project', { type: 'number' });
    const audit = await addColumn('project', { type: 'date' });
    const makeValues = (text: string | null, number: unknown, date: string | null) => ({
      custom: JSON.stringify({ [alloy.id]: text, [weight.id]: number, [audit.id]: date }),
    });
    const heavyProject = await addProject(makeValues('Brass 12%_', '12.5', '2026-03-02'));
    const lightProject = await addProject(makeValues('Steel', 9, '2026-04-01'));
    const emptyProject = await addProject();
    expect(heavyProject.custom).toEqual({
      [alloy.id]: 'Brass 12%_',
      [weight.id]: 12.5,
      [audit.id]: '2026-03-02',
    });
    expect(emptyProject.custom).toEqual({});
    const getFieldName = (row: RowWithCustomValues) => `custom.${row.id}`;
    expect(await searchProjects({ [getFieldName(alloy)]: '12%_' })).toEqual([heavyProject.id]);
    expect(await searchProjects({ [getFieldName(weight)]: { from: 9.5 } })).toEqual([heavyProject.id]);
    expect(await searchProjects({ [getFieldName(audit)]: { from: '2026-03-15', to: '2026-04-01' } })).toEqual(
      [lightProject.id],
    );
    const idFilter = { id: [heavyProject.id, lightProject.id] };
    expect(await searchProjects(idFilter, getFieldName(weight))).toEqual([lightProject.id, heavyProject.id]);
    expect(await searchProjects(idFilter, `-${getFieldName(weight)}`)).toEqual([
      heavyProject.id,
      lightProject.id,
    ]);
    expect(await readRefusedFieldNames(searchProjects({ 'custom.999999': 'x' }))).toEqual([
      'filter.custom.999999',
    ]);
    // An omitted value is kept; null clears a value.
    const clearedProject = await changeProject(heavyProject, { [alloy.id]: null });
    expect(clearedProject.custom).toEqual({ [weight.id]: 12.5, [audit.id]: '2026-03-02' });
    const renamedProject = await factory.call<RowWithCustomValues>('/mes/project/save', {
      id: clearedProject.id,
      version: clearedProject.version,
      name: 'Mould',
    });
    expect(renamedProject.custom).toEqual(clearedProject.custom);
  });

  test('a text has at most 499 characters; a value of another type, list or factory is refused by field', async () => {
    const text = await addColumn('project');
    const weight = await addColumn('project', { type: 'number' });
    const date = await addColumn('project', { type: 'date' });
    const partColumn = await addColumn('part');
    const { id: otherFactoryColumnId } = await otherFactory.call<RowWithCustomValues>(
      `${COLUMN_PATH}/custom/save`,
      {
        owner: 'project',
        code: makeUniqueText(),
        name: 'Theirs',
      },
    );
    const row = await addProject();
    const wrongValues = [
      [text.id, '件'.repeat(500)],
      [weight.id, 'twelve'],
      [date.id, '2026-02-30'],
      [partColumn.id, 'x'],
      [otherFactoryColumnId, 'x'],
      ['__proto__', 'x'],
    ] as const;
    for (const [id, value] of wrongValues) {
      const customValues = JSON.parse(`{"${id}":${JSON.stringify(value)}}`) as Record<string, unknown>;
      expect(await readRefusedFieldNames(changeProject(row, customValues))).toEqual([`custom.${id}`]);
    }
    for (const custom of ['[1]', '7', 'x', 'null']) {
      const saveCall = factory.call('/mes/project/save', { id: row.id, version: row.version, custom });
      expect(await readRefusedFieldNames(saveCall)).toEqual(['custom']);
    }
    const longestText = '件'.repeat(499);
    expect((await changeProject(row, { [text.id]: longestText })).custom).toEqual({
      [text.id]: longestText,
    });
  });

  test('a column that has values in rows cannot be deleted, and keeps its type', async () => {
    const usedColumn = await addColumn('project', { name: 'Alloy' });
    const row = await addProject({ custom: JSON.stringify({ [usedColumn.id]: 'Brass' }) });
    const deleteColumn = () => factory.call(`${COLUMN_PATH}/custom/delete`, { ids: [usedColumn.id] });
    const changeType = (type: string) =>
      factory.call<RowWithCustomValues>(`${COLUMN_PATH}/custom/save`, {
        id: usedColumn.id,
        version: usedColumn.version,
        type,
      });
    await expect(deleteColumn()).rejects.toMatchObject({
      code: 'inUse',
      params: { name: 'Alloy', count: 1, entity: 'project' },
    });
    expect(await readRefusalCode(changeType('number'))).toBe('columnTypeFixed');
    const moveFields = { id: usedColumn.id, version: usedColumn.version, owner: 'part' };
    expect(await readRefusedFieldNames(factory.call(`${COLUMN_PATH}/custom/save`, moveFields))).toEqual([
      'owner',
    ]);
    const clearedProject = await changeProject(row, { [usedColumn.id]: null });
    // A deleted row may be restored with its value, so the type stays fixed.
    await changeProject(clearedProject, { [usedColumn.id]: 'Steel' });
    await factory.call('/mes/project/delete', { ids: [row.id] });
    expect(await readRefusalCode(changeType('number'))).toBe('columnTypeFixed');
    expect(await readRefusalCode(deleteColumn())).toBe('accepted');
    expect((await readSettings(factory.call, 'project')).customs.map((column) => column.id)).not.toContain(
      usedColumn.id,
    );
  });

  test('if a value is saved while its column is deleted, one of the two calls is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const [newColumn, row] = [await addColumn('project'), await addProject()];
      const [saveResult, deleteResult] = await Promise.all([
        readRefusalCode(changeProject(row, { [newColumn.id]: 'Brass' })),
        readRefusalCode(factory.call(`${COLUMN_PATH}/custom/delete`, { ids: [newColumn.id] })),
      ]);
      expect([
        ['accepted', 'inUse'],
        ['fieldsInvalid', 'accepted'],
      ]).toContainEqual([saveResult, deleteResult]);
    }
  });
});
