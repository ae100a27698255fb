import type { PageCode } from '#shared/kernel/permissions.ts';

/** The names of the owners of custom columns. The owner `order` stands for the list of work orders, for example. */
export const COLUMN_OWNERS = ['order', 'part', 'process', 'project', 'report'] as const;
export type ColumnOwner = (typeof COLUMN_OWNERS)[number];

/**
 * For each owner, the entity whose list shows the custom columns, and the code of the page that sets the columns.
 */
export const CUSTOM_COLUMN_LISTS_BY_OWNER = {
  order: { list: 'workOrder', permission: 'SYSTEM_CUSTOM_COLUMN_ORDER' },
  part: { list: 'part', permission: 'SYSTEM_CUSTOM_COLUMN_PART' },
  process: { list: 'process', permission: 'SYSTEM_CUSTOM_COLUMN_PROCESS' },
  project: { list: 'project', permission: 'SYSTEM_CUSTOM_COLUMN_PROJECT' },
  report: { list: 'workReport', permission: 'SYSTEM_CUSTOM_COLUMN_REPORT' },
} as const satisfies Record<ColumnOwner, { list: string; permission: PageCode }>;

/**
 * The codes of the pages that set custom columns. One of these codes suffices to open the page of column settings.
 */
export const CUSTOM_COLUMN_PAGE_CODES: readonly PageCode[] = COLUMN_OWNERS.map(
  (owner) => CUSTOM_COLUMN_LISTS_BY_OWNER[owner].permission,
);
