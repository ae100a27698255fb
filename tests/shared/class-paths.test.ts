import { expect, test } from 'vitest';
import { listClassPaths } from '#shared/planning/class-paths.ts';

test('classes are listed below those above them, each with its path; one whose parent is not listed is at the top', () => {
  const rows = [
    { id: 3, label: 'Scratch', parentId: 2 },
    { id: 1, label: 'Size', parentId: null },
    { id: 2, label: 'Surface', parentId: null },
    { id: 4, label: 'Deep', parentId: 3 },
    { id: 5, label: 'Old', parentId: 99 },
  ];
  expect(listClassPaths(rows).map(({ row, path }) => [row.id, path])).toEqual([
    [1, 'Size'],
    [2, 'Surface'],
    [3, 'Surface / Scratch'],
    [4, 'Surface / Scratch / Deep'],
    [5, 'Old'],
  ]);
});
