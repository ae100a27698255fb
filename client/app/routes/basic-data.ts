import type { Permission } from '#shared/kernel/permissions.ts';

/** The basic-data area: each of its pages requires the area's permission and its own. */
export const BASIC_DATA = {
  path: '/system/basic',
  permission: 'SYSTEM_BASIC' satisfies Permission,
  title: 'basicData',
} as const;

/** Whether a page belongs to the basic data. */
export const isBasicData = (path: string): boolean => path.startsWith(`${BASIC_DATA.path}/`);
