import { afterAll, beforeAll, expect, it } from 'vitest';
import { masterPlanNode } from '#shared/entities/master-plan-node.ts';
import { translateTerm } from '#shared/terms/index.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { startAdminServer, type AdminServer } from '#tests/support/server.ts';
import { makeWorkbook, WorkbookClient } from '#tests/support/workbooks.ts';

/** Full-width characters of a Chinese input method, written as codes because they look like half-width characters. */
const [SEMICOLON, OPENING, CLOSING] = ['\uFF1B', '\uFF08', '\uFF09'];

describeForEachDatabase('A workbook with full-width signs', (database) => {
  let server: AdminServer;
  let workbookClient: WorkbookClient;
  beforeAll(async () => {
    server = await startAdminServer(database);
    workbookClient = new WorkbookClient(server.url, server.admin.token!);
  });
  afterAll(() => server?.close());

  it('names several rows, or one row by name and code, as with half-width signs', async () => {
    const call = server.admin.call.bind(server.admin);
    const names = [makeUniqueText('Craft'), makeUniqueText('Craft')];
    const crafts = await Promise.all(
      names.map((name) => call<{ id: number }>('/mes/system/basic/crafts/save', { code: name, name })),
    );
    const code = makeUniqueText('D');
    const department = await call<{ id: number }>('/mes/system/basic/department/save', {
      code,
      name: 'Turning',
    });
    await call('/mes/system/basic/department/save', { code: makeUniqueText('D'), name: 'Turning' });
    const nodeRows = ['', ' '].map((space) => [
      makeUniqueText('FW'),
      'Node',
      `Turning${space}${OPENING}${code}${CLOSING}`,
      names.join(SEMICOLON),
    ]);
    const head = ['Code', 'Name', 'Department', translateTerm('en_US', 'crafts')];
    const workbook = makeWorkbook({ x: [head, ...nodeRows] });
    expect(await workbookClient.importBook(masterPlanNode, workbook)).toMatchObject({
      written: true,
      added: 2,
    });
    for (const [nodeCode] of nodeRows) {
      const { rows } = await call<{ rows: { departmentId: number; craftIds: number[] }[] }>(
        `${masterPlanNode.path}/page`,
        { search: nodeCode },
      );
      expect(rows[0]).toMatchObject({ departmentId: department.id });
      expect(rows[0]!.craftIds.toSorted()).toEqual(crafts.map((craft) => craft.id).toSorted());
    }
  });
});
