/** The log-in page. */
export const LOGIN_PATH = '/login';
/** The page for a missing permission. */
export const FORBIDDEN_PATH = '/403';
/** The page for a forced password change. */
export const FORCED_CHANGE_PATH = '/forceChangePassword';
