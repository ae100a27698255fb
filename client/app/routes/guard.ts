import { hasPermission, type Permission, type PermissionHolder } from '#shared/kernel/permissions.ts';
import { FORBIDDEN_PATH, FORCED_CHANGE_PATH, LOGIN_PATH } from '#client/kit/pages/addresses.ts';

const TERMINAL_PATH = '/terminal';
/** The paths that customers and suppliers may open, besides the public pages. */
const CUSTOMER_AND_SUPPLIER_PATHS: ReadonlySet<string> = new Set([
  '/',
  '/order',
  '/center',
  '/center/password',
]);
/** Customers may open the page of an order and the page of a kanban. This pattern matches the paths of both. */
const CUSTOMER_PATH_PATTERN = /^\/(order|kanban)\/\d+$/;

/** Whether users of this kind may open a path that is not public. */
const mayUserKindOpenPath = (kind: PermissionHolder['kind'], path: string): boolean =>
  (kind !== 'customer' && kind !== 'supplier') ||
  CUSTOMER_AND_SUPPLIER_PATHS.has(path) ||
  (kind === 'customer' && CUSTOMER_PATH_PATTERN.test(path));

/** The access rules of a requested page. */
export interface GuardedPage {
  readonly path: string;
  /** The page needs no sign-in. */
  readonly isPublic: boolean;
  /** The permissions of the page and its parents. A nested list requires only one of its items. */
  readonly requiredPermissions: readonly (Permission | readonly Permission[])[];
}

/** The visitor of a page; `user` is null without a sign-in. */
interface Visitor {
  readonly user: PermissionHolder | null;
  readonly mustChangePassword: boolean;
}

/**
 * The navigation guard of specification §2. A user who must change the password is sent to the page for the
 * change, except from the log-in page. Otherwise public pages are open. From other pages, a visitor without a
 * sign-in is sent to the log-in page, a terminal to its screen, and a user without the permission to the 403
 * page.
 * @returns the path to redirect to; null if the visitor may see the page
 */
export function findGuardRedirect(page: GuardedPage, visitor: Visitor): string | null {
  if (visitor.mustChangePassword && page.path !== FORCED_CHANGE_PATH && page.path !== LOGIN_PATH)
    return FORCED_CHANGE_PATH;
  if (page.isPublic) return null;
  if (!visitor.user) return LOGIN_PATH;
  // A terminal account has only one screen.
  if (visitor.user.kind === 'terminal' && page.path !== TERMINAL_PATH) return TERMINAL_PATH;
  if (!mayUserKindOpenPath(visitor.user.kind, page.path)) return FORBIDDEN_PATH;
  return page.requiredPermissions.every((permission) => hasPermission(visitor.user, permission))
    ? null
    : FORBIDDEN_PATH;
}
