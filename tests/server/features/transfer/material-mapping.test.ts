import { afterAll, beforeAll, expect, test } from 'vitest';
import { entities, type Entity } from '#shared/entities/index.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { startAdminServer, type AdminServer } from '#tests/support/server.ts';
import { makeWorkbook, WorkbookClient, type SheetRows } from '#tests/support/workbooks.ts';

const { material } = entities;
const makeColumn = (materialField: string, columnHeader: string | null, fields: object = {}) => ({
  materialField,
  columnHeader,
  ...fields,
});

describeForEachDatabase('A customer’s material list', (database) => {
  let server: AdminServer;
  let workbookClient: WorkbookClient;

  beforeAll(async () => {
    server = await startAdminServer(database);
    workbookClient = new WorkbookClient(server.url, server.admin.token!);
    await server.admin.call('/mes/system/basic/unit/save', { code: 'KG', name: 'kg' });
    const saveMapping = (name: string, ...columns: object[]) =>
      server.admin.call(`${entities.materialColumnMapping.path}/save`, { name, columns });
    await saveMapping('Short', makeColumn('code', 'Artikelnummer'), makeColumn('name', 'Bezeichnung'));
    await saveMapping(
      'Nordlicht',
      makeColumn('code', 'Artikelnummer'),
      makeColumn('name', 'Bezeichnung'),
      makeColumn('standardPrice', 'Preis je 1000', { factor: 0.001 }),
      makeColumn('defaultQuantity', 'Menge', { defaultValue: '5' }),
      makeColumn('unit', null, { defaultValue: 'KG' }),
    );
  });
  afterAll(() => server?.close());

  const headings = ['Pos.', 'Bezeichnung', 'Artikelnummer', 'Preis je 1000', 'Menge', 'Bemerkung'];
  const makeListFile = (...rows: SheetRows): Buffer =>
    makeWorkbook({ Stückliste: [['Nordlicht Antriebe GmbH'], [], headings, ...rows] });
  const readMaterials = async () =>
    (
      await server.admin.call<{ rows: Entity<'material'>[] }>(`${material.path}/page`, { sort: 'code' })
    ).rows.map(({ code, name, standardPrice, defaultQuantity, labels }) => [
      code,
      name,
      standardPrice,
      defaultQuantity,
      labels.unitId,
    ]);

  test('is read by the mapping that knows most of its headings, with factors and default values', async () => {
    const verdict = await workbookClient.importBook(
      material,
      makeListFile(
        [1, 'Rundstahl', 'N-1', 4600, 12, 'urgent'],
        [2, 'Gehäuse', 'N-2', '52000.5', null, null],
        ['Summe', null, null, null, null, 'two'],
      ),
    );
    expect(verdict).toMatchObject({ mapping: 'Nordlicht', added: 2, problemCount: 0, written: true });
    expect(await readMaterials()).toEqual([
      ['N-1', 'Rundstahl', 4.6, 12, 'kg'],
      ['N-2', 'Gehäuse', 52.0005, 5, 'kg'],
    ]);
  });

  test('is refused as a whole if a cell is wrong, and the problem has the row of the list', async () => {
    const answer = await workbookClient.check(
      material,
      makeListFile([1, 'Rundstahl', 'N-3', 'on request', 1, null]),
    );
    expect(answer).toMatchObject({
      data: { mapping: 'Nordlicht', file: null, problemCount: 1, problems: [{ row: 4, place: 'D' }] },
    });
    expect(await readMaterials()).toHaveLength(2);
  });

  test('is read by the standard headings if no mapping matches', async () => {
    const ownWorkbook = makeWorkbook({
      Material: [
        ['Code', 'Name'],
        ['M-9', 'Bolt'],
      ],
    });
    expect(await workbookClient.importBook(material, ownWorkbook)).toMatchObject({ mapping: null, added: 1 });
  });
});
