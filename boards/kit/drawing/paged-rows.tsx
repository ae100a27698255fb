import { useContext, useMemo, useRef, type CSSProperties, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { TileHead } from '../tile/tile-head.ts';
import { useNewKeys } from './use-new-keys.ts';
import { usePages } from './use-pages.ts';
import { useRowsThatFit } from './use-rows-that-fit.ts';

interface Props<R> {
  /** In the order in which they are shown; the same array until something changes. */
  rows: readonly R[];
  keyOf: (row: R) => string;
  /** How long a page stays; null where only the first is shown. */
  seconds: number | null;
  /** Of a row: says how its cells lie, and how high it is at least. */
  rowClass: string;
  /** Rows stand side by side where there is room: `.paged-probe` of their class says how wide one is at least. */
  sideBySide?: boolean;
  /** Whether a row that comes is marked for a moment. */
  marksNew?: boolean;
  /** How far a row is, as the width of the bar at its foot: percent. */
  barOf?: (row: R) => { percent: number; className?: string };
  children: (row: R) => ReactNode;
}

const barStyle = (percent: number): CSSProperties => ({
  inlineSize: `${Math.max(0, Math.min(100, percent))}%`,
});

/** Rows in pages of as many as fit, each at the same height; the head of the tile says which page it is. */
export function PagedRows<R>({
  rows,
  keyOf,
  seconds,
  rowClass,
  sideBySide = false,
  marksNew = false,
  barOf,
  children,
}: Props<R>) {
  const box = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLDivElement>(null);
  const head = useContext(TileHead);
  const fit = useRowsThatFit(box, probe);
  const across = sideBySide ? (fit?.across ?? 1) : 1;
  const perPage = fit ? fit.rows * across : rows.length;
  const { page, pages } = usePages(rows.length, perPage, seconds);
  const keys = useMemo(() => (marksNew ? rows.map(keyOf) : []), [rows, keyOf, marksNew]);
  const added = useNewKeys(keys);

  const shown = fit ? rows.slice(page * perPage, (page + 1) * perPage) : [];
  return (
    <div
      className={sideBySide ? 'paged-rows side-by-side' : 'paged-rows'}
      style={sideBySide ? { gridTemplateColumns: `repeat(${across}, minmax(0, 1fr))` } : undefined}
      ref={box}
    >
      <div className={`paged-row paged-probe ${rowClass}`} ref={probe} aria-hidden="true" />
      {shown.map((row) => {
        const key = keyOf(row);
        const bar = barOf?.(row);
        return (
          <div
            key={key}
            className={`paged-row ${rowClass}${added.has(key) ? ' is-changed' : ''}`}
            style={{ blockSize: fit!.height }}
            data-row={key}
          >
            {children(row)}
            {bar && (
              <span className={`row-bar ${bar.className ?? ''}`} aria-hidden="true">
                <span style={barStyle(bar.percent)} />
              </span>
            )}
          </div>
        );
      })}
      {head && seconds !== null && pages > 1 && createPortal(`${page + 1}/${pages}`, head)}
    </div>
  );
}
