import { AsyncLocalStorage } from 'node:async_hooks';

const timeLimit = new AsyncLocalStorage<number>();

/** The time limit in milliseconds of the function that `withTimeLimit` is running; undefined if there is none. */
export const currentTimeLimit = (): number | undefined => timeLimit.getStore();

/**
 * Runs a function with a time limit. If a query of the function gets no answer within the limit, its
 * connection is closed, because the connection may be dead.
 * @throws Error after `ms` milliseconds
 */
export async function withTimeLimit<T>(ms: number, run: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, failed) => {
    timer = setTimeout(() => failed(new Error(`No answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([timeLimit.run(ms, run), late]);
  } finally {
    clearTimeout(timer);
  }
}
