import type { EntityName } from '#shared/entities/index.ts';
import {
  hasPermission,
  getReadPermission,
  type Permission,
  type PermissionHolder,
} from '#shared/kernel/permissions.ts';
import type { ReportDescriptor } from '#shared/kernel/report.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { findReportsInMenu, reportPath } from '#client/crud/report/report-pages.ts';
import type { MenuIcon } from '#client/kit/pages/menu-icons.ts';
import { BASIC_DATA, isBasicData } from '../routes/basic-data.ts';
import { entityPages } from '../routes/entity-pages.ts';
import { screenRoutes } from '../routes/screen-routes.ts';

export interface MenuItem {
  readonly path: string;
  readonly title: TermKey;
  readonly icon: MenuIcon;
  /** The required permissions. The user needs one permission of each list. */
  readonly needs: readonly (Permission | readonly Permission[])[];
  /** The entry stays highlighted on pages whose address begins with this path. */
  readonly under?: string;
  /** The entry is highlighted only on its own page, not on the pages below it. */
  readonly alone?: true;
}
export interface MenuGroup {
  readonly title: TermKey | null;
  readonly items: readonly MenuItem[];
}

/** Identifies a menu entry: the entity of a generated page, or the address of a screen. */
type MenuEntryName = EntityName | `/${string}`;

/** The entries of the first menu group, which has no heading. */
const MAIN_ENTRY_NAMES: readonly MenuEntryName[] = [
  '/',
  '/order',
  'project',
  '/process',
  '/terminal',
  '/andon',
  'customRecord',
  '/largeScreenReportForm',
  '/download',
];

/**
 * The groups of settings, in the order of the menu. A page that no group lists is added to the
 * group "basicData" or "settings".
 */
const SETTINGS_GROUPS: readonly { title: TermKey; of: readonly MenuEntryName[] }[] = [
  { title: 'organisation', of: ['factory', 'department', 'employee', 'role', 'guest'] },
  {
    title: 'productionResources',
    of: ['workGroup', 'device', 'terminal', 'productionLine', 'shelf', '/system/basic/crafts/machining'],
  },
  { title: 'workCalendar', of: ['classTable', 'roster', 'holiday'] },
  { title: 'processData', of: ['processLibrary', 'sop', 'sip', 'task'] },
  { title: 'planningData', of: ['masterPlanNode', 'masterPlanTemplate', 'cycleScheduleSetting'] },
  { title: 'costData', of: ['costType', 'costShareSetting', 'formula'] },
  {
    title: 'basicData',
    of: ['customer', 'customerUser', 'supplier', 'supplierUser', 'material', 'unit', 'materialColumnMapping'],
  },
  {
    title: 'settings',
    of: [
      'classification',
      '/system/params/form',
      'customForm',
      'guideBook',
      'callRule',
      'orderApproval',
      'processApproval',
      'offlineFileSetting',
      'offlineFileClassification',
      '/system/job',
      '/system/column',
      '/system/deletedData',
      '/log',
    ],
  },
];

/** Returns the permissions that a page requires. Basic data also requires the area's permission. */
const getRequiredPermissions = (path: string, own: MenuItem['needs'][number]): MenuItem['needs'] =>
  isBasicData(path) ? [BASIC_DATA.permission, own] : [own];

/** The menu entries of screens by address, and those of generated pages by entity. */
const menuItemsByName: ReadonlyMap<string, MenuItem> = new Map([
  ...screenRoutes.flatMap(({ path: at, handle }): [string, MenuItem][] => {
    const { menu, title, permission = [] } = handle;
    if (!menu || !title) return [];
    const { icon, path = at, permission: needed = permission, ...marked } = menu;
    return [[path, { path, title, icon, needs: getRequiredPermissions(path, needed), ...marked }]];
  }),
  ...entityPages.map(({ entity, listPath: path, title, icon = 'classification' }): [string, MenuItem] => [
    entity.name,
    { path, title, icon, needs: getRequiredPermissions(path, getReadPermission(entity.permission)) },
  ]),
]);

const groupedEntryNames = new Set<string>([...MAIN_ENTRY_NAMES, ...SETTINGS_GROUPS.flatMap(({ of }) => of)]);
const getMenuItems = (names: readonly MenuEntryName[]): MenuItem[] =>
  names.map((name) => {
    const item = menuItemsByName.get(name);
    if (!item) throw new Error(`No page brings the menu entry ${name}`);
    return item;
  });

const mainGroup: MenuGroup = { title: null, items: getMenuItems(MAIN_ENTRY_NAMES) };
const settingsGroups: readonly MenuGroup[] = SETTINGS_GROUPS.map(({ title, of }) => ({
  title,
  items: [
    ...getMenuItems(of),
    ...[...menuItemsByName]
      .filter(
        ([name, { path }]) =>
          !groupedEntryNames.has(name) && title === (isBasicData(path) ? 'basicData' : 'settings'),
      )
      .map(([, item]) => item),
  ],
}));

/** Makes the menu entry of a report. The entry stays highlighted on the report's detail pages. */
const makeReportItem = ({ page = '', name, permission, details }: ReportDescriptor): MenuItem => ({
  path: reportPath(page),
  title: name,
  icon: 'report',
  needs: [permission],
  ...(details ? { under: reportPath(page).replace(/\/[^/]+$/, '') } : {}),
});

/**
 * Builds the menu of a user, with only the entries that the user may see.
 * @param reports the descriptors of the reports that the user may see
 */
export function buildMenu(
  user: PermissionHolder | null,
  reports: readonly ReportDescriptor[] = [],
): MenuGroup[] {
  const groups = [
    mainGroup,
    { title: 'reports', items: findReportsInMenu(reports).map(makeReportItem) } as const,
    ...settingsGroups,
  ];
  return groups
    .map((group) => ({
      ...group,
      items: group.items.filter((item) => item.needs.every((one) => hasPermission(user, one))),
    }))
    .filter((group) => group.items.length > 0);
}
