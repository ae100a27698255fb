/** Anyone, signed in or not. Spelled out, so that an open endpoint is a decision. */
export const PUBLIC = 'PUBLIC';
/** Everyone of the factory who is signed in, people and terminals; customers and suppliers are not. */
export const SIGNED_IN = 'SIGNED_IN';
/** Every account that is signed in, those of customers and suppliers too. */
export const ANY_ACCOUNT = 'ANY_ACCOUNT';
/** Everyone of the factory who has to do with production: terminals, and people who hold one of `PRODUCTION_CODES`. */
export const PRODUCTION = 'PRODUCTION';

/**
 * Pages whose code X shows them and whose X_ADD, X_MODIFY, X_DELETE act (specification §6).
 * An entity may bring the code of its path with it; `shared/entities/permission-codes.ts` lists all.
 */
export const PAGE_CODES = [
  'WORK_ORDER',
  'PROJECT_MANAGE',
  'SYSTEM_CUSTOM_COLUMN_ORDER',
  'SYSTEM_CUSTOM_COLUMN_PART',
  'SYSTEM_CUSTOM_COLUMN_PROCESS',
  'SYSTEM_CUSTOM_COLUMN_PROJECT',
  'SYSTEM_CUSTOM_COLUMN_REPORT',
  'ORDER_MASTER_PLAN_NODE_SETTING',
  'ORDER_PLAN_TEMPLATE_SETTING',
  'MAT_COLUMN_MAPPING',
  'SYSTEM_STANDARD_LIB',
  'SYSTEM_PARAM_SETTING_SIP',
  'SYSTEM_PARAM_SETTING_SOP',
  'SYSTEM_CLASSIFY',
  'SYSTEM_CLASS_TABLE_SETTING',
  'SYSTEM_HOLIDAY_SETTING',
  'SYSTEM_PARAM_SETTING_FORM',
  'SYSTEM_PARAM_SETTING_GUIDE_BOOK',
  'SYSTEM_PARAM_SETTING_CUSTOM_FORM',
  'SYSTEM_APPROVAL_PROCESS_ORDER',
  'SYSTEM_APPROVAL_PROCESS_PROCESS',
  'SYSTEM_OFFLINE_FILE',
  'SYSTEM_JOB',
  'SYSTEM_PARAM_SETTING_CALL',
] as const;

/** Codes that stand alone. */
export const SINGLE_CODES = [
  'SYSTEM_BASIC',
  'SYSTEM_LOG',
  'SYSTEM_DELETED_DATA',
  'SYSTEM_DOWNLOAD',
  'PROGRESS_QUERY',
  'TASK_REPORT',
  'TASK_REPORT_TEAM',
  'TASK_REPORT_REVERSE',
  'TASK_REPORT_IMPORT',
  'TERMINAL_OPEN',
  'PROCESS_MODIFY',
  'WORK_ORDER_REOPEN',
  'ANDON_ANSWER',
  'DEMO_SIMULATOR',
  'WORK_PLAN_CYCLE_SCHEDULE',
  'WORKSHOP_PROCESS_TRANSFER',
  'BOARD_DESIGN',
  'BOARD_SHARE',
  'SCREEN_MANAGE',
  'REPORT_FORM_ST_ANALYSIS_COMPARE',
] as const;

export type PageCode = (typeof PAGE_CODES)[number] | `SYSTEM_BASIC_${Uppercase<string>}`;
export type Act = 'ADD' | 'MODIFY' | 'DELETE';
/** A report brings its own code with it; `server/reports/permission-codes.ts` lists all. */
export type ReportCode = `REPORT_FORM_${Uppercase<string>}`;
export type PermissionCode = PageCode | `${PageCode}_${Act}` | (typeof SINGLE_CODES)[number] | ReportCode;
/** What a page, an endpoint or a button asks for. */
export type Permission =
  | PermissionCode
  | typeof PUBLIC
  | typeof SIGNED_IN
  | typeof ANY_ACCOUNT
  | typeof PRODUCTION;

type Coded<Path extends string, Code extends string = ''> = Path extends `${infer First}${infer Rest}`
  ? Coded<
      Rest,
      First extends '/'
        ? `${Code}_`
        : First extends Lowercase<First>
          ? `${Code}${Uppercase<First>}`
          : `${Code}_${First}`
    >
  : Code;
/** The code that an entity can bring with it: that of its path, as QUALITY_TEST_GAUGE of '/mes/quality/testGauge'. */
export type CodeOfPath<Path extends string> = Path extends `/mes/${infer Rest}` ? Coded<Rest> : never;

/** The code of a report: 'REPORT_FORM_OPEN_CALLS' of `openCalls`. */
export const reportCode = (name: string): ReportCode =>
  `REPORT_FORM_${name.replace(/[A-Z]/g, '_$&').toUpperCase() as Uppercase<string>}`;

export const ACTS: readonly Act[] = ['ADD', 'MODIFY', 'DELETE'];

/** What of their permissions people keep at a terminal, where a badge is enough to be recognised. */
export const FLOOR_CODES: readonly PermissionCode[] = [
  'TASK_REPORT',
  'TASK_REPORT_TEAM',
  'TASK_REPORT_REVERSE',
];

/** Whoever holds one of these sees what is made, where it is and who is at it. */
export const PRODUCTION_CODES: readonly PermissionCode[] = [
  'PROGRESS_QUERY',
  'WORK_ORDER',
  'PROJECT_MANAGE',
  'PROCESS_MODIFY',
  ...FLOOR_CODES,
  'TASK_REPORT_IMPORT',
  'ANDON_ANSWER',
];

/** What accounts of customers and suppliers can hold at all, and see their own of. */
export const OUTSIDE_CODES: readonly PermissionCode[] = ['WORK_ORDER'];

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
  const inside = user.kind !== 'customer' && user.kind !== 'supplier';
  if (permission === SIGNED_IN) return inside;
  if (permission === PRODUCTION)
    return user.kind === 'terminal' || (inside && PRODUCTION_CODES.some((code) => can(user, code)));
  return user.permissions.includes(permission);
}

const OPEN: readonly Permission[] = [PUBLIC, SIGNED_IN, ANY_ACCOUNT, PRODUCTION];
/** Whether a permission is no code that a role holds. */
export const isOpen = (permission: Permission): boolean => OPEN.includes(permission);

/** What a page's permission asks for when somebody acts on it. */
export function toAct(
  permission: Permission | { read: Permission; write: Permission },
  act: Act,
): Permission {
  if (typeof permission !== 'string') return permission.write;
  return isOpen(permission) ? permission : (`${permission as PageCode}_${act}` as PermissionCode);
}

/** What a page's permission asks for when somebody looks. */
export const toRead = (permission: Permission | { read: Permission; write: Permission }): Permission =>
  typeof permission === 'string' ? permission : permission.read;
