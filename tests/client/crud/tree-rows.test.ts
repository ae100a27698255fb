import { describe, expect, it } from 'vitest';
import type { AnyRow } from '#client/crud/row.ts';
import { treeRows } from '#client/crud/list/tree-rows.ts';

const row = (id: number, parentId: number | null) => ({ id, parentId, labels: {} }) as unknown as AnyRow;
const shown = (rows: AnyRow[], collapsed: number[] = []) =>
  treeRows(rows, 'parentId', new Set(collapsed)).map((one) => `${'-'.repeat(one.depth)}${one.row.id}`);

describe('a list shown as a tree', () => {
  it('puts each row below its parent and keeps the order of siblings', () => {
    expect(shown([row(1, null), row(2, 3), row(3, null), row(4, 1), row(5, 1), row(6, 4)])).toEqual([
      '1',
      '-4',
      '--6',
      '-5',
      '3',
      '-2',
    ]);
  });

  it('leaves out what is below a folded row', () => {
    expect(shown([row(1, null), row(2, 1), row(3, 2), row(4, null)], [1])).toEqual(['1', '4']);
  });

  it('shows a row with a missing parent as a root', () => {
    expect(shown([row(2, 99), row(3, 2)])).toEqual(['2', '-3']);
  });
});
