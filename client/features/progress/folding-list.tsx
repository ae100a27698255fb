import { ChevronDownIcon, ChevronRightIcon } from '@blueprintjs/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useT } from '#client/kit/words/t.ts';
import './folding-list.css';

interface Props<R> {
  label: string;
  rows: readonly R[];
  keyOf: (row: R) => number;
  nameOf: (row: R) => string;
  renderHead: (row: R) => ReactNode;
  /** Renders the content below an unfolded row. */
  renderBody: (row: R) => ReactNode;
  /** The header above the rows. It does not move when the rows scroll. */
  header?: ReactNode;
  /** The key of the page. The list scrolls to its start when this key changes. */
  pageKey: string;
}

/** The estimated height of a folded row, in pixels. */
const ROW_HEIGHT_PX = 65;
const INTERACTIVE_ELEMENTS_SELECTOR = 'a, button, input, summary, table, .folding-body';

/**
 * A virtual list whose rows can be unfolded. The up and down keys move the focus, the right key
 * unfolds a row, and the left key folds it.
 */
export function FoldingList<R>({
  label,
  rows,
  keyOf,
  nameOf,
  renderHead,
  renderBody,
  header,
  pageKey,
}: Props<R>) {
  const t = useT();
  const scrollRef = useRef<HTMLDivElement>(null);
  const [openKeys, setOpenKeys] = useState<ReadonlySet<number>>(new Set());
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollRef.current,
    getItemKey: (index) => keyOf(rows[index]!),
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 8,
    initialRect: { width: 1000, height: 720 },
  });
  useEffect(() => {
    scrollRef.current?.scrollTo({ top: 0 });
  }, [pageKey]);

  const toggleRow = (key: number, isOpen = !openKeys.has(key)) =>
    setOpenKeys((before) => {
      const next = new Set(before);
      if (isOpen) next.add(key);
      else next.delete(key);
      return next;
    });
  const onClick = (event: MouseEvent, key: number) => {
    if ((event.target as Element).closest(INTERACTIVE_ELEMENTS_SELECTOR) || window.getSelection()?.toString())
      return;
    toggleRow(key);
  };
  const onKeyDown = (event: KeyboardEvent, index: number, key: number) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'ArrowRight') toggleRow(key, true);
    else if (event.key === 'ArrowLeft') toggleRow(key, false);
    else if (step !== 0 && rows[index + step]) {
      virtualizer.scrollToIndex(index + step);
      requestAnimationFrame(() =>
        scrollRef.current
          ?.querySelector<HTMLElement>(`[data-index="${index + step}"] .folding-toggle`)
          ?.focus(),
      );
    } else return;
    event.preventDefault();
  };
  return (
    <div ref={scrollRef} className="folding-list">
      {header}
      <div role="list" aria-label={label} style={{ blockSize: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index]!;
          const key = keyOf(row);
          const isOpen = openKeys.has(key);
          return (
            // A mouse click on the row folds or unfolds it, except on a link, a button or the unfolded
            // content. Keyboard users press the button.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              role="listitem"
              aria-setsize={rows.length}
              aria-posinset={item.index + 1}
              className={isOpen ? 'folding-row folding-open' : 'folding-row'}
              style={{ transform: `translateY(${item.start}px)` }}
              onClick={(event) => onClick(event, key)}
            >
              <div className="folding-head progress-grid">
                <button
                  type="button"
                  className="folding-toggle"
                  aria-expanded={isOpen}
                  aria-label={t(isOpen ? 'foldNamed' : 'unfoldNamed', { name: nameOf(row) })}
                  onClick={() => toggleRow(key)}
                  onKeyDown={(event) => onKeyDown(event, item.index, key)}
                >
                  {isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
                </button>
                {renderHead(row)}
              </div>
              {isOpen && <div className="folding-body">{renderBody(row)}</div>}
            </div>
          );
        })}
      </div>
    </div>
  );
}
