import { describe, expect, it } from 'vitest';
import { changeLine, copyLineValue, moveLine, pasteLines } from '#client/kit/fields/lines/lines-edits.ts';
import { splitCopiedCells } from '#client/kit/fields/lines/pasted-cells.ts';

const ROWS = [
  { seq: 10, craftId: 1, labels: { craftId: 'Sawing' } },
  { seq: 20, craftId: 2, labels: { craftId: 'Turning' } },
  { seq: 20, craftId: 3, labels: { craftId: 'Milling' } },
];

describe('a row of an editable table', () => {
  it('loses the name of a reference with the reference', () => {
    expect(changeLine(ROWS, 1, 'craftId', 9)[1]).toEqual({ seq: 20, craftId: 9, labels: {} });
    expect(changeLine(ROWS, 1, 'seq', 9)[1]).toEqual({ seq: 9, craftId: 2, labels: { craftId: 'Turning' } });
  });

  it('takes a value and its name from the row above', () => {
    expect(copyLineValue(ROWS, 2, 'craftId')[2]).toEqual({
      seq: 20,
      craftId: 2,
      labels: { craftId: 'Turning' },
    });
    expect(copyLineValue(ROWS, 0, 'craftId')).toEqual(ROWS);
  });

  it('moves, and the sequence numbers stay at their positions', () => {
    const listCraftIdsWithSeq = (rows: readonly Record<string, unknown>[]) =>
      rows.map(({ seq, craftId }) => [seq, craftId]);
    expect(listCraftIdsWithSeq(moveLine(ROWS, 2, 0))).toEqual([
      [10, 3],
      [20, 1],
      [20, 2],
    ]);
    expect(listCraftIdsWithSeq(moveLine(ROWS, 0, 1))).toEqual([
      [10, 2],
      [20, 1],
      [20, 3],
    ]);
  });
});

describe('pasted cells', () => {
  it('are split at tabs and line breaks, and quoted cells keep theirs', () => {
    expect(splitCopiedCells('10\tSawing\r\n20\t"two\nlines ""x"""\r\n\r\n')).toEqual([
      ['10', 'Sawing'],
      ['20', 'two\nlines "x"'],
    ]);
  });

  it('replace values from a row on, and add the rows that are missing', () => {
    const pastedRows = [
      { craftId: 7, labels: { craftId: 'Grinding' } },
      { craftId: null, labels: {} },
    ];
    const rows = pasteLines(ROWS, 2, pastedRows, (before) => ({ seq: before.length * 10 + 10, name: null }));
    expect(rows.slice(2)).toEqual([
      { seq: 20, craftId: 7, labels: { craftId: 'Grinding' } },
      { seq: 40, name: null, craftId: null, labels: {} },
    ]);
    expect(rows.slice(0, 2)).toEqual(ROWS.slice(0, 2));
  });
});
