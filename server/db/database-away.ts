/** Matches the SQLSTATE codes of a lost connection, and of a database that is stopping or starting. */
const AWAY_CODE_PATTERN = /^(08...|57P0[1235])$/;
/** The SQLSTATE code of a PostgreSQL that accepts no more connections. */
const TOO_MANY_CONNECTIONS_CODE = '53300';
/** The message of the pool's error if no connection became free or opened in time. */
const POOL_EXHAUSTED_MESSAGE = 'timeout exceeded when trying to connect';
/** The codes of errors that mean that the database cannot be reached over the network. */
const NETWORK_ERROR_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Matches the messages of driver errors that have no code and mean that the database cannot be reached. */
const UNREACHABLE_MESSAGE_PATTERN =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired|Cannot use a pool after calling end)/;

/** Whether an error means that the database cannot be reached at present. */
export function isDatabaseAwayError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined) return UNREACHABLE_MESSAGE_PATTERN.test(error.message);
  return AWAY_CODE_PATTERN.test(code) || NETWORK_ERROR_CODES.has(code) || syscall === 'connect';
}

/** Whether an error means that all connections to the database are in use. */
export const isDatabaseBusyError = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message === POOL_EXHAUSTED_MESSAGE ||
    (error as NodeJS.ErrnoException).code === TOO_MANY_CONNECTIONS_CODE);
