import type { NonIndexRouteObject, UIMatch } from 'react-router-dom';
import type { Permission } from '#shared/kernel/permissions.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type { MenuIcon } from './menu-icons.ts';

/** A page's entry in the menu. */
interface MenuEntry {
  readonly icon: MenuIcon;
  /** The target; the route's own path by default. */
  readonly path?: string;
  /** The permission to see the entry, if it differs from that of the page. */
  readonly permission?: Permission;
  /** Stays highlighted on pages whose address begins with this path. */
  readonly under?: string;
  /** Is highlighted only on exactly its own page. */
  readonly alone?: true;
}

/** The metadata of a route: permission, title and menu entry. */
export interface PageHandle {
  /** The page needs no sign-in. */
  readonly isPublic?: true;
  readonly permission?: Permission | readonly Permission[];
  readonly title?: TermKey;
  /** The target of its breadcrumb; the route's own path by default. */
  readonly path?: string;
  /** Fills the window, without menu and top bar. */
  readonly isWhole?: true;
  /** Absent if only links lead to the page. */
  readonly menu?: MenuEntry;
}

/** A route with its full path, such as '/system/job'. */
export type PageRoute = NonIndexRouteObject & { readonly path: string; readonly handle: PageHandle };

/** Returns the handle of a matched route. */
export const handleOf = (match: UIMatch): PageHandle => (match.handle as PageHandle | undefined) ?? {};
