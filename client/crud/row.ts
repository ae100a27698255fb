import type { AnyRow } from './entity-page.ts';

/** What a row holds in a custom column. */
export const customValue = (row: Partial<AnyRow>, id: number): unknown =>
  (row['custom'] as Record<string, unknown> | undefined)?.[id] ?? null;
