import type { RowBase } from '#shared/kernel/entity.ts';

/** A row of any entity, as the server sends it. */
export type AnyRow = RowBase & Record<string, unknown> & { labels: Record<string, string> };

/** Returns a row's value in a custom column; null if the row has none. */
export const getCustomValue = (row: Partial<AnyRow>, id: number): unknown =>
  (row['custom'] as Record<string, unknown> | undefined)?.[id] ?? null;
