import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { writeWorkbook } from '#server/workbook/write-workbook.ts';
import { parseWorkbookFile } from '#tests/support/workbooks.ts';

test('Sheets with the same name get different names, also if one of these is taken already', async () => {
  const names = ['A 2', 'A', 'a', 'A', 'x'.repeat(31), 'X'.repeat(31)];
  const sheets = names.map((name) => ({
    name,
    columns: [{ header: 'H', kind: 'text' as const, width: 10 }],
    rows: (async function* () {})(),
  }));
  const { SheetNames } = parseWorkbookFile(await buffer(writeWorkbook(sheets)));
  expect(SheetNames).toEqual(['A 2', 'A', 'a 3', 'A 4', 'x'.repeat(31), `${'X'.repeat(27)} 2`]);
});
