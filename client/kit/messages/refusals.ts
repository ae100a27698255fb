import type { RowLink } from '#shared/kernel/errors.ts';
import { createStore } from '../state/create-store.ts';

/** A refusal that names rows: what they are and where they stand is read in peace, not for three seconds. */
export interface ShownRefusal {
  readonly message: string;
  readonly rows: readonly RowLink[];
  /** How many there are in all; more than are named. */
  readonly count: number;
}

const shown = createStore<ShownRefusal | null>(null);

/** Shows why something was refused, with the rows that keep it so. */
export function showRefusal(refusal: {
  message: string;
  rows: readonly RowLink[];
  params: Record<string, string | number | null>;
}): void {
  const { message, rows, params } = refusal;
  const count = typeof params['count'] === 'number' ? params['count'] : rows.length;
  shown.set({ message, rows, count: Math.max(count, rows.length) });
}

export const closeRefusal = (): void => shown.set(null);

/** The refusal that is shown now. */
export const useRefusal = (): ShownRefusal | null => shown.useValue();
