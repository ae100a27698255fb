import type { EntityName } from '#shared/entities/index.ts';
import {
  hasPermission,
  getReadPermission,
  type Permission,
  type PermissionHolder,
  PRODUCTION_PERMISSION,
} from '#shared/kernel/permissions.ts';
import type { ReportDescriptor, ReportIcon } from '#shared/kernel/report.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { findReportsInMenu, makeReportPath } from '#client/crud/report/report-pages.ts';
import type { MenuIcon } from '#client/kit/pages/menu-icons.ts';
import { BASIC_DATA_AREA, isBasicDataPath } from '../routes/basic-data.ts';
import { entityPages } from '../routes/entity-pages.ts';
import { screenRoutes } from '../routes/screen-routes.ts';

export interface MenuItem {
  readonly path: string;
  readonly title: TermKey;
  readonly icon: MenuIcon;
  /** The required permissions. A nested list requires only one of its items. */
  readonly requiredPermissions: readonly (Permission | readonly Permission[])[];
  /** The path at and below which the entry is highlighted; by default `path`. */
  readonly highlightPath?: string;
}
export interface MenuGroup {
  /** The heading; null for the only group of a part. */
  readonly title: TermKey | null;
  readonly items: readonly MenuItem[];
}
/** One of the three parts of the menu: daily work, reports and set-up. */
export interface MenuPart {
  readonly title: TermKey;
  readonly icon: MenuIcon;
  /** Whether the part is closed by default, until the user opens it or visits one of its pages. */
  readonly startsClosed: boolean;
  readonly groups: readonly MenuGroup[];
}

/** Identifies a menu entry: the entity of a generated page, or the address of a screen. */
type MenuEntryName = EntityName | `/${string}`;

/** The entries of the part "daily work", in the order of the menu. */
const DAILY_WORK_ENTRY_NAMES: readonly MenuEntryName[] = [
  '/',
  '/order',
  'orderGroup',
  'project',
  '/process',
  '/part/whereUsed',
  '/outsourcing',
  '/quality',
  '/quality/corrective',
  '/quality/testing',
  'gauge',
  '/quality/analysis',
  '/quality/recall',
  '/quality/punish',
  'signingDeputy',
  '/forms/process/printProcessCard',
  '/plan',
  '/plan/CycleSchedule',
  'masterPlan',
  '/plan/CapacityLoad',
  '/terminal',
  '/report',
  '/andon',
  'alarm',
  'customRecord',
  '/largeScreenReportForm',
  '/boards',
  'customerKanban',
  'wallScreen',
  '/download',
];

/**
 * The groups of the part "set-up", in the order of the menu. An entry that is in no group and not in the
 * daily work is added to the group "basicData" or "settings".
 */
const SET_UP_GROUPS: readonly { title: TermKey; entryNames: readonly MenuEntryName[] }[] = [
  { title: 'organisation', entryNames: ['factory', 'department', 'employee', 'role', 'guest'] },
  {
    title: 'productionResources',
    entryNames: [
      'workGroup',
      'device',
      'terminal',
      'productionLine',
      'shelf',
      '/system/basic/crafts/machining',
    ],
  },
  { title: 'workCalendar', entryNames: ['classTable', 'roster', 'holiday'] },
  { title: 'processData', entryNames: ['processLibrary', 'sop', 'sip', 'task'] },
  { title: 'planningData', entryNames: ['masterPlanNode', 'masterPlanTemplate', 'cycleScheduleSetting'] },
  { title: 'costData', entryNames: ['costType', 'costShareSetting', 'wageGrade', 'wageSetting', 'formula'] },
  {
    title: 'basicData',
    entryNames: [
      'customer',
      'customerUser',
      'supplier',
      'supplierUser',
      'material',
      'unit',
      'materialColumnMapping',
    ],
  },
  {
    title: 'settings',
    entryNames: [
      'classification',
      '/system/params/form',
      'customForm',
      'guideBook',
      'callRule',
      'alarmRule',
      'orderApproval',
      'processApproval',
      'signingRule',
      'offlineFileSetting',
      'offlineFileClassification',
      '/system/job',
      '/system/column',
      '/system/deletedData',
      '/log',
    ],
  },
];

/**
 * Returns the permissions that a page requires. A page of the basic data also requires the permission of that
 * area.
 */
const getRequiredPermissions = (
  path: string,
  pagePermission: MenuItem['requiredPermissions'][number],
): MenuItem['requiredPermissions'] =>
  isBasicDataPath(path) ? [BASIC_DATA_AREA.permission, pagePermission] : [pagePermission];

/** The menu entries of screens by address, and the menu entries of generated pages by entity. */
const menuItemsByName: ReadonlyMap<string, MenuItem> = new Map([
  ...screenRoutes.flatMap(({ path: routePath, handle }): [string, MenuItem][] => {
    const { menu, title, permission = [] } = handle;
    if (!menu || !title) return [];
    const { icon, path = routePath, permission: requiredPermission = permission, ...highlightOptions } = menu;
    return [
      [
        path,
        {
          path,
          title,
          icon,
          requiredPermissions: getRequiredPermissions(path, requiredPermission),
          ...highlightOptions,
        },
      ],
    ];
  }),
  ...entityPages.map(({ entity, listPath: path, title, icon = 'classification' }): [string, MenuItem] => [
    entity.name,
    {
      path,
      title,
      icon,
      requiredPermissions: getRequiredPermissions(path, getReadPermission(entity.permission)),
    },
  ]),
]);

