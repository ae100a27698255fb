import { log } from '../log.ts';

/**
 * The time after which the process ends even if the node has not stopped, in milliseconds. It is longer than the
 * longest call plus all steps of stopping.
 */
const STOP_LIMIT_MS = 180_000;

/**
 * Stops the process on SIGTERM or SIGINT. A second signal, or a stop that takes too long, ends the process at once.
 * @param close stops the node
 */
export function stopOnSignal(close: () => Promise<void>, limitMs = STOP_LIMIT_MS): void {
  let isStopping = false;
  const stop = (signal: string): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    console.log(`${signal}: stopping`);
    setTimeout(() => {
      log.error(`The server did not stop within ${limitMs} ms: it ends now`);
      process.exit(1);
    }, limitMs);
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error(
          { error: error instanceof Error ? error.message : typeof error },
          'The server did not stop cleanly',
        );
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
}
