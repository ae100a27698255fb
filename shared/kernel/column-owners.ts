import type { PageCode } from '#shared/kernel/permissions.ts';

/** What a factory gives columns of its own to. */
export const COLUMN_OWNERS = ['order', 'part', 'process', 'project', 'report'] as const;
export type ColumnOwner = (typeof COLUMN_OWNERS)[number];

/** The list in which the columns of an owner stand, and the code of the page on which they are set. */
export const OWNED_COLUMNS = {
  order: { list: 'workOrder', permission: 'SYSTEM_CUSTOM_COLUMN_ORDER' },
  part: { list: 'part', permission: 'SYSTEM_CUSTOM_COLUMN_PART' },
  process: { list: 'process', permission: 'SYSTEM_CUSTOM_COLUMN_PROCESS' },
  project: { list: 'project', permission: 'SYSTEM_CUSTOM_COLUMN_PROJECT' },
  report: { list: 'workReport', permission: 'SYSTEM_CUSTOM_COLUMN_REPORT' },
} as const satisfies Record<ColumnOwner, { list: string; permission: PageCode }>;

/** Whoever holds one of these has something to set there. */
export const COLUMN_CODES: readonly PageCode[] = COLUMN_OWNERS.map(
  (owner) => OWNED_COLUMNS[owner].permission,
);
