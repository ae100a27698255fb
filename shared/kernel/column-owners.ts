import type { PageCode } from '#shared/kernel/permissions.ts';

/** The entities that can have custom columns. */
export const COLUMN_OWNERS = ['order', 'part', 'process', 'project', 'report'] as const;
export type ColumnOwner = (typeof COLUMN_OWNERS)[number];

/**
 * For each owner, the list that shows its custom columns and the code of the page that sets them.
 */
export const CUSTOM_COLUMN_LISTS_BY_OWNER = {
  order: { list: 'workOrder', permission: 'SYSTEM_CUSTOM_COLUMN_ORDER' },
  part: { list: 'part', permission: 'SYSTEM_CUSTOM_COLUMN_PART' },
  process: { list: 'process', permission: 'SYSTEM_CUSTOM_COLUMN_PROCESS' },
  project: { list: 'project', permission: 'SYSTEM_CUSTOM_COLUMN_PROJECT' },
  report: { list: 'workReport', permission: 'SYSTEM_CUSTOM_COLUMN_REPORT' },
} as const satisfies Record<ColumnOwner, { list: string; permission: PageCode }>;

/**
 * The permission codes of the column pages. Each of these codes gives access to the column
 * settings.
 */
export const COLUMN_PAGE_CODES: readonly PageCode[] = COLUMN_OWNERS.map(
  (owner) => CUSTOM_COLUMN_LISTS_BY_OWNER[owner].permission,
);
