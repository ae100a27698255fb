import type { KeyboardEvent, RefObject } from 'react';

interface RowKeyboardOptions {
  scrollRef: RefObject<HTMLDivElement | null>;
  rowCount: number;
  /** The height of one row, in pixels. */
  rowHeightPx: number;
  /** Scrolls a row into view, so that it is rendered. */
  revealRow: (index: number) => void;
  /** Toggles the selection of a row; absent if rows cannot be selected. */
  onToggle?: ((index: number) => void) | undefined;
  /** Deletes the selected rows; absent if rows cannot be deleted. */
  onDelete?: (() => void) | undefined;
}

/**
 * A selector of the elements between which the keys move the focus: the link and the checkbox of a row.
 */
const FOCUSABLE_SELECTOR = 'th a, .select-cell input';

/**
 * Returns the index to which a key moves the focus; null for any other key. The index may lie before
 * the first or after the last row.
 */
function getTargetIndex(key: string, index: number, rowCount: number, pageRowCount: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return index + 1;
    case 'ArrowUp':
      return index - 1;
    case 'Home':
      return 0;
    case 'End':
      return rowCount - 1;
    case 'PageDown':
      return Math.min(rowCount - 1, index + pageRowCount);
    case 'PageUp':
      return Math.max(0, index - pageRowCount);
    default:
      return null;
  }
}

/**
 * Clicks the fold button of a row in a tree. The right arrow unfolds, the left arrow folds.
 * @returns whether there was a button to click
 */
function foldOrUnfoldRow(row: Element, key: string): boolean {
  const expandedBefore = key === 'ArrowRight' ? 'false' : key === 'ArrowLeft' ? 'true' : null;
  const foldButton =
    expandedBefore && row.querySelector<HTMLElement>(`button[aria-expanded="${expandedBefore}"]`);
  foldButton?.click?.();
  return Boolean(foldButton);
}

/**
 * Returns the key handler of a table. Up, down, Home, End and page keys move between rows; the right
 * and left keys unfold and fold a row of a tree. Space selects a row, and Delete deletes the selected
 * rows.
 */
export function useRowKeyboard({
  scrollRef,
  rowCount,
  rowHeightPx,
  revealRow,
  onToggle,
  onDelete,
}: RowKeyboardOptions) {
  const focusRow = (index: number, focusesCheckbox: boolean) => {
    revealRow(index);
    requestAnimationFrame(() => {
      const row = scrollRef.current?.querySelector(`tr[data-index="${index}"]`);
      const checkbox = focusesCheckbox ? row?.querySelector<HTMLElement>('.select-cell input') : null;
      (checkbox ?? row?.querySelector<HTMLElement>(FOCUSABLE_SELECTOR))?.focus();
    });
  };
  return (event: KeyboardEvent) => {
    const focusedElement = event.target as HTMLElement;
    const row = focusedElement.closest<HTMLElement>('tr[data-index]');
    if (!row || !focusedElement.matches(FOCUSABLE_SELECTOR) || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const index = Number(row.dataset['index']);
    const isOnCheckbox = focusedElement.matches('.select-cell input');
    const pageRowCount = Math.max(1, Math.floor((scrollRef.current?.clientHeight ?? 0) / rowHeightPx) - 2);
    const targetIndex = getTargetIndex(event.key, index, rowCount, pageRowCount);
    if (targetIndex !== null) {
      event.preventDefault();
      if (targetIndex >= 0 && targetIndex < rowCount) focusRow(targetIndex, isOnCheckbox);
    } else if (event.key === ' ' && onToggle && !isOnCheckbox) {
      event.preventDefault();
      onToggle(index);
    } else if (event.key === 'Delete' && onDelete) {
      event.preventDefault();
      onDelete();
    } else if (foldOrUnfoldRow(row, event.key)) event.preventDefault();
  };
}
