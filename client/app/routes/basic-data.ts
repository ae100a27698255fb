import type { Permission } from '#shared/kernel/permissions.ts';

/** The basic-data area. Each of its pages requires the area's permission and its own permission. */
export const BASIC_DATA_AREA = {
  path: '/system/basic',
  permission: 'SYSTEM_BASIC' satisfies Permission,
  title: 'basicData',
} as const;

/** Whether the page at a path belongs to the basic-data area. */
export const isBasicDataPath = (path: string): boolean => path.startsWith(`${BASIC_DATA_AREA.path}/`);
