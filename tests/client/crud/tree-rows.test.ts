import { describe, expect, it } from 'vitest';
import type { AnyRow } from '#client/crud/row.ts';
import { listVisibleTreeRows } from '#client/crud/list/tree-rows.ts';

const makeRow = (id: number, parentId: number | null) => ({ id, parentId, labels: {} }) as unknown as AnyRow;
const listIndentedRowIds = (rows: AnyRow[], collapsedIds: number[] = []) =>
  listVisibleTreeRows(rows, 'parentId', new Set(collapsedIds)).map(
    (treeRow) => `${'-'.repeat(treeRow.depth)}${treeRow.row.id}`,
  );

describe('a list shown as a tree', () => {
  it('puts each row below its parent and keeps the order of siblings', () => {
    expect(
      listIndentedRowIds([
        makeRow(1, null),
        makeRow(2, 3),
        makeRow(3, null),
        makeRow(4, 1),
        makeRow(5, 1),
        makeRow(6, 4),
      ]),
    ).toEqual(['1', '-4', '--6', '-5', '3', '-2']);
  });

  it('leaves out what is below a folded row', () => {
    expect(
      listIndentedRowIds([makeRow(1, null), makeRow(2, 1), makeRow(3, 2), makeRow(4, null)], [1]),
    ).toEqual(['1', '4']);
  });

  it('shows a row with a missing parent as a root', () => {
    expect(listIndentedRowIds([makeRow(2, 99), makeRow(3, 2)])).toEqual(['2', '-3']);
  });
});
