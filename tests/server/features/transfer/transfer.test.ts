import XLSX from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '#shared/kernel/wire.ts';
import type { WorkbookImportResult } from '#shared/answers/transfer.ts';
import { craft } from '#shared/entities/craft.ts';
import { department } from '#shared/entities/department.ts';
import { employee } from '#shared/entities/employee.ts';
import { countRowsAndVersions } from '#tests/support/count-rows.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';
import { startAdminServer, type AdminServer } from '#tests/support/server.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { makeWorkbook, readWorkbookTexts, WorkbookClient, type SheetRows } from '#tests/support/workbooks.ts';

type Row = Record<string, unknown> & { id: number };
const HEADING_ROW = ['Code', 'Name', 'Department', 'Working status', 'Phone', 'WeLink code'];

describeForEachDatabase('workbooks', (database) => {
  let server: AdminServer;
  let books: WorkbookClient;
  let factory: TestFactory;

  beforeAll(async () => {
    server = await startAdminServer(database);
    books = new WorkbookClient(server.url, server.admin.token!);
    factory = await createTestFactory(server.connection);
  });
  afterAll(() => server?.close());

  const save = (entity: { path: string }, fields: Record<string, unknown>) =>
    server.admin.call<Row>(`${entity.path}/save`, { code: makeUniqueText(), name: 'N', ...fields });
  const findPeople = async (search: string) =>
    (await server.admin.call<{ rows: Row[] }>(`${employee.path}/page`, { search, limit: 500 })).rows;
  const getData = (answer: Answer<WorkbookImportResult>): WorkbookImportResult => {
    if (!answer.success) throw new Error(JSON.stringify(answer));
    return answer.data;
  };
  const checkPeople = async (rows: SheetRows, head = HEADING_ROW) =>
    getData(await books.check(employee, makeWorkbook({ Employee: [head, ...rows] })));

  describe('imported', () => {
    test('write nothing if one row is wrong, and name each wrong cell', async () => {
      const mark = makeUniqueText('BAD');
      const rows: SheetRows = Array.from({ length: 60 }, (_row, index) => [
        `${mark}${index}`,
        `P ${index}`,
        null,
        'Active',
        null,
        null,
      ]);
      rows[10]![2] = 'Nowhere';
      rows[20]![3] = 'asleep';
      rows[30]![0] = rows[29]![0]!;
      rows[40]![1] = 'x'.repeat(101);
      const before = await countRowsAndVersions(server.connection);
      const verdict = await checkPeople(rows);
      expect(verdict).toMatchObject({ file: null, written: false, problemCount: 4 });
      expect(
        verdict.problems.map(({ sheet, row, place, column }) => [sheet, row, place, column]).sort(),
      ).toEqual(
        [
          ['Employee', 12, 'C', 'Department'],
          ['Employee', 22, 'D', 'Working status'],
          ['Employee', 32, 'A', 'Code'],
          ['Employee', 42, 'B', 'Name'],
        ].sort(),
      );
      expect(verdict.problems.find(({ row }) => row === 12)!.reason).toContain('Nowhere');
      expect(await countRowsAndVersions(server.connection)).toEqual(before);
    });

    test('say what many wrong rows have in common, and list the problems from the top', async () => {
      const mark = makeUniqueText('MANY');
      const rows: SheetRows = Array.from({ length: 6000 }, (_row, index) => [
        `${mark}${index}`,
        'P',
        index % 3 === 0 ? 'Nowhere' : null,
        'asleep',
        null,
        null,
      ]);
      const verdict = await checkPeople(rows);
      expect(verdict.problemCount).toBe(8000);
      expect(verdict.frequent).toMatchObject([
        { place: 'D', column: 'Working status', count: 6000 },
        { place: 'C', column: 'Department', count: 2000 },
      ]);
      // The message lists the allowed values.
      expect(verdict.frequent[0]!.reason).toContain('On vacation');
      expect(verdict.problems.slice(0, 4).map(({ row, place }) => [row, place])).toEqual([
        [2, 'C'],
        [2, 'D'],
        [3, 'D'],
        [4, 'D'],
      ]);
    });

    test('are checked against the database and by the rules of the entity', async () => {
      const [mark, weLinkCode] = [makeUniqueText('RULE'), makeUniqueText('WL')];
      await save(employee, { weLinkCode });
      const rows: SheetRows = [
        [`${mark}1`, 'Fine', null, null, null, null],
        [`${mark}2`, 'Somebody else’s', null, null, null, weLinkCode],
      ];
      const verdict = await checkPeople(rows);
      expect(verdict.problems).toMatchObject([{ row: 3, place: 'F', column: 'WeLink code' }]);
      expect(await findPeople(mark)).toEqual([]);
      // A craft may have only one price per day. The problem names the row of the second price.
      const code = makeUniqueText('CR');
      const crafts = makeWorkbook({
        Craft: [
          ['Code', 'Name'],
          [code, 'Turning'],
        ],
        'Piece prices': [
          ['Code', 'Valid from', 'Price'],
          [code, '2026-01-01', 1],
          [code, '2026-01-01', 2],
        ],
      });
      const { problems } = getData(await books.check(craft, crafts));
      expect(problems).toMatchObject([{ sheet: 'Piece prices', row: 3, place: 'B' }]);
    });

    test('change by code only the columns that they have; an empty cell clears an optional value', async () => {
      const shop = await save(department, {});
      const person = await save(employee, { phone: '100', departmentId: shop.id, workingStatus: 'vacation' });
      const head = ['Code', 'Phone', 'Working status'];
      const book = makeWorkbook({ x: [head, [person['code'] as string, null, null]] });
      expect(await books.importBook(employee, book)).toMatchObject({ written: true, added: 0, changed: 1 });
      const [savedEmployee] = await findPeople(person['code'] as string);
      expect(savedEmployee).toMatchObject({ phone: null, departmentId: shop.id, workingStatus: 'vacation' });
      expect(await books.importBook(employee, book)).toMatchObject({
        written: false,
        changed: 0,
        unchanged: 1,
      });
    });

    test('may refer to rows of their own, in any order, but not in a circle', async () => {
      const [root, middle, leaf] = [makeUniqueText('A'), makeUniqueText('B'), makeUniqueText('C')];
      const head = ['编码', '名称', '上级'];
      const tree = makeWorkbook({
        部门: [head, [leaf, 'Lathes', middle], [middle, 'Turning', root], [root, 'Works', null]],
      });
      expect(await books.importBook(department, tree)).toMatchObject({ written: true, added: 3 });
      const { rows } = await server.admin.call<{ rows: Row[] }>(`${department.path}/page`, { search: leaf });
      expect(rows[0]!['labels']).toMatchObject({ parentId: 'Turning' });
      const [first, second] = [makeUniqueText('D'), makeUniqueText('E')];
      const circle = makeWorkbook({ 部门: [head, [first, 'D', second], [second, 'E', first]] });
      expect(getData(await books.check(department, circle)).problemCount).toBe(2);
      // Only a database query can find a cycle through existing rows.
      const cycle = makeWorkbook({ 部门: [head, [root, 'Works', leaf]] });
      expect(getData(await books.check(department, cycle))).toMatchObject({ file: null, problemCount: 1 });
    });

    test('refer to other rows by code, by a unique name, or by both', async () => {
      const [first, second] = [
        await save(department, { name: 'Twice' }),
        await save(department, { name: 'Twice' }),
      ];
      const mark = makeUniqueText('REF');
      const tryText = (text: string) => checkPeople([[`${mark}${text.length}`, 'P', text, null, null, null]]);
      expect(await tryText('Twice')).toMatchObject({ problemCount: 1 });
      expect(await tryText(String(second['code']))).toMatchObject({ problemCount: 0 });
      const nameAndCode = `Twice (${String(first['code'])})`;
      const content = makeWorkbook({ x: [HEADING_ROW, [`${mark}0`, 'P', nameAndCode, null, null, null]] });
      await books.importBook(employee, content);
      expect((await findPeople(`${mark}0`))[0]).toMatchObject({ departmentId: first.id });
      const [rows] = Object.values(readWorkbookTexts(await books.export(employee, { search: `${mark}0` })));
      expect(rows![1]).toContain(nameAndCode);
    });

    test('are read as a spreadsheet shows them: serial days, numbers as text, full-width letters, empty rows', async () => {
      const code = makeUniqueText('READ');
      const sheet = XLSX.utils.aoa_to_sheet([
        ['Crafts of the turning shop'],
        [],
        ['Ｃｏｄｅ ', 'NAME*', 'Set-up time (min)', 'Must be received first', 'Overrun tolerance (%)'],
        [],
        [`  ${code} `, 12_345, '１２．５', '是', 0.1 + 0.2],
      ]);
      const book = XLSX.utils.book_new(sheet, 'crafts');
      for (const bookType of ['xlsx', 'xls'] as const) {
        const content = XLSX.write(book, { type: 'buffer', bookType }) as Buffer;
        const verdict = await books.importBook(craft, content);
        expect([bookType, verdict.problems]).toEqual([bookType, []]);
      }
      const { rows } = await server.admin.call<{ rows: Row[] }>(`${craft.path}/page`, { search: code });
      expect(rows).toMatchObject([
        { code, name: '12345', preparationMinutes: 12.5, needsReceive: true, overReportTolerance: 0.3 },
      ]);
      const priceSheet = XLSX.utils.aoa_to_sheet([
        ['Code', 'Valid from', 'Price'],
        [code, 46_082, 2],
      ]);
      priceSheet['B2']!.z = 'yyyy/m/d';
      const datedBook = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet([['Code'], [code]]), 'Craft');
      XLSX.utils.book_append_sheet(datedBook, priceSheet, '计件单价');
      for (const date1904 of [false, true]) {
        datedBook.Workbook = { WBProps: { date1904 } };
        await books.importBook(craft, XLSX.write(datedBook, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
        const [savedCraft] = (
          await server.admin.call<{ rows: Row[] }>(`${craft.path}/page`, { search: code })
        ).rows;
        expect(savedCraft!['piecePrices']).toEqual([
          { validFrom: date1904 ? '2030-03-02' : '2026-03-01', price: 2 },
        ]);
      }
    });

    test('hold formulas with a shown result; one without a result, or with another file, is refused', async () => {
      const mark = makeUniqueText('FX');
      const sheet = XLSX.utils.aoa_to_sheet([
        ['Code', 'Name', 'Phone'],
        [`${mark}1`, 'x', 'x'],
        [`${mark}2`, 'x', 'x'],
        [`${mark}3`, 'x', 'x'],
      ]);
      sheet['B2'] = { t: 's', v: 'Shown', f: 'UPPER("shown")' };
      sheet['B3'] = { t: 'z', f: '1+1' };
      sheet['B4'] = { t: 's', v: 'Stolen', f: "'file:///etc/[passwd]x'!A1" };
      const content = XLSX.write(XLSX.utils.book_new(sheet, 'e'), {
        type: 'buffer',
        bookType: 'xlsx',
      }) as Buffer;
      const { problems } = getData(await books.check(employee, content));
      expect(problems.map(({ row, place }) => [row, place])).toEqual([
        [3, 'B'],
        [4, 'B'],
      ]);
    });

    test('need the permission to add for new rows, and to modify for existing rows', async () => {
      const changerPermissions = ['SYSTEM_BASIC_EMPLOYEE', 'SYSTEM_BASIC_EMPLOYEE_MODIFY'] as const;
      const changer = await factory.createPerson('Changer', changerPermissions);
      const idle = await factory.createPerson('Idle', ['SYSTEM_BASIC_EMPLOYEE']);
      const row = await factory.call<Row>(`${employee.path}/save`, { code: makeUniqueText(), name: 'Known' });
      const content = makeWorkbook({
        x: [
          ['Code', 'Name'],
          [row['code'] as string, 'Renamed'],
          [makeUniqueText(), 'New'],
        ],
      });
      const changerClient = new WorkbookClient(server.url, changer.token);
      expect(getData(await changerClient.check(employee, content)).problems).toMatchObject([{ row: 3 }]);
      const refusedAnswer = await new WorkbookClient(server.url, idle.token).check(employee, content);
      expect(refusedAnswer).toMatchObject({ success: false, code: 'noPermission' });
    });

    test('can be written only by their sender, and only once', async () => {
      const content = makeWorkbook({
        x: [
          ['Code', 'Name'],
          [makeUniqueText('OWN'), 'New'],
        ],
      });
      const { file } = getData(await books.check(employee, content));
      const permissions = ['SYSTEM_BASIC_EMPLOYEE_ADD', 'SYSTEM_BASIC_EMPLOYEE'] as const;
      const otherPerson = await factory.createPerson('Other', permissions);
      const otherAnswer = await new WorkbookClient(server.url, otherPerson.token).write(employee, file!);
      expect(otherAnswer).toMatchObject({ success: false, code: 'importFileGone' });
      for (const wrongFile of ['', '../../../etc/passwd', `${file!}/..`])
        expect(await books.write(employee, wrongFile)).toMatchObject({
          success: false,
          code: 'importFileGone',
        });
      expect(getData(await books.write(employee, file!))).toMatchObject({ written: true, added: 1 });
      expect(await books.write(employee, file!)).toMatchObject({ success: false, code: 'importFileGone' });
    });
  });

  test('report their phases in order', async () => {
    const person = [makeUniqueText('TOLD'), 'P'];
    const body = new Uint8Array(makeWorkbook({ x: [HEADING_ROW.slice(0, 2), person] }));
    const check = await books.callWithProgress<WorkbookImportResult>(`${employee.path}/import/check`, body);
    expect([...new Set(check.progress.map(({ phase }) => phase))]).toEqual(['reading', 'checking']);
    const form = new URLSearchParams({ file: getData(check.answer).file! });
    const write = await books.callWithProgress<WorkbookImportResult>(`${employee.path}/import/write`, form);
    expect(new Set(write.progress.map(({ phase }) => phase))).toContain('writing');
  });

  test('are not written if their sender leaves', async () => {
    const mark = makeUniqueText('GONE');
    const rows: SheetRows = Array.from({ length: 1500 }, (_row, index) => [`${mark}${index}`, 'P']);
    const { file } = getData(await books.check(employee, makeWorkbook({ x: [['Code', 'Name'], ...rows] })));
    const leaveController = new AbortController();
    const fileForm = new URLSearchParams({ file: file! });
    const writeCall = books
      .postRaw(`${employee.path}/import/write`, fileForm, { 'x-progress': 'lines' }, leaveController.signal)
      .then(async (response) => {
        for await (const piece of response.body!)
          if (Buffer.from(piece).includes('"writing"')) leaveController.abort();
      });
    await expect(writeCall).rejects.toThrow();
    await expect.poll(() => findPeople(mark)).toEqual([]);
  });
});
