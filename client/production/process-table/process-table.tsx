import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ProcessWithWait } from '#shared/answers/progress-query.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { toLocalDay } from '#client/kit/words/formats.ts';
import { useUser } from '#client/kit/wire/session.ts';
import type { Column } from '#client/kit/tables/column.ts';
import { HeaderCell } from '#client/kit/tables/header-cell.tsx';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { getServerTime } from '#client/kit/live/live.ts';
import { ProcessActivity } from './process-activity.tsx';
import { makeProcessCells, renderDayOfProcess, type ProcessRecord } from './process-cells.tsx';
import '#client/kit/tables/data-table.css';
import './process-table.css';

type CellRenderers = Readonly<Record<string, (record: ProcessRecord) => ReactNode>>;

/** The columns of the list of processes as the user has arranged them. */
interface ArrangedColumns {
  toColumns: (
    rows: readonly ProcessRecord[],
    cells: CellRenderers,
    omittedColumns: readonly string[],
  ) => readonly Column<ProcessRecord>[];
  setWidth: (name: string, width: number | null) => void;
  move: (name: string, targetName: string) => void;
}

/**
 * A process of the table. `record` is the row of this process in the list of processes. The arranged columns show the
 * values of the record.
 */
export interface TableProcess extends ProcessWithWait {
  readonly record: ProcessRecord;
  /** The due date of the order. */
  readonly dueDate?: string | null;
}

interface Props {
  label: string;
  rows: readonly TableProcess[];
  /** Whether the processes belong to several orders, so that each row shows its order. */
  hasSeveralOrders?: boolean;
  arrangedColumns: ArrangedColumns;
  onOpen?: (process: TableProcess) => void;
}

const ORDER_COLUMN_WIDTH_PX = 170;
const DUE_DATE_COLUMN_WIDTH_PX = 100;
/**
 * The columns that the table leaves out. The part needs no column: it is shown in the cell of the order or, if one
 * order has several parts, in heading rows.
 */
export const OMITTED_PROCESS_COLUMNS: readonly string[] = ['partId'];

/**
 * Shows processes with quantities, workers and reasons for waiting, in the columns that the user has
 * arranged. The processes are grouped by part, unless they belong to several orders.
 */
export function ProcessTable({ label, rows, hasSeveralOrders = false, arrangedColumns, onOpen }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const user = useUser();
  const today = toLocalDay(zone, getServerTime());
  const processesById = new Map(rows.map((row) => [row.processId, row]));
  const findProcess = (record: ProcessRecord) => processesById.get(record.id)!;
  const renderName = (record: ProcessRecord) => {
    const process = findProcess(record);
    return onOpen ? (
      <button type="button" className="process-name" onClick={() => onOpen(process)}>
        {process.name}
      </button>
    ) : (
      <span className="process-name">{process.name}</span>
    );
  };
  const renderActivity = (record: ProcessRecord) => <ProcessActivity process={findProcess(record)} />;
  const cells: CellRenderers = {
    ...makeProcessCells(findProcess, today),
    name: renderName,
    whereItStands: renderActivity,
  };
  const renderOrder = (record: ProcessRecord) => {
    const { orderId, orderCode, partId, partName } = findProcess(record);
    return (
      <div className="cell-order">
        {hasPermission(user, 'WORK_ORDER') ? (
          <Link to={`/order/${orderId}?part=${partId}`}>{orderCode}</Link>
        ) : (
          orderCode
        )}
        <span title={partName}>{partName}</span>
      </div>
    );
  };
  const orderColumn: Column<ProcessRecord> = {
    name: 'orderId',
    title: t('workOrder'),
    width: ORDER_COLUMN_WIDTH_PX,
    render: renderOrder,
  };
  const dueColumn: Column<ProcessRecord> = {
    name: 'dueDate',
    title: t('dueDate'),
    width: DUE_DATE_COLUMN_WIDTH_PX,
    render: (record) => renderDayOfProcess(findProcess(record).dueDate ?? null, findProcess(record), today),
  };
  const processColumns = arrangedColumns.toColumns(
    rows.map(({ record }) => record),
    cells,
    OMITTED_PROCESS_COLUMNS,
  );
  const columns = hasSeveralOrders ? [orderColumn, ...processColumns, dueColumn] : processColumns;
  const isFixedColumn = (column: Column<ProcessRecord>) => column === orderColumn || column === dueColumn;
  const partIds = [...new Set(rows.map((row) => row.partId))];
  const rowGroups = hasSeveralOrders ? [rows] : partIds.map((id) => rows.filter((row) => row.partId === id));
  return (
    // The table is focusable, so that the arrow keys can scroll it sideways.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="process-table-scroll" tabIndex={0} role="group" aria-label={label}>
      <table
        className="process-table"
        aria-label={label}
        style={{ minInlineSize: columns.reduce((sum, { width }) => sum + width!, 0) }}
      >
        <colgroup>
          {columns.map(({ name, width }) => (
            <col key={name} style={{ inlineSize: width }} />
          ))}
          <col />
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) =>
              isFixedColumn(column) ? (
                <th key={column.name} scope="col">
                  {column.title}
                </th>
              ) : (
                <HeaderCell
                  key={column.name}
                  column={column}
                  first={false}
                  offsetPx={0}
                  sort={undefined}
                  onSort={undefined}
                  width={column.width!}
                  onWidth={(width) => arrangedColumns.setWidth(column.name, width)}
                  onMove={arrangedColumns.move}
                />
              ),
            )}
            <td className="rest-cell" />
          </tr>
        </thead>
        {rowGroups.map((rowGroup) => (
          <tbody key={rowGroup[0]!.partId}>
            {!hasSeveralOrders && partIds.length > 1 && (
              <tr className="part-row">
                <th scope="rowgroup" colSpan={columns.length + 1}>
                  {rowGroup[0]!.partName} <span>{rowGroup[0]!.partCode}</span>
                </th>
              </tr>
            )}
            {rowGroup.map(({ processId, record }) => (
              <tr key={processId}>
                {columns.map((column) => {
                  const Cell = column.name === 'name' ? 'th' : 'td';
                  return (
                    <Cell
                      key={column.name}
                      {...(Cell === 'th' ? { scope: 'row' } : {})}
                      className={`cell-${column.align ?? 'start'}`}
                    >
                      {column.render(record)}
                    </Cell>
                  );
                })}
                <td className="rest-cell" />
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
