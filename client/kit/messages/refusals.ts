import { useSyncExternalStore } from 'react';
import type { RowLink } from '#shared/kernel/errors.ts';

/** A refusal that names rows: what they are and where they stand is read in peace, not for three seconds. */
export interface ShownRefusal {
  readonly message: string;
  readonly rows: readonly RowLink[];
  /** How many there are in all; more than are named. */
  readonly count: number;
}

let shown: ShownRefusal | null = null;
const listeners = new Set<() => void>();

function become(next: ShownRefusal | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows why something was refused, with the rows that keep it so. */
export function showRefusal(refusal: {
  message: string;
  rows: readonly RowLink[];
  params: Record<string, string | number | null>;
}): void {
  const { message, rows, params } = refusal;
  const count = typeof params['count'] === 'number' ? params['count'] : rows.length;
  become({ message, rows, count: Math.max(count, rows.length) });
}

export const closeRefusal = (): void => become(null);

/** The refusal that is shown now. */
export const useRefusal = (): ShownRefusal | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
