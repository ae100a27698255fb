import { hasPermission, type Permission, type PermissionHolder } from '#shared/kernel/permissions.ts';

/**
 * The names of the home pages that ship with the product. Each name is also the term key of the title. If
 * the roles of a person have different home pages, the person gets the first of them in this list.
 */
export const HOME_PRESETS = [
  'managerHome',
  'plannerHome',
  'qualityHome',
  'groupHeadHome',
  'workerHome',
] as const;
export type HomePreset = (typeof HOME_PRESETS)[number];

/** The permissions that select a preset if no role has one. One of them is enough. */
const PERMISSIONS_BY_PRESET: Readonly<Record<Exclude<HomePreset, 'workerHome'>, readonly Permission[]>> = {
  managerHome: ['SYSTEM_BASIC_ROLE_MODIFY'],
  plannerHome: ['WORK_ORDER_ADD'],
  qualityHome: ['SYSTEM_PARAM_SETTING_SIP'],
  groupHeadHome: ['TASK_REPORT_TEAM', 'ANDON_ANSWER'],
};

/**
 * Chooses the preset for a person who has not saved a home page.
 * @param rolePreset the preset of the person's roles; null if no role has one: then the permissions decide
 */
export const chooseHomePreset = (user: PermissionHolder, rolePreset: HomePreset | null): HomePreset =>
  rolePreset ??
  HOME_PRESETS.find((name) => name !== 'workerHome' && hasPermission(user, PERMISSIONS_BY_PRESET[name])) ??
  'workerHome';
