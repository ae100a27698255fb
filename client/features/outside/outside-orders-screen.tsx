import type { CustomerVisibleOrder } from '#shared/answers/outside.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { estimateLatenessWidth } from '#client/production/describe-lateness.ts';
import { LatenessText } from '#client/production/late-mark.tsx';
import { ProgressBar } from '#client/production/progress-bar.tsx';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import type { Column } from '#client/kit/tables/column.ts';
import type { Translate } from '#client/kit/words/t.ts';
import { getFinishDay } from './finish-day.ts';
import { OutsideTable } from './outside-table.tsx';

const makeOrderColumns = (t: Translate, isNarrow: boolean): Column<CustomerVisibleOrder>[] => [
  { name: 'code', title: t('orderCode'), width: 132, render: (row) => row.code },
  {
    name: 'lateBy',
    title: t('lateOrAhead'),
    width: estimateLatenessWidth(t, isNarrow),
    render: (row) => <LatenessText lateness={row.late} />,
  },
  {
    name: 'expectedDay',
    title: t('expectedDay'),
    width: 136,
    render: (row) => getFinishDay(row.late),
  },
  { name: 'dueDate', title: t('dueDate'), width: 112, render: (row) => row.dueDate },
  { name: 'promisedDate', title: t('promisedDate'), width: 130, render: (row) => row.promisedDate },
  { name: 'name', title: t('name'), width: 150, render: (row) => row.name },
  { name: 'purchasingOrder', title: t('purchasingOrder'), width: 132, render: (row) => row.purchasingOrder },
  { name: 'state', title: t('orderState'), width: 130, render: (row) => <StateMark state={row.state} /> },
  {
    name: 'quantity',
    title: t('quantity'),
    width: 100,
    align: 'end',
    render: (row) => formatNumber(row.quantity),
  },
  {
    name: 'completed',
    title: t('completed'),
    width: 100,
    align: 'end',
    render: (row) => formatNumber(row.completedQuantity),
  },
  {
    name: 'progress',
    title: t('progress'),
    width: 160,
    render: (row) => <ProgressBar percent={row.progress} label={t('progressOf', { name: row.code })} />,
  },
];

/** Lists the orders of the signed-in customer with their progress and lateness. */
export function OutsideOrdersScreen() {
  return (
    <OutsideTable
      path="/mes/outside/orders"
      title="workOrders"
      name="workOrder"
      makeColumns={makeOrderColumns}
      rowName={(row) => row.code}
      rowHref={(row) => `/order/${row.id}`}
    />
  );
}
