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

/** The page codes that entities declare. */
const ENTITY_PAGE_CODES = Object.values<EntityDeclaration>(entities)
  .map((entity) => entity.permission)
  .filter(
    (permission): permission is PageCode => typeof permission === 'string' && !isOpenPermission(permission),
  );

/** All codes that permit reading a page. */
export const ALL_PAGE_CODES: readonly PageCode[] = [
  ...new Set<PageCode>([...PAGE_CODES, ...ENTITY_PAGE_CODES]),
];

/** All codes that a role can hold, except those of reports. */
export const PERMISSION_CODES: readonly PermissionCode[] = [
  ...ALL_PAGE_CODES.flatMap((code) => [code, ...PAGE_ACTIONS.map((act) => `${code}_${act}` as const)]),
  ...CODES_WITHOUT_VARIANTS,
];
