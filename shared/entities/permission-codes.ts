import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import {
  PAGE_ACTIONS,
  isOpenPermission,
  PAGE_CODES,
  CODES_WITHOUT_VARIANTS,
  type PageCode,
  type PermissionCode,
} from '#shared/kernel/permissions.ts';
import { entities } from './index.ts';

/** The page codes that entities declare as `permission`. */
const ENTITY_PAGE_CODES = Object.values<EntityDeclaration>(entities)
  .map((entity) => entity.permission)
  .filter(
    (permission): permission is PageCode => typeof permission === 'string' && !isOpenPermission(permission),
  );

/** All codes X that have the variants X_ADD, X_MODIFY and X_DELETE. */
export const ALL_PAGE_CODES: readonly PageCode[] = [
  ...new Set<PageCode>([...PAGE_CODES, ...ENTITY_PAGE_CODES]),
];

/**
 * Codes that no endpoint and no page requires yet. Roles cannot hold them, because otherwise a role could already
 * have a permission when a later version begins to require it.
 */
export const UNUSED_PERMISSION_CODES: readonly PermissionCode[] = [
  'SYSTEM_PARAM_SETTING_FORM_ADD',
  'SYSTEM_PARAM_SETTING_FORM_DELETE',
  'SYSTEM_JOB_ADD',
  'SYSTEM_JOB_DELETE',
  'SYSTEM_BASIC_FACTORY_DELETE',
  'SYSTEM_BASIC_CYCLE_SCHEDULE_SETTING_DELETE',
  'SYSTEM_BASIC_WAGE_SETTING_DELETE',
  'WORKSHOP_PROCESS_TRANSFER',
  'PROGRESS_QUERY',
  'REPORT_FORM_ST_ANALYSIS_COMPARE',
];

/** All codes that a role can hold, except those of reports. */
export const PERMISSION_CODES: readonly PermissionCode[] = [
  ...ALL_PAGE_CODES.flatMap((code) => [code, ...PAGE_ACTIONS.map((action) => `${code}_${action}` as const)]),
  ...CODES_WITHOUT_VARIANTS,
].filter((code) => !UNUSED_PERMISSION_CODES.includes(code));
