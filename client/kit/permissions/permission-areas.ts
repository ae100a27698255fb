import { entities } from '#shared/entities/index.ts';
import { ALL_PAGE_CODES, UNUSED_PERMISSION_CODES } from '#shared/entities/permission-codes.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import {
  CODES_WITHOUT_VARIANTS,
  PAGE_ACTIONS,
  getReadPermission,
  type KanbanPermissionCode,
  type PageAction,
  type PageCode,
  type PermissionCode,
  type ReportPermissionCode,
} from '#shared/kernel/permissions.ts';
import type { TermKey } from '#shared/terms/index.ts';

/**
 * Either the permission to open a page, with the actions on the page, or a single permission with
 * no actions, such as the permission for a report.
 */
export interface PermissionItem {
  readonly code: PermissionCode;
  /** The titles of the pages that the code opens, or the title of the single permission. */
  readonly titles: readonly TermKey[];
  /** The actions on the page that have a code of their own; none for a single permission. */
  readonly actions: readonly PageAction[];
}
/** A group of permissions with a heading, such as "Basic data" or "Reports". */
export interface PermissionArea {
  readonly title: TermKey;
  readonly items: readonly PermissionItem[];
}

/** The area of each permission code, by the beginning of the code. The first match applies. */
const AREAS_BY_PERMISSION_CODE: readonly (readonly [title: TermKey, begins: RegExp])[] = [
  ['reports', /^(REPORT_FORM_|WORKSHOP_)/],
  ['areaBoards', /^(BOARD_|SCREEN_|CUSTOMER_KANBAN_)/],
  ['basicData', /^SYSTEM_BASIC/],
  ['settings', /^(SYSTEM_|ORDER_|MAT_|WORK_PLAN_)/],
  ['areaProduction', /./],
];
/** The titles of the areas in their display order. */
const AREA_DISPLAY_ORDER: readonly TermKey[] = [
  'areaProduction',
  'reports',
  'basicData',
  'settings',
  'areaBoards',
];

const entityDeclarations: readonly EntityDeclaration[] = Object.values(entities);

/**
 * Returns the titles of a page's permission: the names of the entities that require the permission
 * for reading, or else the permission's own term.
 */
function getPageTitles(code: PageCode): readonly TermKey[] {
  const guardedEntities = entityDeclarations.filter(
    ({ permission }) => getReadPermission(permission) === code,
  );
  return guardedEntities.length > 0
    ? guardedEntities.map(({ name }) => name as TermKey)
    : [`permission.${code}` as TermKey];
}

const makeSinglePermissionItem = (code: PermissionCode): PermissionItem => ({
  code,
  titles: [`permission.${code}` as TermKey],
  actions: [],
});

const isUsedPermission = (code: PermissionCode): boolean => !UNUSED_PERMISSION_CODES.includes(code);

const permissionItemsWithoutReports: readonly PermissionItem[] = [
  ...ALL_PAGE_CODES.map((code: PageCode) => ({
    code,
    titles: getPageTitles(code),
    actions: PAGE_ACTIONS.filter((action) => isUsedPermission(`${code}_${action}`)),
  })),
  ...CODES_WITHOUT_VARIANTS.filter(isUsedPermission).map(makeSinglePermissionItem),
];

/**
 * Groups by area the permission codes that the application uses.
 * @param reportCodes the permission codes of the reports and of the customer kanbans, which the server sends
 */
export function groupPermissionsByArea(
  reportCodes: readonly (ReportPermissionCode | KanbanPermissionCode)[],
): readonly PermissionArea[] {
  const items = [...reportCodes.map(makeSinglePermissionItem), ...permissionItemsWithoutReports];
  return AREA_DISPLAY_ORDER.map((title) => ({
    title,
    items: items.filter(
      ({ code }) => AREAS_BY_PERMISSION_CODE.find(([, codePattern]) => codePattern.test(code))![0] === title,
    ),
  }));
}
