import { hasPermission, type Permission, type PermissionHolder } from '#shared/kernel/permissions.ts';

/**
 * The home pages that ship with the product. Each name is the key of its title. If a person has several roles, the
 * first of their home pages in this list is shown.
 */
export const HOME_PRESETS = [
  'managerHome',
  'plannerHome',
  'qualityHome',
  'groupHeadHome',
  'workerHome',
] as const;
export type HomePreset = (typeof HOME_PRESETS)[number];

/** What the holders of a home page usually may do. One of the permissions suffices. */
const PERMISSIONS_BY_PRESET: Readonly<Record<Exclude<HomePreset, 'workerHome'>, readonly Permission[]>> = {
  managerHome: ['SYSTEM_BASIC_ROLE_MODIFY'],
  plannerHome: ['WORK_ORDER_ADD'],
  qualityHome: ['SYSTEM_PARAM_SETTING_SIP'],
  groupHeadHome: ['TASK_REPORT_TEAM', 'ANDON_ANSWER'],
};

/**
 * Chooses the home page of a person who has not made one.
 * @param rolePreset the home page that the person's roles name; null if they name none. Then the permissions decide.
 */
export const chooseHomePreset = (user: PermissionHolder, rolePreset: HomePreset | null): HomePreset =>
  rolePreset ??
  HOME_PRESETS.find((name) => name !== 'workerHome' && hasPermission(user, PERMISSIONS_BY_PRESET[name])) ??
  'workerHome';
