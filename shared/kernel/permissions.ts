/** Anyone, signed in or not. Spelled out, so that an open endpoint is a decision. */
export const PUBLIC = 'PUBLIC';
/** Every person who is signed in. */
export const SIGNED_IN = 'SIGNED_IN';

/** Pages whose code X shows them and whose X_ADD, X_MODIFY, X_DELETE act (specification §6). */
export const PAGE_CODES = [
  'WORK_ORDER',
  'PROJECT_MANAGE',
  'SYSTEM_BASIC_DEPARTMENT',
  'SYSTEM_BASIC_ROLE',
  'SYSTEM_BASIC_EMPLOYEE',
  'SYSTEM_BASIC_DEVICE',
  'SYSTEM_BASIC_GROUP',
  'SYSTEM_BASIC_CRAFTS',
  'SYSTEM_BASIC_COST_TYPE',
  'SYSTEM_BASIC_CUSTOMER',
  'SYSTEM_CLASSIFY',
] as const;

/** Codes that stand alone. */
export const SINGLE_CODES = [
  'SYSTEM_BASIC',
  'SYSTEM_LOG',
  'TASK_REPORT',
  'TASK_REPORT_TEAM',
  'TASK_REPORT_REVERSE',
  'TASK_REPORT_IMPORT',
  'PROCESS_MODIFY',
  'WORK_ORDER_REOPEN',
  'BOARD_DESIGN',
  'BOARD_SHARE',
  'SCREEN_MANAGE',
  'REPORT_FORM_PLAN_ACTUAL_TODAY',
  'REPORT_FORM_ORDER_PROGRESS',
  'REPORT_FORM_LATEST_REPORTS',
] as const;

export type PageCode = (typeof PAGE_CODES)[number];
export type Act = 'ADD' | 'MODIFY' | 'DELETE';
export type PermissionCode = PageCode | `${PageCode}_${Act}` | (typeof SINGLE_CODES)[number];
/** What a page, an endpoint or a button asks for. */
export type Permission = PermissionCode | typeof PUBLIC | typeof SIGNED_IN;

export const ACTS: readonly Act[] = ['ADD', 'MODIFY', 'DELETE'];

/** Every code that a role can hold. */
export const PERMISSION_CODES: readonly PermissionCode[] = [
  ...PAGE_CODES.flatMap((code) => [code, ...ACTS.map((act) => `${code}_${act}` as const)]),
  ...SINGLE_CODES,
];

/** What `can` needs to know of a person. */
export interface Permitted {
  readonly permissions: readonly string[];
}

/**
 * Whether somebody may do something. Of several permissions any one suffices (specification §2).
 * The one rule for server, menu, guard and buttons.
 */
export function can(
  user: Permitted | null | undefined,
  permission: Permission | readonly Permission[],
): boolean {
  if (typeof permission !== 'string')
    return permission.length === 0 || permission.some((one) => can(user, one));
  if (permission === PUBLIC) return true;
  if (!user) return false;
  return permission === SIGNED_IN || user.permissions.includes(permission);
}

/** What a page's permission asks for when somebody acts on it. */
export function toAct(
  permission: Permission | { read: Permission; write: Permission },
  act: Act,
): Permission {
  if (typeof permission !== 'string') return permission.write;
  return permission === PUBLIC || permission === SIGNED_IN
    ? permission
    : (`${permission as PageCode}_${act}` as PermissionCode);
}

/** What a page's permission asks for when somebody looks. */
export const toRead = (permission: Permission | { read: Permission; write: Permission }): Permission =>
  typeof permission === 'string' ? permission : permission.read;
