import { useMemo, useState, type ReactNode } from 'react';
import type { FieldMap } from '#shared/kernel/fields.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { buildScreenColumns } from '#shared/rules/column-arrangement.ts';
import type { EntityColumn } from '#client/crud/columns/entity-columns.tsx';
import { sortRows } from '#client/crud/report/report-rows.ts';
import { FieldValue } from '#client/kit/fields/field-value.tsx';
import {
  estimateChoiceWidth,
  estimateHeadingWidth,
  getDefaultWidth,
  type Column,
} from '#client/kit/tables/column.ts';
import { DataTable } from '#client/kit/tables/data-table.tsx';
import { useT, type Translate } from '#client/kit/words/t.ts';

/** Returns the default columns of a table of a trace, with headings in the current language. */
export const getTraceColumns = (fields: FieldMap, t: Translate): EntityColumn[] =>
  buildScreenColumns(fields).map((column) => ({ ...column, title: t(column.label!) }));

interface Props<R> {
  name: string;
  label: string;
  columns: readonly EntityColumn[];
  rows: readonly R[];
  getKey: (row: R) => string;
  /** The functions that render cells differently from the default, by column name. */
  cells?: Readonly<Record<string, (row: R) => ReactNode>>;
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  onWidth?: (column: string, width: number | null) => void;
  onMove?: (column: string, targetColumn: string) => void;
  emptyText: string;
}

function toTableColumn<R extends object>(
  { name, title, field, width, align }: EntityColumn,
  cells: Props<R>['cells'],
  t: Translate,
): Column<R> {
  const renderCell = cells?.[name];
  return {
    name,
    title,
    align,
    sortable: true,
    width:
      width ??
      Math.max(
        getDefaultWidth(field!),
        estimateHeadingWidth(title),
        estimateChoiceWidth(field!.choices?.map((choice) => t(choice)) ?? []),
      ),
    render: (row) =>
      renderCell ? (
        renderCell(row)
      ) : (
        <FieldValue field={field!} value={(row as Record<string, unknown>)[name]} />
      ),
  };
}

/** A table of a trace. The table sorts its rows in the browser, because the browser has all of them. */
export function TraceTable<R extends object>({
  columns,
  rows,
  getKey,
  cells,
  emptyText,
  ...table
}: Props<R>) {
  const t = useT();
  const [sort, setSort] = useState('');
  const tableColumns = useMemo(
    () => columns.filter(({ shown }) => shown).map((column) => toTableColumn<R>(column, cells, t)),
    [columns, cells, t],
  );
  const sortedRows = useMemo(
    () => sortRows(rows as readonly ReportRow[], sort) as unknown as readonly R[],
    [rows, sort],
  );
  return (
    <DataTable
      {...table}
      columns={tableColumns}
      rows={sortedRows}
      rowKey={getKey}
      rowName={getKey}
      sort={sort}
      onSort={setSort}
      emptyContent={<p>{emptyText}</p>}
    />
  );
}
