import { useCallback, useState } from 'react';
import { browserStorage } from '../wire/browser-storage.ts';
import { clampColumnWidth } from './column.ts';

type ColumnWidths = Readonly<Record<string, number>>;

const isColumnWidths = (value: unknown): value is ColumnWidths =>
  value !== null &&
  typeof value === 'object' &&
  Object.values(value).every((width) => typeof width === 'number');

/** Returns the column widths of a table, which the browser stores permanently, and a setter. */
export function useColumnWidths(table: string): {
  widths: ColumnWidths;
  setWidth: (column: string, width: number | null) => void;
} {
  const storageKey = `widths.${table}`;
  const [widths, setWidths] = useState<ColumnWidths>(() => {
    const storedWidths = browserStorage.forBrowser.get(storageKey);
    return isColumnWidths(storedWidths) ? storedWidths : {};
  });
  const setWidth = useCallback(
    (column: string, width: number | null) =>
      setWidths((currentWidths) => {
        const { [column]: _old, ...otherWidths } = currentWidths;
        const newWidths =
          width === null ? otherWidths : { ...otherWidths, [column]: clampColumnWidth(width) };
        browserStorage.forBrowser.set(storageKey, newWidths);
        return newWidths;
      }),
    [storageKey],
  );
  return { widths, setWidth };
}
