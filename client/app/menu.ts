import { can, SIGNED_IN, toRead, type Permission, type Permitted } from '#shared/kernel/permissions.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type { EntityPage } from '#client/crud/entity-page.ts';
import { craftsPage, entityPages } from './entity-pages.ts';

/** The pictures of the menu; the navigation draws them. */
export type MenuIcon =
  | 'home'
  | 'order'
  | 'wall'
  | 'department'
  | 'employee'
  | 'role'
  | 'group'
  | 'device'
  | 'craft'
  | 'cost'
  | 'customer'
  | 'classification';

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

/** The whole navigation, declared once. */
const MENU: readonly MenuGroup[] = [
  {
    title: null,
    items: [
      { path: '/', title: 'home', icon: 'home', needs: [SIGNED_IN] },
      { path: '/order', title: 'workOrders', icon: 'order', needs: ['WORK_ORDER'] },
      { path: '/largeScreenReportForm', title: 'largeScreen', icon: 'wall', needs: [SIGNED_IN] },
    ],
  },
  {
    title: 'basicData',
    items: [
      basic(entityPages.department, 'department'),
      basic(entityPages.employee, 'employee'),
      basic(entityPages.role, 'role'),
      basic(entityPages.workGroup, 'group'),
      basic(entityPages.device, 'device'),
      basic(craftsPage('machining'), 'craft', '/system/basic/crafts'),
      basic(entityPages.costType, 'cost'),
      basic(entityPages.customer, 'customer'),
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
    ],
  },
];

/** The navigation of one person: what may not be seen is not there. */
export const menuFor = (user: Permitted | null): MenuGroup[] =>
  MENU.map((group) => ({
    ...group,
    items: group.items.filter((item) => item.needs.every((one) => can(user, one))),
  })).filter((group) => group.items.length > 0);
