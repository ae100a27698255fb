import { expect, it } from 'vitest';
import { readColumns } from '#client/app/kanban-pages/kanban-board.tsx';

it('puts the orders of a kanban into its columns by position, in whatever order the rows came', () => {
  const columns = readColumns([
    { columnIndex: 1, columnName: 'inProgress', position: 0, orderCode: null },
    { columnIndex: 0, columnName: 'released', position: 3, orderCode: 'late' },
    { columnIndex: 0, columnName: 'released', position: 1, orderCode: 'urgent' },
    { columnIndex: 0, columnName: 'released', position: 2, orderCode: 'next' },
  ]);
  expect(columns.map(({ name }) => name)).toEqual(['released', 'inProgress']);
  expect(columns[0]!.orders.map(({ orderCode }) => orderCode)).toEqual(['urgent', 'next', 'late']);
  expect(columns[1]!.orders).toEqual([]);
});
