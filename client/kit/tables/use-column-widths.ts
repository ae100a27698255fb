import { useCallback, useState } from 'react';
import { stored } from '../wire/stored.ts';
import { clampWidth } from './column.ts';

type Widths = Readonly<Record<string, number>>;

const isWidths = (value: unknown): value is Widths =>
  value !== null &&
  typeof value === 'object' &&
  Object.values(value).every((width) => typeof width === 'number');

/** Returns the column widths of a table, which the browser stores permanently, and a setter. */
export function useColumnWidths(table: string): {
  widths: Widths;
  setWidth: (column: string, width: number | null) => void;
} {
  const name = `widths.${table}`;
  const [widths, setWidths] = useState<Widths>(() => {
    const storedWidths = stored.forGood.get(name);
    return isWidths(storedWidths) ? storedWidths : {};
  });
  const setWidth = useCallback(
    (column: string, width: number | null) =>
      setWidths((before) => {
        const { [column]: _old, ...others } = before;
        const next = width === null ? others : { ...others, [column]: clampWidth(width) };
        stored.forGood.set(name, next);
        return next;
      }),
    [name],
  );
  return { widths, setWidth };
}
