import { AsyncLocalStorage } from 'node:async_hooks';

const timeLimit = new AsyncLocalStorage<number>();

/** The time limit of the running work in milliseconds; undefined if it has none. */
export const currentTimeLimit = (): number | undefined => timeLimit.getStore();

/**
 * Runs work with a time limit. A query of the work that exceeds the limit loses its connection: it may have
 * died silently.
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
