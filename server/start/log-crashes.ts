import { log } from '../log.ts';

/** How long a process with an uncaught exception may take to stop, in milliseconds. */
const STOP_LIMIT_MS = 10_000;

const describeError = (error: unknown): Record<string, unknown> =>
  error instanceof Error
    ? {
        type: error.name,
        message: error.message,
        stack: error.stack,
        code: (error as { code?: unknown }).code,
      }
    : { type: typeof error };

/**
 * Logs errors that nothing else handles. A rejected promise does not end the process. After an uncaught exception
 * the state of the process is unknown, so the process stops the node and ends with code 1. A second uncaught
 * exception ends the process at once.
 * @param close stops the node
 * @param limitMs the time after which the process ends even if the node has not stopped, in milliseconds
 */
export function handleUncaughtErrors(close: () => Promise<void>, limitMs = STOP_LIMIT_MS): void {
  process.on('unhandledRejection', (reason) =>
    log.error({ error: describeError(reason) }, 'A rejected promise was not handled'),
  );
  let isEnding = false;
  process.on('uncaughtException', (error) => {
    log.fatal({ error: describeError(error) }, 'An exception was not caught: the server ends');
    if (isEnding) process.exit(1);
    isEnding = true;
    setTimeout(() => process.exit(1), limitMs);
    void close()
      .catch((closeError: unknown) =>
        log.error({ error: describeError(closeError) }, 'The server did not stop cleanly'),
      )
      .finally(() => process.exit(1));
  });
}
