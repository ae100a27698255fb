/** Permits everyone, signed in or not. */
export const PUBLIC_PERMISSION = 'PUBLIC';
/** Permits every signed-in employee and terminal of the factory, but no customer or supplier. */
export const SIGNED_IN_PERMISSION = 'SIGNED_IN';
/** Permits every signed-in account, including customers and suppliers. */
export const ANY_ACCOUNT_PERMISSION = 'ANY_ACCOUNT';
/**
 * Permits every signed-in employee and terminal, like SIGNED_IN. Calls that read orders, their progress and
 * their running work require this permission, because the specification lists /process, /plan, /report and
 * /quality without a permission.
 */
export const PRODUCTION_PERMISSION = 'PRODUCTION';
/** Permits only paired screens, which have a device token. Every other permission except PUBLIC excludes them. */
export const PAIRED_SCREEN_PERMISSION = 'PAIRED_SCREEN';
/**
 * Permits every signed-in account except paired screens, and also permits the visitors of shared links. The
 * endpoint checks which rows they may see.
 */
export const VISITOR_PERMISSION = 'VISITOR';

/**
 * The codes of pages. Code X permits viewing the page; X_ADD, X_MODIFY and X_DELETE permit its actions
 * (specification §6). Entities declare more page codes; `shared/entities/permission-codes.ts` lists all of
 * them.
 */
export const PAGE_CODES = [
  'WORK_ORDER',
  'PROJECT_MANAGE',
  'OUTSOURCING',
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
  'SYSTEM_PARAM_SETTING_ALARM',
  'QUALITY_GAUGE',
] as const;

/** The permission codes without variants for adding, modifying and deleting, except those that reports declare. */
export const CODES_WITHOUT_VARIANTS = [
  'SYSTEM_BASIC',
  'SYSTEM_LOG',
  'SYSTEM_DELETED_DATA',
  'SYSTEM_DOWNLOAD',
  'PROGRESS_QUERY',
  'TASK_REPORT',
  'TASK_REPORT_TEAM',
  'TASK_REPORT_REVERSE',
  'TASK_REPORT_EXTRA',
  'TASK_REPORT_IMPORT',
  'TERMINAL_OPEN',
  'PROCESS_MODIFY',
  'WORK_ORDER_REOPEN',
  'MATERIAL_ISSUE',
  'OUTSOURCING_REVERSE',
  'QUALITY_RAISE',
  'QUALITY_DETERMINE',
  'QUALITY_PUNISH',
  'QUALITY_CORRECT',
  'QUALITY_INSPECT',
  'QUALITY_RELEASE',
  'QUALITY_USE_UNFIT_GAUGE',
  'ANDON_ANSWER',
  'ALARM_ACKNOWLEDGE',
  'DEMO_SIMULATOR',
  'WORK_PLAN_CYCLE_SCHEDULE',
  'WORK_PLAN_MODIFY',
  'WORKSHOP_PROCESS_TRANSFER',
  'BOARD_DESIGN',
  'BOARD_SHARE',
  'SCREEN_MANAGE',
  'CUSTOMER_KANBAN_MANAGE',
  'REPORT_FORM_ST_ANALYSIS_COMPARE',
  'REPORT_FORM_PRINT_PROCESS_CARD',
] as const;

export type PageCode = (typeof PAGE_CODES)[number] | `SYSTEM_BASIC_${Uppercase<string>}`;
export type PageAction = 'ADD' | 'MODIFY' | 'DELETE';
/** The permission code of a report; `server/reports/permission-codes.ts` lists the codes of all reports. */
export type ReportPermissionCode = `REPORT_FORM_${Uppercase<string>}`;
/**
 * The permission code of one customer kanban, which contains its id. Roles can hold the codes of the factory's kanbans.
 */
export type KanbanPermissionCode = `CUSTOMER_KANBAN_${number}`;
export type PermissionCode =
  | PageCode
  | `${PageCode}_${PageAction}`
  | (typeof CODES_WITHOUT_VARIANTS)[number]
  | ReportPermissionCode
  | KanbanPermissionCode;
/** A permission that a page, an endpoint or a button can require. */
export type Permission =
  | PermissionCode
  | typeof PUBLIC_PERMISSION
  | typeof SIGNED_IN_PERMISSION
  | typeof ANY_ACCOUNT_PERMISSION
  | typeof PRODUCTION_PERMISSION
  | typeof PAIRED_SCREEN_PERMISSION
  | typeof VISITOR_PERMISSION;

type PathToCode<Path extends string, Code extends string = ''> = Path extends `${infer First}${infer Rest}`
  ? PathToCode<
      Rest,
      First extends '/'
        ? `${Code}_`
        : First extends Lowercase<First>
          ? `${Code}${Uppercase<First>}`
          : `${Code}_${First}`
    >
  : Code;
