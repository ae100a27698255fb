import { can, SIGNED_IN, toRead, type Permission, type Permitted } from '#shared/kernel/permissions.ts';
import type { ReportDescriptor } from '#shared/kernel/report.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type { EntityPage } from '#client/crud/entity-page.ts';
import { ownPages, reportPath } from '#client/crud/report/report-pages.ts';
import { craftsPage, entityPages } from './entity-pages.ts';

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

const basic = (page: EntityPage, icon: MenuIcon, under?: string): MenuItem => ({
  path: page.listPath,
  title: page.title ?? (page.entity.name as TermKey),
  icon,
  needs: ['SYSTEM_BASIC', toRead(page.entity.permission)],
  ...(under ? { under } : {}),
});

const setting = (page: EntityPage, icon: MenuIcon): MenuItem => ({
  path: page.listPath,
  title: page.title ?? (page.entity.name as TermKey),
  icon,
  needs: [toRead(page.entity.permission)],
});

/** A report, and the pages that show what is behind it. */
const reportItem = ({ page = '', name, permission, details }: ReportDescriptor): MenuItem => ({
  path: reportPath(page),
  title: name,
  icon: 'report',
  needs: [permission],
  ...(details ? { under: reportPath(page).replace(/\/[^/]+$/, '') } : {}),
});

/** The whole navigation, declared once. */
const MENU: readonly MenuGroup[] = [
  {
    title: null,
    items: [
      { path: '/', title: 'home', icon: 'home', needs: [SIGNED_IN] },
      { path: '/order', title: 'workOrders', icon: 'order', needs: ['WORK_ORDER'] },
      { path: '/process', title: 'progressQuery', icon: 'progress', needs: [SIGNED_IN] },
      { path: '/terminal', title: 'floorReporting', icon: 'terminal', needs: ['TASK_REPORT'] },
      { path: '/andon', title: 'openCalls', icon: 'call', needs: [SIGNED_IN] },
      { path: '/largeScreenReportForm', title: 'largeScreen', icon: 'wall', needs: [SIGNED_IN] },
    ],
  },
  {
    title: 'basicData',
    items: [
      {
        path: '/system/basic/factory',
        title: 'factory',
        icon: 'factory',
        needs: ['SYSTEM_BASIC', 'SYSTEM_BASIC_FACTORY'],
      },
      basic(entityPages.department, 'department'),
      basic(entityPages.employee, 'employee'),
      basic(entityPages.role, 'role'),
      basic(entityPages.workGroup, 'group'),
      basic(entityPages.device, 'device'),
      basic(entityPages.terminal, 'terminal'),
      basic(entityPages.productionLine, 'line'),
      basic(entityPages.shelf, 'shelf'),
      basic(craftsPage('machining'), 'craft', '/system/basic/crafts'),
      basic(entityPages.costType, 'cost'),
      basic(entityPages.customer, 'customer'),
      basic(entityPages.supplier, 'supplier'),
      basic(entityPages.material, 'material'),
      basic(entityPages.unit, 'unit'),
    ],
  },
  {
    title: 'settings',
    items: [
      {
        path: '/system/classify',
        title: 'classifications',
        icon: 'classification',
        needs: ['SYSTEM_CLASSIFY'],
      },
      {
        path: '/system/callRule',
        title: 'callRules',
        icon: 'rule',
        needs: ['SYSTEM_PARAM_SETTING_CALL'],
      },
      setting(entityPages.classTable, 'shifts'),
      setting(entityPages.roster, 'roster'),
      setting(entityPages.holiday, 'holiday'),
    ],
  },
];

/**
 * The navigation of one person: what may not be seen is not there.
 * @param reports what the server says of the reports that the person may see
 */
export function menuFor(user: Permitted | null, reports: readonly ReportDescriptor[] = []): MenuGroup[] {
  const [main, ...others] = MENU;
  const groups = [main!, { title: 'reports', items: ownPages(reports).map(reportItem) } as const, ...others];
  return groups
    .map((group) => ({
      ...group,
      items: group.items.filter((item) => item.needs.every((one) => can(user, one))),
    }))
    .filter((group) => group.items.length > 0);
}
