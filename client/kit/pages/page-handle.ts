import type { NonIndexRouteObject, UIMatch } from 'react-router-dom';
import type { Permission } from '#shared/kernel/permissions.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type { MenuIcon } from './menu-icons.ts';

/** How the menu leads to a page. */
export interface MenuEntry {
  readonly icon: MenuIcon;
  /** Where it leads; the route's own path where absent. */
  readonly path?: string;
  /** What shows the entry, where that is not what opens the page. */
  readonly permission?: Permission;
  /** Stays marked on pages whose address begins so. */
  readonly under?: string;
  /** Is marked on its own page only. */
  readonly alone?: true;
}

/** What a route says of its page: who may see it and how it is called. */
export interface PageHandle {
  /** Needs no sign-in. */
  readonly isPublic?: true;
  readonly permission?: Permission | readonly Permission[];
  readonly title?: TermKey;
  /** Where its breadcrumb leads; the route's own path where absent. */
  readonly path?: string;
  /** Fills the window: neither menu nor top bar stand around it. */
  readonly isWhole?: true;
  /** Absent where only links lead to it. */
  readonly menu?: MenuEntry;
}

/** A page at its whole address, as '/system/job'. */
export type PageRoute = NonIndexRouteObject & { readonly path: string; readonly handle: PageHandle };

/** The handle of a matched route. */
export const handleOf = (match: UIMatch): PageHandle => (match.handle as PageHandle | undefined) ?? {};
