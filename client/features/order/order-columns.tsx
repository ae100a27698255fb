import type { Entity } from '#shared/entities/index.ts';
import type { Column } from '#client/kit/tables/column.ts';
import type { Translate } from '#client/kit/t.ts';
import type { AnyRow } from '#client/crud/entity-page.ts';
import { LateMark } from '#client/kit/production/late-mark.tsx';
import { ProgressBar } from '#client/kit/production/progress-bar.tsx';

type Order = Entity<'workOrder'>;
const orderOf = (row: AnyRow) => row as unknown as Order;

/** The columns of the order list in the order in which a planner reads them. */
const SHOWN = [
  'code',
  'name',
  'state',
  'progress',
  'lateBy',
  'dueDate',
  'customerId',
  'quantity',
  'completedQuantity',
  'priority',
] as const;
/** On a phone: what is seen without pushing the table aside. */
const SHOWN_NARROW = [
  'code',
  'lateBy',
  'progress',
  'state',
  'name',
  'dueDate',
  'customerId',
  'quantity',
  'completedQuantity',
  'priority',
] as const;
/** What can be found on the order's own page. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'endedAt',
  'remark',
  'updatedBy',
  'updatedAt',
  'startedAt',
  'promisedDate',
  'orderTypeId',
]);
const WIDTHS: Readonly<Record<string, number>> = {
  code: 140,
  name: 160,
  state: 126,
  customerId: 120,
  quantity: 92,
  completedQuantity: 108,
  dueDate: 110,
  priority: 88,
};

const columnsIn =
  (order: readonly string[]) =>
  (generated: readonly Column<AnyRow>[], t: Translate): Column<AnyRow>[] => {
    const own: Column<AnyRow>[] = [
      {
        name: 'progress',
        title: t('progress'),
        width: 160,
        sortable: true,
        render: (row) => (
          <ProgressBar percent={orderOf(row).progress} label={t('progressOf', { name: orderOf(row).code })} />
        ),
      },
      {
        name: 'lateBy',
        title: t('lateOrAhead'),
        width: 142,
        render: (row) => <LateMark order={orderOf(row)} />,
      },
    ];
    const all = new Map<string, Column<AnyRow>>(
      [...generated, ...own].map((column) => [column.name, column]),
    );
    const shown = order.map((name) => all.get(name)).filter((column) => column !== undefined);
    const others = generated.filter((column) => !order.includes(column.name) && !LEFT_OUT.has(column.name));
    return [...shown, ...others].map((column) =>
      WIDTHS[column.name] ? { ...column, width: WIDTHS[column.name]! } : column,
    );
  };

/** The order list's columns: a bar for the progress, and how late or early each order is. */
export const orderColumns = { wide: columnsIn(SHOWN), narrow: columnsIn(SHOWN_NARROW) } as const;
