import { Refused } from './floor.ts';

/** What a call is refused with: its code, then the fields; `accepted` where it is not. */
export async function refusedAt(call: Promise<unknown>): Promise<string[]> {
  try {
    await call;
    return ['accepted'];
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return [error.code, ...Object.keys(error.fields)];
  }
}
