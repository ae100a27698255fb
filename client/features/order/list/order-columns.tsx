import type { Entity } from '#shared/entities/index.ts';
import type { AnyRow } from '#client/crud/row.ts';
import type { DrawnCells } from '#client/crud/columns/entity-columns.tsx';
import { LateMark } from '#client/production/late-mark.tsx';
import { ProgressBar } from '#client/production/progress-bar.tsx';

const orderOf = (row: AnyRow) => row as unknown as Entity<'workOrder'>;

/** What the order list draws in its own way: a bar for the progress, and how late or early each order is. */
export const orderCells: DrawnCells = {
  progress: (row, t) => (
    <ProgressBar percent={orderOf(row).progress} label={t('progressOf', { name: orderOf(row).code })} />
  ),
  lateBy: (row) => <LateMark order={orderOf(row)} />,
};
