import { AsyncLocalStorage } from 'node:async_hooks';
import { pino } from 'pino';

const activityNameStorage = new AsyncLocalStorage<string>();

/**
 * Runs a function under a name. Every log line of the function, and of the asynchronous work that it starts,
 * contains the name in `doing`.
 */
export const runWithLogName = <T>(name: string, run: () => T): T => activityNameStorage.run(name, run);

/** The application log, in JSON lines. The fields in `redact`, which may hold passwords or tokens, are removed. */
export const log = pino({
  name: 'mes',
  redact: { paths: ['token', 'password', 'headers', '*.token', '*.password', '*.validateKey'], remove: true },
  mixin: () => {
    const activityName = activityNameStorage.getStore();
    return activityName === undefined ? {} : { doing: activityName };
  },
});
