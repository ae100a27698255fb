export const LOGIN_PATH = '/login';
/** The address of the page that reports a missing permission. */
export const FORBIDDEN_PATH = '/403';
/** The address of the page where a user must change the password. */
export const FORCED_CHANGE_PATH = '/forceChangePassword';
/** The parameter of the log-in page that names the terminal to open. */
export const TERMINAL_PARAMETER = 'terminal';
