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
    const mapping = (name: string, ...columns: object[]) =>
      server.admin.call(`${entities.materialColumnMapping.path}/save`, { name, columns });
    await mapping('Short', makeColumn('code', 'Artikelnummer'), makeColumn('name', 'Bezeichnung'));
    await mapping(
      'Nordlicht',
      makeColumn('code', 'Artikelnummer'),
      makeColumn('name', 'Bezeichnung'),
      makeColumn('standardPrice', 'Preis je 1000', { factor: 0.001 }),
      makeColumn('defaultQuantity', 'Menge', { defaultValue: '5' }),
      makeColumn('unit', null, { defaultValue: 'KG' }),
    );
  }, 120_000);
  afterAll(() => server?.close());

  const heading = ['Pos.', 'Bezeichnung', 'Artikelnummer', 'Preis je 1000', 'Menge', 'Bemerkung'];
  const list = (...rows: SheetRows): Buffer =>
    makeWorkbook({ Stückliste: [['Nordlicht Antriebe GmbH'], [], heading, ...rows] });
  const materials = async () =>
    (
      await server.admin.call<{ rows: Entity<'material'>[] }>(`${material.path}/page`, { sort: 'code' })
    ).rows.map(({ code, name, standardPrice, defaultQuantity, labels }) => [
      code,
      name,
      standardPrice,
      defaultQuantity,
      labels.unitId,
    ]);

  test('is read by the mapping that knows most of its headings, with factors and what stands in', async () => {
    const verdict = await workbookClient.importBook(
      material,
      list(
        [1, 'Rundstahl', 'N-1', 4600, 12, 'urgent'],
        [2, 'Gehäuse', 'N-2', '52000.5', null, null],
        ['Summe', null, null, null, null, 'two'],
      ),
    );
    expect(verdict).toMatchObject({ mapping: 'Nordlicht', added: 2, problemCount: 0, written: true });
    expect(await materials()).toEqual([
      ['N-1', 'Rundstahl', 4.6, 12, 'kg'],
      ['N-2', 'Gehäuse', 52.0005, 5, 'kg'],
    ]);
  });

  test('is refused as a whole where something in it is wrong, by its own rows', async () => {
    const answer = await workbookClient.check(material, list([1, 'Rundstahl', 'N-3', 'on request', 1, null]));
    expect(answer).toMatchObject({
      data: { mapping: 'Nordlicht', file: null, problemCount: 1, problems: [{ row: 4, place: 'D' }] },
    });
    expect(await materials()).toHaveLength(2);
  });

  test('is a list of the house where no mapping knows it', async () => {
    const own = makeWorkbook({
      Material: [
        ['Code', 'Name'],
        ['M-9', 'Bolt'],
      ],
    });
    expect(await workbookClient.importBook(material, own)).toMatchObject({ mapping: null, added: 1 });
  });
});
