import { Checkbox } from '@blueprintjs/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useT } from '../words/t.ts';
import { getCellClass, getColumnWidth, growColumnWidth, type Column } from './column.ts';
import { HeaderCell } from './header-cell.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';
import { TotalsRow } from './totals-row.tsx';
import { useColumnWidths } from './use-column-widths.ts';
import { useRowKeyboard } from './use-row-keys.ts';
import './data-table.css';

/** The height of a row, in pixels. */
export const TABLE_ROW_HEIGHT_PX = 36;
const SELECT_COLUMN_WIDTH_PX = 40;
/** A table with at most this number of rows renders all rows, so fast scrolling shows no gap. */
const MAX_FULLY_RENDERED_ROWS = 120;
/** The number of rows that a longer table renders above and below the visible rows. */
const OVERSCAN_ROWS = 30;

interface Props<R, K extends string | number> {
  /** The key under which the browser stores the column widths, if `onWidth` is absent. */
  name: string;
  label: string;
  columns: readonly Column<R>[];
  /** The rows; undefined while they load. */
  rows: readonly R[] | undefined;
  rowKey: (row: R) => K;
  /** Returns the name of a row for a screen reader. */
  rowName: (row: R) => string;
  /** The name of the sorted column, with '-' before it for descending order. */
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  /** Returns the address of a row. The first cell of the row links to this address. */
  rowHref?: (row: R) => string;
  onOpen?: (row: R) => void;
  /** The key of the row whose details the page shows. */
  currentKey?: K | null;
  selected?: ReadonlySet<K>;
  onSelect?: (selected: ReadonlySet<K>) => void;
  /** Called when the user presses the Delete key, to delete the selected rows. */
  onDelete?: (() => void) | undefined;
  /**
   * Called when a column's width changes; null resets the width. Without `onWidth`, the browser
   * stores the widths.
   */
  onWidth?: (column: string, width: number | null) => void;
  /** Called when a column moves to the position of another column. */
  onMove?: (column: string, targetColumn: string) => void;
  /** Renders content at the beginning of a row's first cell, such as the indent of a tree. */
  renderLead?: (row: R) => ReactNode;
  /** The totals by column name. The last row shows the totals and stays visible. */
  totals?: Readonly<Record<string, ReactNode>>;
  emptyContent: ReactNode;
  /** The number of rows on all pages, and the number of rows before this page. */
  total?: number;
  offset?: number;
}

const INTERACTIVE_SELECTOR = 'a, button, input, select, label, textarea, [role="button"]';

/**
 * The table of a list. The header and the first column stay visible. A long table renders only the
 * rows near the visible part. Arrow keys move between rows.
 */
