import type XLSX from '@e965/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { craft } from '#shared/entities/craft.ts';
import { employee } from '#shared/entities/employee.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';
import { startAdminServer, type AdminServer } from '#tests/support/server.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { parseWorkbookFile, readWorkbookTexts, WorkbookClient } from '#tests/support/workbooks.ts';

type Row = Record<string, unknown> & { id: number };

describeForEachDatabase('exported workbooks', (database) => {
  let server: AdminServer;
  let workbookClient: WorkbookClient;
  let factory: TestFactory;

  beforeAll(async () => {
    server = await startAdminServer(database);
    workbookClient = new WorkbookClient(server.url, server.admin.token!);
    factory = await createTestFactory(server.connection);
  });
  afterAll(() => server?.close());

  const saveRecord = (entity: { path: string }, fields: Record<string, unknown>) =>
    server.admin.call<Row>(`${entity.path}/save`, {
      code: makeUniqueText(),
      name: makeUniqueText('N'),
      ...fields,
    });

  test('hold numbers and days as such, words in the reader’s language, and only the filtered rows', async () => {
    const code = makeUniqueText('TO');
    await saveRecord(craft, {
      code,
      craftType: 'assembly',
      preparationMinutes: 7.25,
      piecePrices: [{ validFrom: '2026-03-01', price: 1.2 }],
    });
    await saveRecord(craft, { code: makeUniqueText('TO') });
    const chineseClient = new WorkbookClient(server.url, server.admin.token!, 'zh_CN');
    const content = await chineseClient.export(craft, { filter: JSON.stringify({ code }) });
    const book = parseWorkbookFile(content);
    expect(book.SheetNames).toEqual(['工艺', '生产参数', '计件单价']);
    const [mainRows] = Object.values(readWorkbookTexts(content));
    expect(mainRows).toHaveLength(2);
    expect(mainRows![1]).toContain('装配');
    const cells = Object.values(book.Sheets['工艺']!) as XLSX.CellObject[];
    expect(cells.find((cell) => cell.v === 7.25)).toMatchObject({ t: 'n' });
    const prices = book.Sheets['计件单价']!;
    expect(prices['A2']).toMatchObject({ t: 's', v: code });
    expect(prices['B2']).toMatchObject({ t: 'n', w: '2026-03-01' });
    expect(prices['C2']).toMatchObject({ t: 'n', v: 1.2 });
  });

  test('compute no text, whatever it begins with, and keep it unchanged', async () => {
    const texts = [
      '=1+1',
      "=cmd|'/c calc'!A0",
      '+49 1234',
      '-5',
      '@SUM(A1)',
      '\tTab',
      '_x0041_',
      '<b>&"\'',
      'a\r\nb',
      '０１２ 李',
    ];
    const mark = makeUniqueText('INERT');
    for (const [index, name] of texts.entries())
      await saveRecord(employee, { code: `${mark}${index}`, name });
    const book = parseWorkbookFile(await workbookClient.export(employee, { search: mark, sort: 'code' }));
    const sheet = book.Sheets[book.SheetNames[0]!]!;
    const cells = Object.entries(sheet).filter(([address]) => !address.startsWith('!')) as [
      string,
      XLSX.CellObject,
    ][];
    expect(cells.filter(([, cell]) => cell.f !== undefined || cell.F !== undefined)).toEqual([]);
    const nameCells = cells
      .filter(([address]) => /^B([2-9]|\d\d)$/.test(address))
      .map(([, cell]) => [cell.t, cell.v]);
    expect(nameCells).toEqual(texts.map((text) => ['s', text.trim().replace('\r', '')]));
    expectItemsChecked('texts that begin like a formula', texts.length);
  });

  test('are only for users who may see the list, and hold the rows of one factory', async () => {
    const stranger = await factory.createPerson('Stranger', []);
    expect(stranger.employeeId).toBeGreaterThan(0);
    const response = await new WorkbookClient(server.url, 'x'.repeat(43)).postRaw(
      `${employee.path}/export`,
      '',
    );
    expect(response.status).toBe(401);
    const names = JSON.stringify(readWorkbookTexts(await workbookClient.export(employee)));
    expect(names).not.toContain('Stranger');
  });

  test('report their progress, and end with the answer', async () => {
    const response = await workbookClient.postRaw(`${employee.path}/export`, '', { 'x-progress': 'lines' });
    const content = Buffer.from(await response.arrayBuffer());
    const text = content.toString('latin1');
    expect(text).toContain('{"progress":{"phase":"exporting"');
    expect(text.trimEnd().endsWith('{"success":true,"data":null}')).toBe(true);
  });
});