/** The code that an entity with a given path can declare: QUALITY_TEST_GAUGE for '/mes/quality/testGauge'. */
export type CodeOfPath<Path extends string> = Path extends `/mes/${infer Rest}` ? PathToCode<Rest> : never;

/** Builds the permission code of a report, e.g. 'REPORT_FORM_OPEN_CALLS' for `openCalls`. */
export const buildReportPermissionCode = (name: string): ReportPermissionCode =>
  `REPORT_FORM_${name.replace(/[A-Z]/g, '_$&').toUpperCase() as Uppercase<string>}`;

export const buildKanbanPermissionCode = (kanbanId: number | string): KanbanPermissionCode =>
  `CUSTOMER_KANBAN_${kanbanId}` as KanbanPermissionCode;

/** Returns the id of the customer kanban that a permission code permits to see; null for other codes. */
export function parseKanbanPermissionCode(code: string): number | null {
  const id = /^CUSTOMER_KANBAN_(\d{1,15})$/.exec(code)?.[1];
  return id === undefined ? null : Number(id);
}

export const PAGE_ACTIONS: readonly PageAction[] = ['ADD', 'MODIFY', 'DELETE'];

/**
 * At a terminal, people have only these codes of their roles. The list is short, because a badge alone can identify a
 * person at a terminal.
 */
export const TERMINAL_PERMISSION_CODES: readonly PermissionCode[] = [
  'TASK_REPORT',
  'TASK_REPORT_TEAM',
  'TASK_REPORT_REVERSE',
  'TASK_REPORT_EXTRA',
  'QUALITY_RAISE',
  'QUALITY_INSPECT',
];

/**
 * The permissions that concern the whole installation. They are valid only in the first factory, because everybody
 * who adds a factory gets all permissions in the new factory.
 */
export const INSTALLATION_PERMISSION_CODES: readonly PermissionCode[] = [
  'SYSTEM_JOB',
  'SYSTEM_JOB_ADD',
  'SYSTEM_JOB_MODIFY',
  'SYSTEM_JOB_DELETE',
];

/** The only codes that the roles of customers and suppliers can hold. */
export const OUTSIDE_USER_PERMISSION_CODES: readonly PermissionCode[] = ['WORK_ORDER'];

/** The properties of an account that decide about its permissions. */
export interface PermissionHolder {
  readonly kind?: 'employee' | 'customer' | 'supplier' | 'terminal' | 'screen' | 'link';
  readonly permissions: readonly string[];
}

/**
 * Whether an account has a permission. If several permissions are given, one of them suffices (specification
 * §2); an empty list permits everybody. The server and the client use the same check.
 */
export function hasPermission(
  user: PermissionHolder | null | undefined,
  permission: Permission | readonly Permission[],
): boolean {
  if (typeof permission !== 'string')
    return permission.length === 0 || permission.some((candidate) => hasPermission(user, candidate));
  if (permission === PUBLIC_PERMISSION) return true;
  if (!user) return false;
  if (user.kind === 'screen' || permission === PAIRED_SCREEN_PERMISSION)
    return user.kind === 'screen' && permission === PAIRED_SCREEN_PERMISSION;
  if (permission === VISITOR_PERMISSION) return true;
  if (user.kind === 'link') return false;
  if (permission === ANY_ACCOUNT_PERMISSION) return true;
  const isInternalUser = user.kind !== 'customer' && user.kind !== 'supplier';
  if (permission === SIGNED_IN_PERMISSION || permission === PRODUCTION_PERMISSION) return isInternalUser;
  return user.permissions.includes(permission);
}

const OPEN_PERMISSIONS: readonly Permission[] = [
  PUBLIC_PERMISSION,
  SIGNED_IN_PERMISSION,
  ANY_ACCOUNT_PERMISSION,
  PRODUCTION_PERMISSION,
  PAIRED_SCREEN_PERMISSION,
  VISITOR_PERMISSION,
];
/**
 * Whether everybody, or every account of certain kinds, has a permission. Roles do not hold such permissions.
 */
export const isOpenPermission = (permission: Permission): boolean => OPEN_PERMISSIONS.includes(permission);

export function getActionPermission(
  permission: Permission | { read: Permission; write: Permission },
  action: PageAction,
): Permission {
  if (typeof permission !== 'string') return permission.write;
  return isOpenPermission(permission)
    ? permission
    : (`${permission as PageCode}_${action}` as PermissionCode);
}

export const getReadPermission = (
  permission: Permission | { read: Permission; write: Permission },
): Permission => (typeof permission === 'string' ? permission : permission.read);