export function DataTable<R, K extends string | number = number>(props: Props<R, K>) {
  const {
    columns,
    rows,
    rowKey,
    sort,
    onSort,
    rowHref,
    onOpen,
    selected,
    onSelect,
    renderLead,
    emptyContent,
  } = props;
  const t = useT();
  const scrollRef = useRef<HTMLDivElement>(null);
  const browserWidths = useColumnWidths(props.name);
  const setWidth = props.onWidth ?? browserWidths.setWidth;
  const virtualizer = useVirtualizer({
    count: rows?.length ?? 0,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => TABLE_ROW_HEIGHT_PX,
    overscan: (rows?.length ?? 0) <= MAX_FULLY_RENDERED_ROWS ? MAX_FULLY_RENDERED_ROWS : OVERSCAN_ROWS,
    // The header covers the top of the table, so scrolling to a row must leave room for the header.
    scrollPaddingStart: TABLE_ROW_HEIGHT_PX,
    initialRect: { width: 800, height: 720 },
  });
  // A change of the page or the sort order scrolls to the top.
  useEffect(() => {
    scrollRef.current?.scrollTo({ top: 0 });
  }, [sort, props.offset]);
  const virtualRows = virtualizer.getVirtualItems();
  const heightBeforePx = virtualRows[0]?.start ?? 0;
  const heightAfterPx = virtualizer.getTotalSize() - (virtualRows.at(-1)?.end ?? 0);
  const chosenWidths: Readonly<Record<string, number>> = props.onWidth ? {} : browserWidths.widths;
  const isSelectable = selected !== undefined && onSelect !== undefined;
  const minTableWidth = columns.reduce(
    (sum, column) => sum + (chosenWidths[column.name] ?? getColumnWidth(column)),
    isSelectable ? SELECT_COLUMN_WIDTH_PX : 0,
  );
  const freeWidth = Math.max(0, Math.floor(virtualizer.scrollRect?.width ?? 0) - minTableWidth);
  const getWidth = (column: Column<R>) =>
    chosenWidths[column.name] ?? (column.grows ? growColumnWidth(column, freeWidth) : getColumnWidth(column));
  const allKeys = rows?.map(rowKey) ?? [];
  const isSomeSelected = allKeys.some((key) => selected?.has(key));
  const isEverySelected = allKeys.length > 0 && allKeys.every((key) => selected?.has(key));

  const toggleSelection = (key: K) => {
    const newSelection = new Set(selected);
    if (!newSelection.delete(key)) newSelection.add(key);
    onSelect?.(newSelection);
  };
  const openRowOnClick = (event: MouseEvent, row: R) => {
    if ((event.target as Element).closest(INTERACTIVE_SELECTOR) || window.getSelection()?.toString()) return;
    onOpen?.(row);
  };
  const onKeyDown = useRowKeyboard({
    scrollRef,
    rowCount: rows?.length ?? 0,
    rowHeightPx: TABLE_ROW_HEIGHT_PX,
    revealRow: (index) => virtualizer.scrollToIndex(index),
    onToggle: isSelectable && rows ? (index) => toggleSelection(rowKey(rows[index]!)) : undefined,
    onDelete: props.onDelete,
  });
  const columnCount = columns.length + (isSelectable ? 1 : 0) + 1;
  return (
    <div ref={scrollRef} className="data-table" tabIndex={-1}>
      <table
        aria-label={props.label}
        aria-rowcount={(props.total ?? rows?.length ?? 0) + 1}
        aria-busy={rows === undefined}
        style={{ minInlineSize: minTableWidth }}
      >
        <colgroup>
          {isSelectable && <col style={{ inlineSize: SELECT_COLUMN_WIDTH_PX }} />}
          {columns.map((column) => (
            <col key={column.name} style={{ inlineSize: getWidth(column) }} />
          ))}
          <col />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {isSelectable && (
              <th scope="col" className="select-cell">
                <Checkbox
                  checked={isEverySelected}
                  indeterminate={isSomeSelected && !isEverySelected}
                  aria-label={t('selectAll')}
                  onChange={() => onSelect(isEverySelected ? new Set() : new Set(allKeys))}
                />
              </th>
            )}
            {columns.map((column, index) => (
              <HeaderCell
                key={column.name}
                column={column}
                first={index === 0}
                offsetPx={isSelectable ? SELECT_COLUMN_WIDTH_PX : 0}
                sort={sort}
                onSort={onSort}
                width={getWidth(column)}
                onWidth={(width) => setWidth(column.name, width)}
                {...(props.onMove ? { onMove: props.onMove } : {})}
              />
            ))}
            <td className="rest-cell" />
          </tr>
        </thead>
        {rows === undefined ? (
          <SkeletonRows columnCount={columnCount} />
        ) : (
          // The table body handles the key presses of the links and checkboxes in the rows.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <tbody onKeyDown={onKeyDown}>
            {heightBeforePx > 0 && <tr style={{ blockSize: heightBeforePx }} aria-hidden="true" />}
            {virtualRows.map((virtualRow) => {
              const row = rows[virtualRow.index]!;
              const key = rowKey(row);
              return (
                <tr
                  key={key}
                  data-index={virtualRow.index}
                  aria-rowindex={(props.offset ?? 0) + virtualRow.index + 2}
                  aria-current={key === props.currentKey ? 'true' : undefined}
                  aria-selected={isSelectable ? selected.has(key) : undefined}
                  className={onOpen ? 'opens' : undefined}
                  onClick={onOpen ? (event) => openRowOnClick(event, row) : undefined}
                >
                  {isSelectable && (
                    <td className="select-cell">
                      <Checkbox
                        checked={selected.has(key)}
                        aria-label={t('selectNamed', { name: props.rowName(row) })}
                        onChange={() => toggleSelection(key)}
                      />
                    </td>
                  )}
                  {columns.map((column, index) => {
                    const content = column.render(row);
                    const className = getCellClass(column);
                    if (index > 0) {
                      return (
                        <td key={column.name} className={className}>
                          {content}
                        </td>
                      );
                    }
                    return (
                      <th
                        key={column.name}
                        scope="row"
                        className={`${className} first-cell`}
                        style={isSelectable ? { insetInlineStart: SELECT_COLUMN_WIDTH_PX } : undefined}
                      >
                        {renderLead?.(row)}
                        {rowHref ? <Link to={rowHref(row)}>{content}</Link> : content}
                      </th>
                    );
                  })}
                  <td className="rest-cell" />
                </tr>
              );
            })}
            {heightAfterPx > 0 && <tr style={{ blockSize: heightAfterPx }} aria-hidden="true" />}
          </tbody>
        )}
        {props.totals && <TotalsRow columns={columns} totals={props.totals} hasSelectColumn={isSelectable} />}
      </table>
      {rows?.length === 0 && <div className="table-empty">{emptyContent}</div>}
    </div>
  );
}
