import type { Permission } from '#shared/kernel/permissions.ts';

/** The area of the basic data: its pages ask for its permission and for their own. */
export const BASIC_DATA = {
  path: '/system/basic',
  permission: 'SYSTEM_BASIC' satisfies Permission,
  title: 'basicData',
} as const;

/** Whether a page belongs to the basic data. */
export const isBasicData = (path: string): boolean => path.startsWith(`${BASIC_DATA.path}/`);
