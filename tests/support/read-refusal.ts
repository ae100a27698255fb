import { RefusedCallError } from './floor.ts';

/** Returns the error code of a refused call and the names of its refused fields; ['accepted'] if the call succeeds. */
export async function readRefusal(call: Promise<unknown>): Promise<string[]> {
  try {
    await call;
    return ['accepted'];
  } catch (error) {
    if (!(error instanceof RefusedCallError)) throw error;
    return [error.code, ...Object.keys(error.fields)];
  }
}
