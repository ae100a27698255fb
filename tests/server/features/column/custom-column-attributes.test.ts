import { beforeAll, expect, test } from 'vitest';
import { entities } from '#shared/entities/index.ts';
import type { CustomColumn } from '#shared/rules/columns.ts';
import { createAccessFixture, type SavedRow } from '#tests/support/access-fixture.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { getIsoTimeAgo } from '#tests/support/floor.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { getErrorCode } from '#tests/support/wire-people.ts';
import { makeWorkbook, readWorkbookTexts, WorkbookClient } from '#tests/support/workbooks.ts';

const PROJECT_ENTITY = entities.project;

describeForEachDatabase('the attribute and the names of a custom column', (database) => {
  const fixture = createAccessFixture(database);
  let requiredColumn: SavedRow;
  let readOnlyColumn: SavedRow;

  const addColumn = (owner: string, fields: Record<string, unknown>) =>
    fixture.admin.send<SavedRow>('/mes/system/column/custom/save', {
      owner,
      code: makeUniqueText(),
      ...fields,
    });
  /** Saves a project. Returns its row, or the code and the fields of the refusal. */
  async function saveProject(custom: Record<number, unknown> | null, fields: Record<string, unknown> = {}) {
    const { body } = await fixture.admin.ask<SavedRow & { custom: Record<string, unknown> }>(
      `${PROJECT_ENTITY.path}/save`,
      {
        ...('id' in fields ? {} : { code: makeUniqueText('P'), name: 'Mould' }),
        ...fields,
        ...(custom ? { custom: JSON.stringify(custom) } : {}),
      },
    );
    return body.success ? body.data : [getErrorCode(body), body.fields];
  }
  const createWorkbookClient = (lang: string) =>
    new WorkbookClient(fixture.server.url, fixture.admin.token!, lang);

  beforeAll(async () => {
    requiredColumn = await addColumn('project', {
      name: 'Region',
      attribute: 'required',
      nameZhCn: '地区',
      nameJaJp: '地域',
    });
    readOnlyColumn = await addColumn('project', { name: 'ERP number', attribute: 'readOnly' });
  });

  test('is one of three values, by default editable', async () => {
    const plainColumn = await addColumn('part', { name: 'Colour' });
    expect(plainColumn).toMatchObject({ attribute: 'editable', nameZhCn: null });
    const { body } = await fixture.admin.ask('/mes/system/column/custom/save', {
      owner: 'part',
      code: makeUniqueText(),
      name: 'Shade',
      attribute: 'sometimes',
    });
    expect(getErrorCode(body)).toBe('fieldsInvalid');
  });

  test('required: a new row needs a value, and an existing row keeps one', async () => {
    const fieldName = `custom.${requiredColumn.id}`;
    expect(await saveProject(null)).toEqual(['fieldsInvalid', { [fieldName]: expect.anything() }]);
    expect(await saveProject({ [requiredColumn.id]: '' })).toEqual([
      'fieldsInvalid',
      { [fieldName]: expect.anything() },
    ]);
    const savedProject = (await saveProject({ [requiredColumn.id]: 'East' })) as SavedRow;
    expect(savedProject).toMatchObject({ custom: { [requiredColumn.id]: 'East' } });
    expect(
      await saveProject(
        { [requiredColumn.id]: null },
        { id: savedProject.id, version: savedProject.version },
      ),
    ).toEqual(['fieldsInvalid', { [fieldName]: expect.anything() }]);
    // The value is not required when other fields are changed.
    expect(
      await saveProject(null, { id: savedProject.id, version: savedProject.version, name: 'Mould 2' }),
    ).toMatchObject({
      name: 'Mould 2',
      custom: { [requiredColumn.id]: 'East' },
    });
  });

  test('read-only: refused from a form, filled in by an import, and kept by the next save', async () => {
    const fieldName = `custom.${readOnlyColumn.id}`;
    expect(await saveProject({ [requiredColumn.id]: 'East', [readOnlyColumn.id]: 'E-1' })).toEqual([
      'fieldsInvalid',
      { [fieldName]: expect.anything() },
    ]);
    const workbookClient = createWorkbookClient('en_US');
    const code = makeUniqueText('IMP');
    const rows = [
      ['Code', 'Name', 'Region', 'ERP number'],
      [code, 'Imported', 'West', 'E-2'],
    ];
    expect(await workbookClient.importBook(PROJECT_ENTITY, makeWorkbook({ Project: rows }))).toMatchObject({
      added: 1,
    });
    const page = await fixture.admin.call<{ rows: (SavedRow & { custom: Record<string, unknown> })[] }>(
      `${PROJECT_ENTITY.path}/page`,
      { search: code },
    );
    const [row] = page.rows;
    expect(row!.custom).toEqual({ [requiredColumn.id]: 'West', [readOnlyColumn.id]: 'E-2' });
    const { id, version } = row!;
    expect(
      await saveProject({ [requiredColumn.id]: 'North', [readOnlyColumn.id]: 'E-2' }, { id, version }),
    ).toMatchObject({
      custom: { [requiredColumn.id]: 'North', [readOnlyColumn.id]: 'E-2' },
    });
    // An import of a new row needs the required value too.
    const incompleteRows = [rows[0]!.slice(0, 2), [makeUniqueText('IMP'), 'No region']];
    const checkAnswer = await workbookClient.check(PROJECT_ENTITY, makeWorkbook({ Project: incompleteRows }));
    expect(checkAnswer.success && checkAnswer.data.problemCount).toBe(1);
  });

  test('names: a language without its own name shows the default name', async () => {
    const readHeadings = async (lang: string) =>
      Object.values(readWorkbookTexts(await createWorkbookClient(lang).export(PROJECT_ENTITY)))[0]![0]!;
    expect(await readHeadings('zh_CN')).toContain('地区');
    expect(await readHeadings('ja_JP')).toContain('地域');
    for (const lang of ['en_US', 'zh_TW']) expect(await readHeadings(lang)).toContain('Region');
    const templateHeadings = Object.values(
      readWorkbookTexts(await createWorkbookClient('zh_CN').downloadTemplate(PROJECT_ENTITY)),
    )[0]![0]!;
    expect(templateHeadings).toContain('地区 *');
    const settings = await fixture.admin.call<{ customs: CustomColumn[] }>('/mes/system/column/read', {
      list: 'project',
    });
    expect(settings.customs.find(({ id }) => id === requiredColumn.id)).toMatchObject({
      name: 'Region',
      names: { zh_CN: '地区', ja_JP: '地域' },
      attribute: 'required',
    });
    fixture.admin.lang = 'zh_CN';
    const jsonColumns = await fixture.admin.call<{ column_name: string }[]>(
      '/mes/project/projectColumn/json',
      {},
    );
    fixture.admin.lang = 'en_US';
    expect(jsonColumns.map(({ column_name }) => column_name)).toContain('地区');
    // The heading of an import may be in any language.
    const rows = [
      ['编码', '名称', '地域'],
      [makeUniqueText('IMP'), 'Imported', 'South'],
    ];
    expect(
      await createWorkbookClient('zh_CN').importBook(PROJECT_ENTITY, makeWorkbook({ 项目: rows })),
    ).toMatchObject({
      added: 1,
    });
  });

  test('required for reports: work does not end without the value', async () => {
    const batchColumn = await addColumn('report', { name: 'Batch', attribute: 'required' });
    const saveRow = (path: string, fields: Record<string, unknown>) =>
      fixture.admin.send<SavedRow>(`/mes/${path}/save`, { code: makeUniqueText(), ...fields });
    const employeeId = (await saveRow('system/basic/employee', { name: 'Li' })).id;
    const craftId = (await saveRow('system/basic/crafts', { name: 'Turn' })).id;
    const order = await saveRow('order', { name: 'Pins', quantity: 10 });
    const partId = (await saveRow('order/part', { orderId: order.id, name: 'Pin', quantity: 10 })).id;
    const process = await fixture.admin.send<SavedRow>('/mes/process/save', { partId, seq: 10, craftId });
    await fixture.admin.send('/mes/order/release', { id: order.id, version: order.version });
    const { reportId } = await fixture.admin.send<{ reportId: number }>('/mes/report/start', {
      processId: process.id,
      quantity: 5,
      people: [{ employeeId, ratio: 100 }],
      at: getIsoTimeAgo(10),
    });
    const { body } = await fixture.admin.ask('/mes/report/finish', { reportId, good: 5 });
    expect([getErrorCode(body), Object.keys((body as { fields?: object }).fields ?? {})]).toEqual([
      'fieldsInvalid',
      [`custom.${batchColumn.id}`],
    ]);
    await fixture.admin.send('/mes/report/finish', {
      reportId,
      good: 5,
      custom: JSON.stringify({ [batchColumn.id]: 'B-1' }),
    });
    expect(await fixture.admin.call('/mes/report/get', { id: reportId })).toMatchObject({
      custom: { [batchColumn.id]: 'B-1' },
    });
  });
});
