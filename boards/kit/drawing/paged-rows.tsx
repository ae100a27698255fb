import { useContext, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { RowButton } from '../acting/row-button.tsx';
import { TileActionsContext, type TileSubject } from '../acting/tile-actions.ts';
import { TileHeadContext } from '../tile/tile-head.ts';
import { useNewRowKeys } from './use-new-keys.ts';
import { useTimedPages } from './use-pages.ts';
import { useRowFit } from './use-rows-that-fit.ts';

interface Props<R> {
  /** The rows in display order. The array must stay the same object until a row changes. */
  rows: readonly R[];
  keyOf: (row: R) => string;
  /** The seconds per page; null to show only the first page. */
  pageSeconds: number | null;
  /** The maximum number of pages. The rows after the last page are not shown. */
  maxPages?: number;
  /** The CSS class of a row. It sets the layout and the minimum height of the row. */
  rowClass: string;
  /** Whether rows may stand side by side. The width of the hidden row `.paged-probe` is then their minimum width. */
  canStandSideBySide?: boolean;
  /** Whether a new row is highlighted for a moment. */
  marksNew?: boolean;
  /** Returns the bar at the bottom edge of a row. Its length is `percent` of the width of the row. */
  barOf?: (row: R) => { percent: number; className?: string };
  /** Returns the process, call or alarm that a row shows; null if nobody can act on this row now. */
  subjectOf?: (row: R) => TileSubject | null;
  children: (row: R) => ReactNode;
}

const makeBarStyle = (percent: number): CSSProperties => ({
  inlineSize: `${Math.max(0, Math.min(100, percent))}%`,
});

/**
 * Shows rows in pages. A page has as many rows as fit, all of the same height. If several pages are
 * shown in turn, the head of the tile shows the page number.
 */
export function PagedRows<R>({
  rows,
  keyOf,
  pageSeconds,
  maxPages = Infinity,
  rowClass,
  canStandSideBySide = false,
  marksNew = false,
  barOf,
  subjectOf,
  children,
}: Props<R>) {
  const box = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLDivElement>(null);
  const head = useContext(TileHeadContext);
  const isActing = useContext(TileActionsContext) !== null && subjectOf !== undefined;
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const fit = useRowFit(box, probe);
  const columnCount = canStandSideBySide ? (fit?.columnCount ?? 1) : 1;
  const rowsPerPage = fit ? fit.rowCount * columnCount : rows.length;
  const { pageIndex, pageCount } = useTimedPages(
    Math.min(rows.length, rowsPerPage * maxPages),
    rowsPerPage,
    pageSeconds,
    // The page must not change while somebody points at a row or has the focus on it. Otherwise a press could hit
    // another row.
    isActing && (isPointedAt || hasFocus),
  );
  const keys = useMemo(() => (marksNew ? rows.map(keyOf) : []), [rows, keyOf, marksNew]);
  const addedKeys = useNewRowKeys(keys);

  const shownRows = fit ? rows.slice(pageIndex * rowsPerPage, (pageIndex + 1) * rowsPerPage) : [];
  return (
    <div
      className={canStandSideBySide ? 'paged-rows side-by-side' : 'paged-rows'}
      style={
        canStandSideBySide ? { gridTemplateColumns: `repeat(${columnCount}, minmax(0, 1fr))` } : undefined
      }
      ref={box}
      onPointerEnter={isActing ? () => setIsPointedAt(true) : undefined}
      onPointerLeave={isActing ? () => setIsPointedAt(false) : undefined}
      onFocus={isActing ? () => setHasFocus(true) : undefined}
      onBlur={isActing ? () => setHasFocus(false) : undefined}
    >
      <div className={`paged-row paged-probe ${rowClass}`} ref={probe} aria-hidden="true" />
      {shownRows.map((row) => {
        const key = keyOf(row);
        const bar = barOf?.(row);
        const subject = subjectOf?.(row);
        return (
          <div
            key={key}
            className={`paged-row ${rowClass}${addedKeys.has(key) ? ' is-changed' : ''}`}
            style={{ blockSize: fit!.rowHeight }}
            data-row={key}
          >
            {children(row)}
            {subject && <RowButton subject={subject} />}
            {bar && (
              <span className={`row-bar ${bar.className ?? ''}`} aria-hidden="true">
                <span style={makeBarStyle(bar.percent)} />
              </span>
            )}
          </div>
        );
      })}
      {head && pageSeconds !== null && pageCount > 1 && createPortal(`${pageIndex + 1}/${pageCount}`, head)}
    </div>
  );
}
