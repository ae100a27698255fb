import { useState, type DragEvent } from 'react';
import { useT } from '../words/t.ts';
import { getCellClass, type Column } from './column.ts';
import { ColumnEdge } from './column-edge.tsx';

interface Props<R> {
  column: Column<R>;
  first: boolean;
  /** The distance of the first column from the left edge, in pixels. */
  offsetPx: number;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
  width: number;
  onWidth: (width: number | null) => void;
  /** Called when the user drops a column on this header. */
  onMove?: (column: string, targetColumn: string) => void;
}

/** The media type under which a drag carries the name of the column. */
const DRAGGED_COLUMN_TYPE = 'application/x-column';

/**
 * The header of a column. If the table allows it, a click sorts the table and a drag moves the column.
 */
export function HeaderCell<R>({ column, first, offsetPx, sort, onSort, width, onWidth, onMove }: Props<R>) {
  const t = useT();
  const [isDraggedOver, setDraggedOver] = useState(false);
  const direction =
    sort === column.name ? 'ascending' : sort === `-${column.name}` ? 'descending' : undefined;
  const title = (
    <>
      {column.title}
      {column.unit && <span className="unit"> {column.unit}</span>}
    </>
  );
  const dragProps = onMove && {
    draggable: true,
    onDragStart: (event: DragEvent) => event.dataTransfer.setData(DRAGGED_COLUMN_TYPE, column.name),
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(DRAGGED_COLUMN_TYPE)) return;
      event.preventDefault();
      setDraggedOver(true);
    },
    onDragLeave: () => setDraggedOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setDraggedOver(false);
      onMove(event.dataTransfer.getData(DRAGGED_COLUMN_TYPE), column.name);
    },
  };
  // A header cell needs a title, so a column without a title gets a plain cell.
  const Cell = column.title === '' ? 'td' : 'th';
  return (
    <Cell
      {...(column.title === '' ? {} : { scope: 'col' })}
      {...dragProps}
      aria-sort={direction}
      className={`${getCellClass(column)}${first ? ' first-cell' : ''}${isDraggedOver ? ' head-over' : ''}`}
      style={first && offsetPx > 0 ? { insetInlineStart: offsetPx } : undefined}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          className="head-sort"
          title={t('sortBy', { column: column.title })}
          onClick={() => onSort(direction === 'ascending' ? `-${column.name}` : column.name)}
        >
          <span className="head-title">{title}</span>
          <span className="head-arrow" aria-hidden="true">
            {direction === 'ascending' ? '▲' : direction === 'descending' ? '▼' : ''}
          </span>
        </button>
      ) : (
        <span className="head-title">{title}</span>
      )}
      <ColumnEdge title={column.title} width={width} onWidth={onWidth} />
    </Cell>
  );
}
