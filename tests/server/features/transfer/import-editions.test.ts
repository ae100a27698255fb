import { afterAll, beforeAll, expect, test } from 'vitest';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { startAdminServer, type AdminServer } from '#tests/support/server.ts';
import { makeWorkbook, readWorkbookTexts, WorkbookClient } from '#tests/support/workbooks.ts';

const ENTITY = entities.processLibrary;

describeForEachDatabase('standard routings from a workbook', (database) => {
  let server: AdminServer;
  let client: WorkbookClient;
  beforeAll(async () => {
    server = await startAdminServer(database);
    client = new WorkbookClient(server.url, server.admin.token!);
    for (const [code, name] of [
      ['T', 'Turning'],
      ['M', 'Milling'],
    ])
      await server.admin.call('/mes/system/basic/crafts/save', { code, name });
  });
  afterAll(() => server?.close());

  /** Imports a standard routing with these crafts, in the columns of an export. */
  const importRouting = async (code: string, name: string, crafts: readonly string[]) => {
    const sheets = Object.entries(readWorkbookTexts(await client.export(ENTITY)));
    const makeRow = (headings: readonly unknown[], values: Record<string, string | number>) =>
      headings.map((heading) => values[String(heading)] ?? null);
    expect(sheets.map(([, rows]) => rows[0]!.includes('Code'))).toEqual([true, true]);
    const [[mainName, mainRows], [linesName, linesRows]] = [sheets[0]!, sheets[1]!];
    const lineHeadings = linesRows[0]!;
    const book = {
      [mainName]: [mainRows[0]!, makeRow(mainRows[0]!, { Code: code, Name: name })],
      [linesName]: [
        lineHeadings,
        ...crafts.map((craft, index) =>
          makeRow(lineHeadings, { Code: code, 'Seq.': (index + 1) * 10, 'Operation type': craft }),
        ),
      ],
    };
    return client.importBook(ENTITY, makeWorkbook(book));
  };
  const readEditions = async (code: string) =>
    (
      await server.admin.call<PageAnswer<Entity<'processLibrary'>>>(`${ENTITY.path}/page`, {
        sort: 'edition',
      })
    ).rows
      .filter((row) => row.code === code)
      .map(({ edition, state, name, processes }) => [edition, state, name, processes.length]);

  test('are drafts with their lines, change the draft, and become the next edition of a published one', async () => {
    await importRouting('STD', 'Flanges', ['Turning']);
    expect(await readEditions('STD')).toEqual([[1, 'draft', 'Flanges', 1]]);
    await importRouting('STD', 'Flanges', ['Turning', 'Milling']);
    expect(await readEditions('STD')).toEqual([[1, 'draft', 'Flanges', 2]]);
    const { rows } = await server.admin.call<PageAnswer<Entity<'processLibrary'>>>(`${ENTITY.path}/page`, {});
    const { id, version } = rows.find(({ code }) => code === 'STD')!;
    await server.admin.call(`${ENTITY.path}/publish`, { id, version });
    await importRouting('STD', 'Large flanges', ['Milling']);
    expect(await readEditions('STD')).toEqual([
      [1, 'published', 'Flanges', 2],
      [2, 'draft', 'Large flanges', 1],
    ]);
  });
});
