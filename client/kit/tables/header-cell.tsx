import { useRef, type PointerEvent } from 'react';
import { useT } from '../t.ts';
import type { Column } from './column.ts';

interface Props<R> {
  column: Column<R>;
  first: boolean;
  /** How far from the edge the first column stays, in pixels. */
  offset: number;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
  width: number;
  onWidth: (width: number | null) => void;
}

/** The head of a column: a press sorts, a drag at its edge widens, a double click gives the width back. */
export function HeaderCell<R>({ column, first, offset, sort, onSort, width, onWidth }: Props<R>) {
  const t = useT();
  const drag = useRef<{ x: number; width: number } | null>(null);
  const direction =
    sort === column.name ? 'ascending' : sort === `-${column.name}` ? 'descending' : undefined;
  const title = (
    <>
      {column.title}
      {column.unit && <span className="unit"> {column.unit}</span>}
    </>
  );
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current) onWidth(drag.current.width + event.clientX - drag.current.x);
  };
  // A column without a title heads nothing.
  const Cell = column.title === '' ? 'td' : 'th';
  return (
    <Cell
      {...(column.title === '' ? {} : { scope: 'col' })}
      aria-sort={direction}
      className={`cell-${column.align ?? 'start'}${first ? ' first-cell' : ''}`}
      style={first && offset > 0 ? { insetInlineStart: offset } : undefined}
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
      <span
        className="head-edge"
        aria-hidden="true"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { x: event.clientX, width };
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => (drag.current = null)}
        onDoubleClick={() => onWidth(null)}
      />
    </Cell>
  );
}
