import { deflateRawSync } from 'node:zlib';
import XLSX from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_WORKBOOK_SIZE } from '#shared/answers/transfer.ts';
import { employee } from '#shared/entities/employee.ts';
import { planImport } from '#shared/entities/plan-import.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { startAdminServer, type AdminServer } from '#tests/support/server.ts';
import { makeWorkbook, WorkbookClient } from '#tests/support/workbooks.ts';

// The server refuses these files before it queries a database, so the tests run on one kind of database only.
describeForEachDatabase(
  'files that are no workbooks',
  (database) => {
    let server: AdminServer;
    let workbookClient: WorkbookClient;
    beforeAll(async () => {
      server = await startAdminServer(database);
      workbookClient = new WorkbookClient(server.url, server.admin.token!);
    });
    afterAll(() => server?.close());

    const makeZip = (name: string, content: Buffer, declaredSize = content.length) => {
      const packedContent = deflateRawSync(content);
      const makeHeader = (signature: number, isLocal: boolean) => {
        const header = Buffer.alloc(isLocal ? 30 : 46);
        let offset = header.writeUInt32LE(signature, 0);
        if (!isLocal) offset = header.writeUInt16LE(20, offset);
        offset = header.writeUInt16LE(20, offset);
        offset = header.writeUInt16LE(0, offset);
        offset = header.writeUInt16LE(8, offset);
        offset = header.writeUInt32LE(0, offset);
        offset = header.writeUInt32LE(0, offset);
        offset = header.writeUInt32LE(packedContent.length, offset);
        offset = header.writeUInt32LE(declaredSize, offset);
        header.writeUInt16LE(name.length, offset);
        return Buffer.concat([header, Buffer.from(name)]);
      };
      const [localHeader, centralHeader] = [makeHeader(0x04034b50, true), makeHeader(0x02014b50, false)];
      const endRecord = Buffer.alloc(22);
      endRecord.writeUInt32LE(0x06054b50, 0);
      endRecord.writeUInt16LE(1, 8);
      endRecord.writeUInt16LE(1, 10);
      endRecord.writeUInt32LE(centralHeader.length, 12);
      endRecord.writeUInt32LE(localHeader.length + packedContent.length, 16);
      return Buffer.concat([localHeader, packedContent, centralHeader, endRecord]);
    };
    const bomb = Buffer.alloc(64 * 1024 * 1024, ' ');
    const makeMacroWorkbook = () => {
      const book = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet([['Code', 'Name']]), 'x');
      book.vbaraw = Buffer.from('macro');
      return XLSX.write(book, { type: 'buffer', bookType: 'xlsm' }) as Buffer;
    };

    describe.each([
      ['a list', `${employee.path}/import/check`],
      ['a plan', `${planImport.path}/check`],
    ])('in place of %s', (_expected, checkPath) => {
      test.each([
        ['a program', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500)]), 'fileType'],
        ['a text', () => Buffer.from('Code,Name\nA,B\n'), 'fileType'],
        ['nothing', () => Buffer.alloc(0), 'fileType'],
        ['an archive without a workbook', () => makeZip('readme.txt', Buffer.from('x')), 'fileType'],
        ['a workbook with macros', makeMacroWorkbook, 'fileType'],
        ['a bomb', () => makeZip('xl/workbook.xml', bomb), 'fileUnpacksTooLarge'],
        ['a bomb that says it is small', () => makeZip('xl/workbook.xml', bomb, 100), 'fileUnreadable'],
        [
          'a document of another kind',
          () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]),
          'fileUnreadable',
        ],
        ['half a workbook', () => makeWorkbook({ x: [['Code']] }).subarray(0, 3000), 'fileUnreadable'],
      ])('are refused: %s', async (_name, content, code) => {
        const startMs = Date.now();
        const response = await workbookClient.postRaw(checkPath, new Uint8Array(content()));
        expect(await response.json()).toMatchObject({ success: false, code });
        expect(Date.now() - startMs).toBeLessThan(20_000);
      });

      test('are refused before they are received completely if they are too large', async () => {
        const response = await workbookClient.postRaw(checkPath, new Uint8Array(MAX_WORKBOOK_SIZE.bytes + 1));
        expect(response.status).toBe(413);
        expect(await response.json()).toMatchObject({ code: 'tooLarge', params: { max: '50 MB' } });
      });
    });

    test('are checked quickly: a sheet of maximum size with a cell in its last corner', async () => {
      const container = XLSX.CFB.read(makeWorkbook({ x: [['Code']] }), { type: 'buffer' });
      const makeCell = (address: string) => `<c r="${address}" t="inlineStr"><is><t>Code</t></is></c>`;
      XLSX.CFB.find(container, '/xl/worksheets/sheet1.xml')!.content = Buffer.from(
        `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:XFD1048576"/><sheetData><row r="1">${makeCell('A1')}</row><row r="90000">${makeCell('XFD90000')}</row><row r="1048576">${makeCell('XFD1048576')}</row></sheetData></worksheet>`,
      );
      const content = XLSX.CFB.write(container, { type: 'buffer', fileType: 'zip' }) as unknown as Buffer;
      const answer = await workbookClient.check(employee, content);
      expect(answer.success ? answer.data.problemCount : 1).toBeGreaterThan(0);
    });
  },
  'postgres',
);