const isAtOrBelow = (path: string, basePath: string): boolean =>
  path === basePath || path.startsWith(`${basePath}/`);

/**
 * Whether the page at this address belongs to a menu entry. A page below the paths of two entries belongs to
 * the entry with the longer path: `/order/group` belongs to the order groups, not to the orders.
 */
export function isCurrentPage(item: MenuItem, pathname: string): boolean {
  const basePath = item.highlightPath ?? item.path;
  if (!isAtOrBelow(pathname, basePath)) return false;
  const lowerPaths = [...menuItemsByName.values()]
    .filter((other) => other.path !== item.path && isAtOrBelow(other.path, basePath))
    .map(({ path }) => path);
  return !lowerPaths.some((path) => isAtOrBelow(pathname, path));
}

const groupedEntryNames = new Set<string>([
  ...DAILY_WORK_ENTRY_NAMES,
  ...SET_UP_GROUPS.flatMap(({ entryNames }) => entryNames),
]);
/** The entries that customers do not get, although they may read their own orders. */
const ENTRIES_FOR_EMPLOYEES: ReadonlySet<MenuEntryName> = new Set(['orderGroup', '/part/whereUsed']);

const getMenuItems = (names: readonly MenuEntryName[]): MenuItem[] =>
  names.map((name) => {
    const item = menuItemsByName.get(name);
    if (!item) throw new Error(`No page brings the menu entry ${name}`);
    if (ENTRIES_FOR_EMPLOYEES.has(name))
      return { ...item, requiredPermissions: [...item.requiredPermissions, PRODUCTION_PERMISSION] };
    return item;
  });

const dailyWorkMenuGroup: MenuGroup = { title: null, items: getMenuItems(DAILY_WORK_ENTRY_NAMES) };
const setUpMenuGroups: readonly MenuGroup[] = SET_UP_GROUPS.map(({ title, entryNames }) => ({
  title,
  items: [
    ...getMenuItems(entryNames),
    ...[...menuItemsByName]
      .filter(
        ([name, { path }]) =>
          !groupedEntryNames.has(name) && title === (isBasicDataPath(path) ? 'basicData' : 'settings'),
      )
      .map(([, item]) => item),
  ],
}));

/** The default icons of reports, by the first segment of `page`: `device` in `device/states`. */
const REPORT_ICONS_BY_AREA: Readonly<Record<string, ReportIcon>> = {
  device: 'deviceWork',
  employee: 'peopleWork',
  order: 'progressOfOrders',
  group: 'output',
  workshop: 'output',
  plan: 'planAndActual',
  quality: 'quality',
  cost: 'money',
  subject: 'money',
  share: 'money',
  orderCostStatement: 'money',
  part: 'stock',
  partProcess: 'flow',
  process: 'flow',
};

/**
 * Makes the menu entry of a report. The entry stays highlighted on the report's detail pages, unless they have an entry
 * of their own.
 * @param menuPages the pages of the reports with an entry
 */
const makeReportItem = (
  { page = '', name, icon, permission, details }: ReportDescriptor,
  menuPages: ReadonlySet<string | undefined>,
): MenuItem => {
  const path = makeReportPath(page);
  const highlightPath = path.replace(/\/[^/]+$/, '');
  return {
    path,
    title: name,
    icon: icon ?? REPORT_ICONS_BY_AREA[page.split('/')[0]!] ?? 'report',
    requiredPermissions: [permission],
    ...(details && !menuPages.has(details.page) && isAtOrBelow(makeReportPath(details.page), highlightPath)
      ? { highlightPath }
      : {}),
  };
};

/**
 * Builds the menu of a user, with only the entries that the user may see.
 * @param reports the descriptors of the reports that the user may see
 */
export function buildMenu(
  user: PermissionHolder | null,
  reports: readonly ReportDescriptor[] = [],
): MenuPart[] {
  const menuReports = findReportsInMenu(reports);
  const menuPages = new Set(menuReports.map(({ page }) => page));
  const reportItems = menuReports.map((report) => makeReportItem(report, menuPages));
  const reportGroup = { title: null, items: reportItems };
  const parts: MenuPart[] = [
    { title: 'dailyWork', icon: 'work', startsClosed: false, groups: [dailyWorkMenuGroup] },
    { title: 'reports', icon: 'report', startsClosed: false, groups: [reportGroup] },
    { title: 'setUp', icon: 'setUp', startsClosed: true, groups: setUpMenuGroups },
  ];
  return parts
    .map((part) => ({
      ...part,
      groups: part.groups
        .map((group) => ({
          ...group,
          items: group.items.filter((item) =>
            item.requiredPermissions.every((permission) => hasPermission(user, permission)),
          ),
        }))
        .filter((group) => group.items.length > 0),
    }))
    .filter((part) => part.groups.length > 0);
}

/** Returns all entries of a menu, each with the title of its group or, if the group has none, of its part. */
export const listMenuItems = (menu: readonly MenuPart[]): (MenuItem & { heading: TermKey })[] =>
  menu.flatMap((part) =>
    part.groups.flatMap(({ title, items }) =>
      items.map((item) => ({ ...item, heading: title ?? part.title })),
    ),
  );
