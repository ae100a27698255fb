import { CallError } from './call-error.ts';

/** Ignores a refused call, because its message is already on screen. Throws any other error again. */
export function ignoreRefusal(error: unknown): void {
  if (!(error instanceof CallError)) throw error;
}
