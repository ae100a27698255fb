import type { EntityName } from '#shared/entities/index.ts';
import { can, PRODUCTION, SIGNED_IN, toRead, type Permission, type Permitted } from '#shared/kernel/permissions.ts';
import type { ReportDescriptor } from '#shared/kernel/report.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type { EntityPage } from '#client/crud/entity-page.ts';
import { ownPages, reportPath } from '#client/crud/report/report-pages.ts';
import { craftsPage, entityPages, pageOf } from './entity-pages.ts';

/** The pictures of the menu; the navigation draws them. */
export type MenuIcon =
  | 'home'
  | 'order'
  | 'progress'
  | 'call'
  | 'rule'
  | 'wall'
  | 'terminal'
  | 'factory'
  | 'department'
  | 'employee'
  | 'role'
  | 'group'
  | 'device'
  | 'craft'
  | 'cost'
  | 'customer'
  | 'supplier'
  | 'material'
  | 'unit'
  | 'line'
  | 'shelf'
  | 'classification'
  | 'shifts'
  | 'roster'
  | 'holiday'
  | 'report';

/** One entry of the navigation. */
export interface MenuItem {
  readonly path: string;
  readonly title: TermKey;
  readonly icon: MenuIcon;
  /** All of them are needed: that of the area and that of the page. */
  readonly needs: readonly Permission[];
  /** Stays marked on pages whose address begins so. */
  readonly under?: string;
}
export interface MenuGroup {
  readonly title: TermKey | null;
  readonly items: readonly MenuItem[];
}

/** The pictures of entities; the others have that of their group. */
const ICONS: Partial<Record<EntityName, MenuIcon>> = {
  department: 'department',
  employee: 'employee',
  role: 'role',
  workGroup: 'group',
  device: 'device',
  terminal: 'terminal',
  productionLine: 'line',
  shelf: 'shelf',
  costType: 'cost',
  customer: 'customer',
  supplier: 'supplier',
  material: 'material',
  unit: 'unit',
  classTable: 'shifts',
  roster: 'roster',
  holiday: 'holiday',
  callRule: 'rule',
};

/** An entry for a page of the settings; those of the basic data ask for the permission of the area too. */
const pageItem = (page: EntityPage, icon?: MenuIcon, under?: string): MenuItem => ({
  path: page.listPath,
  title: page.title ?? (page.entity.name as TermKey),
  icon: icon ?? ICONS[page.entity.name as EntityName] ?? 'classification',
  needs: [
    ...(page.listPath.startsWith('/system/basic/') ? (['SYSTEM_BASIC'] as const) : []),
    toRead(page.entity.permission),
  ],
  ...(under ? { under } : {}),
});

/** A report, and the pages that show what is behind it. */
const reportItem = ({ page = '', name, permission, details }: ReportDescriptor): MenuItem => ({
  path: reportPath(page),
  title: name,
  icon: 'report',
  needs: [permission],
  ...(details ? { under: reportPath(page).replace(/\/[^/]+$/, '') } : {}),
});

/** What stands first in the navigation. */
const MAIN: MenuGroup = {
  title: null,
  items: [
    { path: '/', title: 'home', icon: 'home', needs: [SIGNED_IN] },
    { path: '/order', title: 'workOrders', icon: 'order', needs: ['WORK_ORDER'] },
    { path: '/process', title: 'progressQuery', icon: 'progress', needs: [PRODUCTION] },
    { path: '/terminal', title: 'floorReporting', icon: 'terminal', needs: ['TASK_REPORT'] },
    { path: '/andon', title: 'openCalls', icon: 'call', needs: [PRODUCTION] },
    { path: '/largeScreenReportForm', title: 'largeScreen', icon: 'wall', needs: [SIGNED_IN] },
  ],
};

/**
 * The groups of the settings: entities by name, pages that are written by hand as they are.
 * A page that no group names stands in the last one of its area, so that a new entity has its place.
 */
const SETTINGS: readonly { title: TermKey; of: readonly (EntityName | MenuItem)[] }[] = [
  {
    title: 'organisation',
    of: [
      {
        path: '/system/basic/factory',
        title: 'factory',
        icon: 'factory',
        needs: ['SYSTEM_BASIC', 'SYSTEM_BASIC_FACTORY'],
      },
      'department',
      'employee',
      'role',
    ],
  },
  {
    title: 'productionResources',
    of: [
      'workGroup',
      'device',
      'terminal',
      'productionLine',
      'shelf',
      pageItem(craftsPage('machining'), 'craft', '/system/basic/crafts'),
    ],
  },
  { title: 'workCalendar', of: ['classTable', 'roster', 'holiday'] },
  { title: 'basicData', of: ['customer', 'supplier', 'material', 'unit', 'costType'] },
  { title: 'settings', of: ['classification', 'callRule'] },
];

const named = new Set(SETTINGS.flatMap(({ of }) => of.filter((one) => typeof one === 'string')));

const settings: readonly MenuGroup[] = SETTINGS.map(({ title, of }) => ({
  title,
  items: [
    ...of.flatMap((one) => {
      if (typeof one !== 'string') return [one];
      const page = pageOf(one);
      return page ? [pageItem(page)] : [];
    }),
    ...entityPages
      .filter((page) => !named.has(page.entity.name as EntityName))
      .filter((page) => title === (page.listPath.startsWith('/system/basic/') ? 'basicData' : 'settings'))
      .map((page) => pageItem(page)),
  ],
}));

/**
 * The navigation of one person: what may not be seen is not there.
 * @param reports what the server says of the reports that the person may see
 */
export function menuFor(user: Permitted | null, reports: readonly ReportDescriptor[] = []): MenuGroup[] {
  const groups = [MAIN, { title: 'reports', items: ownPages(reports).map(reportItem) } as const, ...settings];
  return groups
    .map((group) => ({
      ...group,
      items: group.items.filter((item) => item.needs.every((one) => can(user, one))),
    }))
    .filter((group) => group.items.length > 0);
}
