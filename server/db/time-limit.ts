import { AsyncLocalStorage } from 'node:async_hooks';

const timeLimitContext = new AsyncLocalStorage<number | undefined>();

/** Returns the time limit of the surrounding `runWithTimeLimit`, in milliseconds; undefined if there is none. */
export const getCurrentTimeLimitMs = (): number | undefined => timeLimitContext.getStore();

/**
 * Runs a function with a time limit. If a query of the function gets no answer from a PostgreSQL server within the
 * limit, the connection of the query is closed, because the connection may be dead.
 * @throws Error if the function takes longer than `ms` milliseconds
 */
export async function runWithTimeLimit<T>(ms: number, run: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`No answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([timeLimitContext.run(ms, run), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs a function to which the surrounding `runWithTimeLimit` does not apply, because the function takes
 * longer.
 */
export const runWithoutTimeLimit = <T>(run: () => T): T => timeLimitContext.run(undefined, run);
