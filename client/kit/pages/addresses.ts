/** Where one signs in. */
export const LOGIN_PATH = '/login';
/** Where one is told that a page is not theirs. */
export const FORBIDDEN_PATH = '/403';
/** Where a password that must be changed is changed. */
export const FORCED_CHANGE_PATH = '/forceChangePassword';
