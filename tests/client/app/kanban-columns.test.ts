import { expect, it } from 'vitest';
import { readColumns } from '#client/app/kanban-pages/kanban-board.tsx';

const makeColumn = (columnIndex: number, columnName: string, orderCount: number) => ({
  columnIndex,
  columnName,
  milestone: null,
  orderCount,
  position: 0,
  orderCode: null,
});
const makeOrder = (orderCode: string, position: number) => ({
  ...makeColumn(0, 'released', 0),
  orderCount: null,
  position,
  orderCode,
});

it('puts the orders of a kanban into its columns by position, whatever the sequence of the rows', () => {
  const columns = readColumns([
    makeColumn(1, 'inProgress', 0),
    makeOrder('late', 3),
    makeOrder('urgent', 1),
    makeColumn(0, 'released', 120),
    makeOrder('next', 2),
  ]);
  expect(columns.map(({ columnName, count }) => [columnName, count])).toEqual([
    ['released', 120],
    ['inProgress', 0],
  ]);
  expect(columns[0]!.orders.map(({ orderCode }) => orderCode)).toEqual(['urgent', 'next', 'late']);
  expect(columns[1]!.orders).toEqual([]);
});
