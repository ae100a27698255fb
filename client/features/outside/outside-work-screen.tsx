import type { SupplierVisibleProcess } from '#shared/answers/outside.ts';
import type { ProcessState } from '#shared/ledger/process-state.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import type { Column } from '#client/kit/tables/column.ts';
import type { Translate } from '#client/kit/words/t.ts';
import { OutsideTable } from './outside-table.tsx';
import { makeOutsourcingColumns } from './outsourcing-columns.tsx';
import './outside-work-screen.css';

const makeWorkColumns = (t: Translate): Column<SupplierVisibleProcess>[] => [
  { name: 'partCode', title: t('partCode'), width: 180, render: (row) => row.partCode },
  { name: 'partName', title: t('part'), width: 220, render: (row) => row.partName },
  { name: 'name', title: t('process'), width: 180, render: (row) => row.name },
  {
    name: 'state',
    title: t('processState'),
    width: 130,
    render: (row) => <StateMark state={row.state as ProcessState} />,
  },
  {
    name: 'plannedQuantity',
    title: t('plannedQuantity'),
    width: 120,
    align: 'end',
    render: (row) => (row.plannedQuantity === null ? null : formatNumber(row.plannedQuantity)),
  },
  {
    name: 'outsourced',
    title: t('outsourced'),
    width: 120,
    align: 'end',
    render: (row) => formatNumber(row.outsourced),
  },
  { name: 'good', title: t('good'), width: 100, align: 'end', render: (row) => formatNumber(row.good) },
  { name: 'needBy', title: t('needBy'), width: 120, render: (row) => row.needBy ?? row.plannedEnd },
];

/**
 * Lists what was ordered from the signed-in supplier, and the processes that are planned for the supplier, with
 * parts, quantities and dates.
 */
export function OutsideWorkScreen() {
  return (
    <div className="outside-work">
      <OutsideTable
        path="/mes/outside/outsourcing"
        title="outsourcingOrders"
        name="outsourcingOrder"
        makeColumns={makeOutsourcingColumns}
        rowKey={(row) => `${row.id} ${row.processId}`}
        rowName={(row) => row.code}
      />
      <OutsideTable
        path="/mes/outside/work"
        title="outsideWork"
        name="process"
        makeColumns={makeWorkColumns}
        rowName={(row) => row.partCode}
      />
    </div>
  );
}
