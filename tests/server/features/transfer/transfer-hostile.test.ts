import { deflateRawSync } from 'node:zlib';
import XLSX from '@e965/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_WORKBOOK_SIZE } from '#shared/answers/transfer.ts';
import { employee } from '#shared/entities/employee.ts';
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
    }, 120_000);
    afterAll(() => server?.close());

    const zipped = (name: string, content: Buffer, declared = content.length) => {
      const packed = deflateRawSync(content);
      const head = (signature: number, isLocal: boolean) => {
        const fixed = Buffer.alloc(isLocal ? 30 : 46);
        let at = fixed.writeUInt32LE(signature, 0);
        if (!isLocal) at = fixed.writeUInt16LE(20, at);
        at = fixed.writeUInt16LE(20, at);
        at = fixed.writeUInt16LE(0, at);
        at = fixed.writeUInt16LE(8, at);
        at = fixed.writeUInt32LE(0, at);
        at = fixed.writeUInt32LE(0, at);
        at = fixed.writeUInt32LE(packed.length, at);
        at = fixed.writeUInt32LE(declared, at);
        fixed.writeUInt16LE(name.length, at);
        return Buffer.concat([fixed, Buffer.from(name)]);
      };
      const [localHead, centralHead] = [head(0x04034b50, true), head(0x02014b50, false)];
      const end = Buffer.alloc(22);
      end.writeUInt32LE(0x06054b50, 0);
      end.writeUInt16LE(1, 8);
      end.writeUInt16LE(1, 10);
      end.writeUInt32LE(centralHead.length, 12);
      end.writeUInt32LE(localHead.length + packed.length, 16);
      return Buffer.concat([localHead, packed, centralHead, end]);
    };
    const bomb = Buffer.alloc(64 * 1024 * 1024, ' ');
    const macro = () => {
      const book = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet([['Code', 'Name']]), 'x');
      book.vbaraw = Buffer.from('macro');
      return XLSX.write(book, { type: 'buffer', bookType: 'xlsm' }) as Buffer;
    };

    test.each([
      ['a program', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500)]), 'fileType'],
      ['a text', () => Buffer.from('Code,Name\nA,B\n'), 'fileType'],
      ['nothing', () => Buffer.alloc(0), 'fileType'],
      ['an archive without a workbook', () => zipped('readme.txt', Buffer.from('x')), 'fileType'],
      ['a workbook with macros', macro, 'fileType'],
      ['a bomb', () => zipped('xl/workbook.xml', bomb), 'fileUnpacksTooLarge'],
      ['a bomb that says it is small', () => zipped('xl/workbook.xml', bomb, 100), 'fileUnreadable'],
      [
        'a document of another kind',
        () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]),
        'fileUnreadable',
      ],
      ['half a workbook', () => makeWorkbook({ x: [['Code']] }).subarray(0, 3000), 'fileUnreadable'],
    ])('are refused: %s', async (_name, content, code) => {
      const began = Date.now();
      expect(await workbookClient.check(employee, content())).toMatchObject({ success: false, code });
      expect(Date.now() - began).toBeLessThan(20_000);
    });

    test('are refused before they are all here, where they are too large', async () => {
      const response = await workbookClient.raw(
        `${employee.path}/import/check`,
        new Uint8Array(MAX_WORKBOOK_SIZE.bytes + 1),
      );
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ code: 'tooLarge', params: { max: '50 MB' } });
    });

    test('hold up nobody: a sheet of the greatest size with a cell in its corner', async () => {
      const container = XLSX.CFB.read(makeWorkbook({ x: [['Code']] }), { type: 'buffer' });
      const cell = (address: string) => `<c r="${address}" t="inlineStr"><is><t>Code</t></is></c>`;
      XLSX.CFB.find(container, '/xl/worksheets/sheet1.xml')!.content = Buffer.from(
        `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:XFD1048576"/><sheetData><row r="1">${cell('A1')}</row><row r="90000">${cell('XFD90000')}</row><row r="1048576">${cell('XFD1048576')}</row></sheetData></worksheet>`,
      );
      const content = XLSX.CFB.write(container, { type: 'buffer', fileType: 'zip' }) as unknown as Buffer;
      const answer = await workbookClient.check(employee, content);
      expect(answer.success ? answer.data.problemCount : 1).toBeGreaterThan(0);
    });
  },
  'postgres',
);
