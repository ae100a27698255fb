import type { NonIndexRouteObject, UIMatch } from 'react-router-dom';
import type { Permission } from '#shared/kernel/permissions.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type { MenuIcon } from './menu-icons.ts';

/** A page's entry in the menu. */
interface MenuEntry {
  readonly icon: MenuIcon;
  /** The address that the entry opens; by default the path of the route. */
  readonly path?: string;
  /** The permission to see the entry; by default the permission of the page. */
  readonly permission?: Permission;
  /** The entry is highlighted on this path and on the paths below it; by default its own path. */
  readonly highlightPath?: string;
}

/** The metadata of a route, such as its permission, title and menu entry. */
export interface PageHandle {
  /** The page needs no sign-in. */
  readonly isPublic?: true;
  readonly permission?: Permission | readonly Permission[];
  readonly title?: TermKey;
  /** The address that the page's breadcrumb opens; by default the path of the route. */
  readonly path?: string;
  /** The page fills the window, without menu and top bar. */
  readonly fillsWindow?: true;
  /** The menu entry; absent if the menu does not list the page. */
  readonly menu?: MenuEntry;
}

/** A route with its full path, such as '/system/job'. */
export type PageRoute = NonIndexRouteObject & { readonly path: string; readonly handle: PageHandle };

/** Returns the handle of a matched route; an empty one if the route has none. */
export const getPageHandle = (match: UIMatch): PageHandle => (match.handle as PageHandle | undefined) ?? {};
