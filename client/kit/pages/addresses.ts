export const LOGIN_PATH = '/login';
/** The address of the page that reports a missing permission. */
export const FORBIDDEN_PATH = '/403';
/** The address of the page where a user must change the password. */
export const FORCED_CHANGE_PATH = '/forceChangePassword';
/** The page of paired screens, which needs no log-in. */
export const WALL_PATH = '/wall';
/** The page of the visitors of a shared link. The fragment of its address is the token of the link. */
export const LINK_PATH = '/k';
/** The page of the registry of screens. */
export const SCREENS_PATH = '/screens';
/** The parameter of the registry of screens that contains the pairing code to confirm. */
export const PAIR_PARAMETER = 'pair';
/** The parameter of the log-in page that names the terminal to open. */
export const TERMINAL_PARAMETER = 'terminal';
