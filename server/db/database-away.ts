/**
 * Matches the SQLSTATE codes of a lost connection, and of a database that is stopping, starting, or out of
 * connections.
 */
const AWAY_CODES = /^(08...|57P0[1235]|53300)$/;
/** The codes of errors that mean that the database cannot be reached over the network. */
const NETWORK_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Matches the messages of errors of the driver that have no code and mean that the database cannot be reached. */
const DRIVER_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired|timeout exceeded when trying to connect|Cannot use a pool after calling end)/;

/** Whether an error means that the database cannot be reached at present. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined) return DRIVER_MESSAGES.test(error.message);
  return AWAY_CODES.test(code) || NETWORK_CODES.has(code) || syscall === 'connect';
}
