import { can, type Permission, type Permitted } from '#shared/kernel/permissions.ts';
import { FORBIDDEN_PATH, FORCED_CHANGE_PATH, LOGIN_PATH } from '#client/kit/pages/addresses.ts';

const TERMINAL_PATH = '/terminal';
/** All that there is for accounts of customers and suppliers. */
const OUTSIDE_PATHS: ReadonlySet<string> = new Set(['/', '/order', '/center', '/center/password']);

/** A page that somebody wants to see. */
export interface GuardedPage {
  readonly path: string;
  /** Needs no sign-in. */
  readonly isPublic: boolean;
  /** What the page and each page above it ask for; of several codes of one page any one suffices. */
  readonly required: readonly (Permission | readonly Permission[])[];
}

/** Who wants to see it. */
export interface GuardedVisitor {
  readonly user: Permitted | null;
  readonly mustChangePassword: boolean;
}

/**
 * The navigation guard of specification §2: a forced password change comes before every page but its own and the
 * log-in page; a page that needs a sign-in leads to the log-in; a missing permission leads to 403.
 * @returns where to go instead, null where the page may be seen
 */
export function guard(page: GuardedPage, visitor: GuardedVisitor): string | null {
  if (visitor.mustChangePassword && page.path !== FORCED_CHANGE_PATH && page.path !== LOGIN_PATH)
    return FORCED_CHANGE_PATH;
  if (page.isPublic) return null;
  if (!visitor.user) return LOGIN_PATH;
  // A terminal has one screen.
  if (visitor.user.kind === 'terminal' && page.path !== TERMINAL_PATH) return TERMINAL_PATH;
  const isOutside = visitor.user.kind === 'customer' || visitor.user.kind === 'supplier';
  if (isOutside && !OUTSIDE_PATHS.has(page.path)) return FORBIDDEN_PATH;
  return page.required.every((permission) => can(visitor.user, permission)) ? null : FORBIDDEN_PATH;
}
