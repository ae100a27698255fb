import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import {
  ACTS,
  isOpen,
  PAGE_CODES,
  SINGLE_CODES,
  type PageCode,
  type PermissionCode,
} from '#shared/kernel/permissions.ts';
import { entities } from './index.ts';

/** The page codes that entities declare. */
const brought = Object.values<EntityDeclaration>(entities)
  .map((entity) => entity.permission)
  .filter((permission): permission is PageCode => typeof permission === 'string' && !isOpen(permission));

/** All codes that permit reading a page. */
export const ALL_PAGE_CODES: readonly PageCode[] = [...new Set<PageCode>([...PAGE_CODES, ...brought])];

/** All codes that a role can hold, except those of reports. */
export const PERMISSION_CODES: readonly PermissionCode[] = [
  ...ALL_PAGE_CODES.flatMap((code) => [code, ...ACTS.map((act) => `${code}_${act}` as const)]),
  ...SINGLE_CODES,
];
