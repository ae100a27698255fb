import type { RowLink } from '#shared/kernel/errors.ts';
import { createStore } from '../state/create-store.ts';

/**
 * A refusal that names rows. A dialog shows the refusal, because a toast would close too soon.
 */
export interface ShownRefusal {
  readonly message: string;
  readonly rows: readonly RowLink[];
  /** The number of all rows that cause the refusal. It may exceed the number of listed rows. */
  readonly count: number;
}

const refusalStore = createStore<ShownRefusal | null>(null);

/** Shows a refusal with the rows that cause it. */
export function showRefusal(refusal: {
  message: string;
  rows: readonly RowLink[];
  params: Record<string, string | number | null>;
}): void {
  const { message, rows, params } = refusal;
  const count = typeof params['count'] === 'number' ? params['count'] : rows.length;
  refusalStore.set({ message, rows, count: Math.max(count, rows.length) });
}

export const closeRefusal = (): void => refusalStore.set(null);

/** Returns the refusal that is shown; null if there is none. */
export const useRefusal = (): ShownRefusal | null => refusalStore.useValue();
