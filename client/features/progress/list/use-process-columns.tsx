import { useMemo } from 'react';
import { PROCESS_LIST_OMITTED_COLUMNS, type ListedProcess } from '#shared/planning/process-list.ts';
import { useToday } from '#client/kit/live/use-server-clock.ts';
import type { ArrangedTableColumns } from '#client/crud/columns/use-arranged-table.ts';
import { estimateHeadingWidth, type Column } from '#client/kit/tables/column.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import {
  LATE_DAY_WIDTH_PX,
  makeProcessCells,
  renderDayOfProcess,
  type ProcessRecord,
} from '#client/production/process-table/process-cells.tsx';
import { ActivityLine } from './activity-line.tsx';

/** The widths of the columns of the order and the part, in pixels. */
const WIDTHS = {
  orderCode: 140,
  partName: 150,
  dueDate: LATE_DAY_WIDTH_PX,
  overdueDays: 110,
  customerName: 130,
} as const;

/**
 * Makes the columns of the list of processes: the order and the part, the columns of a process as the user has
 * arranged them, and the due day, the lateness and the customer.
 */
export function useProcessColumns(
  rows: readonly ListedProcess[] | undefined,
  { toColumns, isArranged }: ArrangedTableColumns,
): readonly Column<ListedProcess>[] {
  const t = useT();
  const today = useToday();
  return useMemo(() => {
    const processes = new Map(rows?.map((row) => [row.processId, row]));
    const findProcess = (record: ProcessRecord) => processes.get(record.id)!;
    const cells = {
      ...makeProcessCells(findProcess, today),
      name: (record: ProcessRecord) => findProcess(record).name,
      whereItStands: (record: ProcessRecord) => <ActivityLine process={findProcess(record)} />,
    };
    const arrangedColumns = toColumns(
      rows?.map(({ record }) => record) ?? [],
      cells,
      PROCESS_LIST_OMITTED_COLUMNS,
    );
    const makeOrderColumn = (
      name: keyof typeof WIDTHS,
      title: string,
      column: Pick<Column<ListedProcess>, 'render' | 'align' | 'sortable' | 'unit'>,
    ): Column<ListedProcess> => ({
      name,
      title,
      width: Math.max(WIDTHS[name], estimateHeadingWidth(title, column.unit)),
      sortable: true,
      ...column,
    });
    return [
      makeOrderColumn('orderCode', t('workOrder'), { render: ({ orderCode }) => orderCode }),
      makeOrderColumn('partName', t('part'), {
        sortable: false,
        render: ({ partName, partCode }) => <span title={`${partCode} ${partName}`}>{partName}</span>,
      }),
      makeOrderColumn('overdueDays', t('daysOverdue'), {
        align: 'end',
        unit: t('days'),
        render: ({ overdueDays }) =>
          overdueDays === 0 ? (
            <span className="figure-none">—</span>
          ) : (
            <span className="day-late">◆ {formatNumber(overdueDays, 0)}</span>
          ),
      }),
      ...arrangedColumns.map(({ render, ...column }) => ({
        ...column,
        // The headings and the days of this table do not wrap.
        width: isArranged
          ? column.width!
          : Math.max(
              column.width!,
              estimateHeadingWidth(column.title),
              column.name === 'plannedEnd' ? LATE_DAY_WIDTH_PX : 0,
            ),
        render: ({ record }: ListedProcess) => render(record),
      })),
      makeOrderColumn('dueDate', t('dueDate'), {
        align: 'center',
        render: (process) => renderDayOfProcess(process.dueDate, process, today),
      }),
      makeOrderColumn('customerName', t('customer'), { render: ({ customerName }) => customerName ?? '—' }),
    ];
  }, [rows, toColumns, isArranged, t, today]);
}
