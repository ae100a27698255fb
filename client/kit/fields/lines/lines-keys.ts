import type { KeyboardEvent } from 'react';

interface LinesKeysOptions {
  rowCount: number;
  isFull: boolean;
  addRow: () => void;
  removeRow: (index: number) => void;
  /** Absent if the rows have no sequence. */
  moveRow: ((index: number, targetIndex: number) => void) | undefined;
  copyFromAbove: (index: number, column: string) => void;
}

/** Inputs that need the arrow keys themselves. */
const INPUTS_WITH_ARROW_KEYS = 'select, textarea, [role="combobox"], [type="time"]';

/** Focuses the input of a column in another row. Returns whether there is such a row. */
function focusInRow(cell: HTMLTableCellElement, index: number): boolean {
  const target = cell.closest('tbody')?.rows[index]?.cells[cell.cellIndex];
  const input = target?.querySelector<HTMLElement>('input, select, textarea');
  if (!input) return false;
  input.focus();
  if (input instanceof HTMLInputElement && input.type === 'text') input.select();
  return true;
}

/**
 * Returns the key handler of a row in an editable table. The keys are those of a spreadsheet: Enter and the
 * arrow keys go to another row, and Enter in the last row adds a row. Ctrl+Delete removes the row, Ctrl+D
 * copies the value from above, and Alt with an arrow key moves the row.
 */
export function makeLinesKeyHandler({
  rowCount,
  isFull,
  addRow,
  removeRow,
  moveRow,
  copyFromAbove,
}: LinesKeysOptions): (event: KeyboardEvent, index: number) => void {
  return (event, index) => {
    if (event.defaultPrevented) return;
    const { key, target, currentTarget } = event;
    // Keys in a calendar or a list that an input opened also arrive here.
    if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
    const cell = target.closest('td');
    if (!cell) return;
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (event.ctrlKey || event.metaKey) {
      const column = cell.dataset['column'];
      if (key === 'Delete') removeRow(index);
      else if (key.toLowerCase() === 'd' && column !== undefined && index > 0) copyFromAbove(index, column);
      // The form handles other keys with Ctrl.
      else return;
      event.preventDefault();
      return;
    }
    if (event.altKey) {
      if (step === 0 || !moveRow || index + step < 0 || index + step >= rowCount) return;
      event.preventDefault();
      moveRow(index, index + step);
      focusInRow(cell, index + step);
      return;
    }
    if (key === 'Enter' && target instanceof HTMLInputElement) {
      // Enter in an input of a row must not submit the form.
      event.preventDefault();
      if (index < rowCount - 1) focusInRow(cell, index + 1);
      else if (!isFull) addRow();
    } else if (step !== 0 && !target.matches(INPUTS_WITH_ARROW_KEYS)) {
      if (focusInRow(cell, index + step)) event.preventDefault();
    }
  };
}
