/** Anyone, signed in or not. Spelled out, so that an open endpoint is a decision. */
export const PUBLIC = 'PUBLIC';
/** Everyone of the factory who is signed in, people and terminals; customers and suppliers are not. */
export const SIGNED_IN = 'SIGNED_IN';
/** Every account that is signed in, those of customers and suppliers too. */
export const ANY_ACCOUNT = 'ANY_ACCOUNT';

/**
 * Pages whose code X shows them and whose X_ADD, X_MODIFY, X_DELETE act (specification §6).
 * An entity of the basic data brings its own code with it; `shared/entities/permission-codes.ts` lists all.
 */
export const PAGE_CODES = [
  'WORK_ORDER',
  'PROJECT_MANAGE',
  'SYSTEM_CLASSIFY',
  'SYSTEM_CLASS_TABLE_SETTING',
  'SYSTEM_HOLIDAY_SETTING',
  'SYSTEM_PARAM_SETTING_CALL',
] as const;

/** Codes that stand alone. */
export const SINGLE_CODES = [
  'SYSTEM_BASIC',
  'SYSTEM_LOG',
  'TASK_REPORT',
  'TASK_REPORT_TEAM',
  'TASK_REPORT_REVERSE',
  'TASK_REPORT_IMPORT',
  'TERMINAL_OPEN',
  'PROCESS_MODIFY',
  'WORK_ORDER_REOPEN',
  'ANDON_ANSWER',
  'DEMO_SIMULATOR',
  'BOARD_DESIGN',
  'BOARD_SHARE',
  'SCREEN_MANAGE',
  'REPORT_FORM_PLAN_ACTUAL_TODAY',
  'REPORT_FORM_ORDER_PROGRESS',
  'REPORT_FORM_LATEST_REPORTS',
  'REPORT_FORM_EMPLOYEE_DAILY_DETAILS',
  'REPORT_FORM_DEVICE_DAILY_DETAILS',
  'REPORT_FORM_OPEN_CALLS',
  'REPORT_FORM_DEVICE_STATES',
  'REPORT_FORM_OUTPUT_BY_GROUP',
  'REPORT_FORM_CURRENT_SHIFT',
] as const;

export type PageCode = (typeof PAGE_CODES)[number] | `SYSTEM_BASIC_${Uppercase<string>}`;
export type Act = 'ADD' | 'MODIFY' | 'DELETE';
export type PermissionCode = PageCode | `${PageCode}_${Act}` | (typeof SINGLE_CODES)[number];
/** What a page, an endpoint or a button asks for. */
export type Permission = PermissionCode | typeof PUBLIC | typeof SIGNED_IN | typeof ANY_ACCOUNT;

export const ACTS: readonly Act[] = ['ADD', 'MODIFY', 'DELETE'];

/** What of their permissions people keep at a terminal, where a badge is enough to be recognised. */
export const FLOOR_CODES: readonly PermissionCode[] = [
  'TASK_REPORT',
  'TASK_REPORT_TEAM',
  'TASK_REPORT_REVERSE',
];

/** What `can` needs to know of a person. */
export interface Permitted {
  readonly kind?: 'employee' | 'customer' | 'supplier' | 'terminal';
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
  if (permission === ANY_ACCOUNT) return true;
  if (permission === SIGNED_IN) return user.kind !== 'customer' && user.kind !== 'supplier';
  return user.permissions.includes(permission);
}

/** What a page's permission asks for when somebody acts on it. */
export function toAct(
  permission: Permission | { read: Permission; write: Permission },
  act: Act,
): Permission {
  if (typeof permission !== 'string') return permission.write;
  return permission === PUBLIC || permission === SIGNED_IN || permission === ANY_ACCOUNT
    ? permission
    : (`${permission as PageCode}_${act}` as PermissionCode);
}

/** What a page's permission asks for when somebody looks. */
export const toRead = (permission: Permission | { read: Permission; write: Permission }): Permission =>
  typeof permission === 'string' ? permission : permission.read;
