import { afterAll, beforeAll, expect, it } from 'vitest';
import { masterPlanNode } from '#shared/entities/master-plan-node.ts';
import { translateTerm } from '#shared/terms/index.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { startAdminServer, type AdminServer } from '#tests/support/server.ts';
import { makeWorkbook, WorkbookClient } from '#tests/support/workbooks.ts';

/** Full-width signs, which a Chinese input method types. They are written as codes, because they look half-width. */
const [SEMICOLON, OPENING, CLOSING] = ['\uFF1B', '\uFF08', '\uFF09'];

describeForEachDatabase('A workbook with full-width signs', (database) => {
  let server: AdminServer;
  let workbookClient: WorkbookClient;
  beforeAll(async () => {
    server = await startAdminServer(database);
    workbookClient = new WorkbookClient(server.url, server.admin.token!);
  }, 120_000);
  afterAll(() => server?.close());

  it('names several rows, and a row by its name and code, as with half-width ones', async () => {
    const call = server.admin.call.bind(server.admin);
    const names = [makeUniqueText('Craft'), makeUniqueText('Craft')];
    const crafts = await Promise.all(
      names.map((name) => call<{ id: number }>('/mes/system/basic/crafts/save', { code: name, name })),
    );
    const code = makeUniqueText('D');
    const line = await call<{ id: number }>('/mes/system/basic/department/save', { code, name: 'Turning' });
    await call('/mes/system/basic/department/save', { code: makeUniqueText('D'), name: 'Turning' });
    const nodes = ['', ' '].map((space) => [
      makeUniqueText('FW'),
      'Node',
      `Turning${space}${OPENING}${code}${CLOSING}`,
      names.join(SEMICOLON),
    ]);
    const head = ['Code', 'Name', 'Department', translateTerm('en_US', 'crafts')];
    const sent = makeWorkbook({ x: [head, ...nodes] });
    expect(await workbookClient.importBook(masterPlanNode, sent)).toMatchObject({ written: true, added: 2 });
    for (const [node] of nodes) {
      const { rows } = await call<{ rows: { departmentId: number; craftIds: number[] }[] }>(
        `${masterPlanNode.path}/page`,
        { search: node },
      );
      expect(rows[0]).toMatchObject({ departmentId: line.id });
      expect(rows[0]!.craftIds.toSorted()).toEqual(crafts.map((craft) => craft.id).toSorted());
    }
  });
});
