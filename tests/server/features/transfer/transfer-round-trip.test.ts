import { afterAll, beforeAll, expect, test } from 'vitest';
import { getFieldLabel } from '#shared/kernel/fields.ts';
import { LANGS } from '#shared/kernel/lang.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { canExportEntity, canImportEntity, findWorkbookKeyField } from '#shared/answers/transfer.ts';
import { entities, entityNames } from '#shared/entities/index.ts';
import { getHeading } from '#server/workbook/columns.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { describeForEachDatabase, sampleItems } from '#tests/support/databases.ts';
import { startAdminServer, type AdminServer } from '#tests/support/server.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { createSampleRows, type SampleRowIds } from '#tests/support/sample-rows.ts';
import {
  makeWorkbook,
  readWorkbookTexts,
  WorkbookClient,
  type SheetsByName,
} from '#tests/support/workbooks.ts';

const allEntities = entityNames.map((name): EntityDeclaration => entities[name]);

/** Tells whether an import may add rows to an entity: every entity except the factory. */
const acceptsNewRows = (entity: EntityDeclaration) => entity.name !== 'factory';

/** Returns the column heading of a field in English, the language of these tests. */
const getEnglishHeading = (entity: EntityDeclaration, name: string): string =>
  getHeading({ field: entity.fields[name]!, label: getFieldLabel(name, entity.fields[name]!) }, 'en_US');

/**
 * Finds a text field that takes 40 characters, among the shown field, `name` and `remark`. The field is not unique, and
 * not the key of the rows in a workbook.
 * @returns null if there is no such field
 */
const findFreeTextField = (entity: EntityDeclaration): string | null =>
  [entity.shownAs, 'name', 'remark'].find((name) => {
    const field = entity.fields[name];
    return (
      name !== findWorkbookKeyField(entity) &&
      field?.kind === 'text' &&
      !field.unique &&
      (field.max ?? 200) >= 40
    );
  }) ?? null;

/** Returns a row without its labels and without the fields that every save changes. */
const removeFieldsChangedBySave = ({
  version: _v,
  updatedAt: _at,
  updatedBy: _by,
  labels: _labels,
  ...rest
}: Record<string, unknown>) => rest;

describeForEachDatabase('a list as a workbook', (database) => {
  let server: AdminServer;
  let sampleIds: SampleRowIds;
  let workbookClient: WorkbookClient;
  const exportedEntities = sampleItems(database, allEntities.filter(canExportEntity));
  const importedEntities = sampleItems(database, allEntities.filter(canImportEntity));

  beforeAll(async () => {
    server = await startAdminServer(database);
    sampleIds = await createSampleRows((path, fields) => server.admin.call(path, fields));
    workbookClient = new WorkbookClient(server.url, server.admin.token!);
  });
  afterAll(() => server?.close());

  const readRow = (entity: EntityDeclaration) =>
    server.admin.call<Record<string, unknown>>(`${entity.path}/get`, {
      id: sampleIds[entity.name as keyof SampleRowIds],
    });

  test('is exported from every list, with a line for each row', async () => {
    for (const entity of exportedEntities) {
      const [mainRows] = Object.values(readWorkbookTexts(await workbookClient.export(entity)));
      const { total } = await server.admin.call<{ total: number }>(`${entity.path}/page`, {});
      expect([entity.name, mainRows!.length - 1]).toEqual([entity.name, total]);
    }
    expectItemsChecked('lists taken out', exportedEntities.length);
  });

  test('changes nothing if it is imported as it was exported, in any language', async () => {
    for (const [index, entity] of importedEntities.entries()) {
      const before = await readRow(entity);
      const lang = LANGS[index % LANGS.length]!;
      const clientInLang = new WorkbookClient(server.url, server.admin.token!, lang);
      const answer = await workbookClient.check(entity, await clientInLang.export(entity));
      expect([entity.name, lang, answer]).toMatchObject([
        entity.name,
        lang,
        { success: true, data: { added: 0, changed: 0, problemCount: 0, problems: [] } },
      ]);
      expect((answer as { data: { unchanged: number } }).data.unchanged).toBeGreaterThan(0);
      expect([entity.name, await readRow(entity)]).toEqual([entity.name, before]);
    }
    expectItemsChecked('lists brought back', importedEntities.length);
  });

  test('changes only the edited cells of a known code, and adds a new code with all rows that it owns', async () => {
    let triedCount = 0;
    for (const entity of importedEntities.filter(acceptsNewRows)) {
      const key = findWorkbookKeyField(entity)!;
      const textField = findFreeTextField(entity);
      const before = await readRow(entity);
      const exportedSheets = readWorkbookTexts(await workbookClient.export(entity));
      const [newKey, newText] = [makeUniqueText('N'), makeUniqueText('改')];
      const getHeading = (name: string) => getEnglishHeading(entity, name);
      const book: SheetsByName = Object.fromEntries(
        Object.entries(exportedSheets).map(([name, [headings, ...rows]], sheetIndex) => {
          // A sheet of owned rows begins with the key of their owner.
          const keyIndex = sheetIndex === 0 ? headings!.indexOf(getHeading(key)) : 0;
          const ownRows = rows.filter((cells) => cells[keyIndex] === before[key]);
          // The copies of existing rows get a new code, and their other unique fields are empty.
          const uniqueColumnIndexes = Object.keys(entity.fields)
            .filter((fieldName) => sheetIndex === 0 && fieldName !== key && entity.fields[fieldName]!.unique)
            .map((fieldName) => headings!.indexOf(getHeading(fieldName)));
          const copies = ownRows.map((cells) =>
            cells.map((cell, index) =>
              index === keyIndex ? newKey : uniqueColumnIndexes.includes(index) ? null : cell,
            ),
          );
          const changedRows =
            textField && sheetIndex === 0
              ? ownRows.map((cells) =>
                  cells.map((cell, index) =>
                    index === headings!.indexOf(getHeading(textField)) ? newText : cell,
                  ),
                )
              : ownRows;
          return [name, [headings!, ...changedRows, ...copies]];
        }),
      );
      const verdict = await workbookClient.importBook(
        entity,
        makeWorkbook(book, triedCount % 2 === 0 ? 'xlsx' : 'xls'),
      );
      expect([entity.name, verdict]).toMatchObject([
        entity.name,
        { written: true, added: 1, changed: textField ? 1 : 0 },
      ]);
      const after = await readRow(entity);
      expect([entity.name, removeFieldsChangedBySave(after)]).toEqual([
        entity.name,
        { ...removeFieldsChangedBySave(before), ...(textField ? { [textField]: newText } : {}) },
      ]);
      if (textField) expect(after['version']).toBe((before['version'] as number) + 1);
      triedCount += 1;
    }
    expectItemsChecked('lists changed and added to', triedCount);
  });
});
