import { expect } from 'vitest';
import { ERRORS, type ErrorCode } from '#shared/kernel/errors.ts';

/** What came back over the wire. */
export interface Reply {
  status: number;
  body: unknown;
}
/** A refused call's body. */
export interface Refusal {
  success: false;
  flag: string | null;
  code: ErrorCode;
  message: string;
  fields?: Record<string, string>;
}
/** The refusal that an answer is; null where it is none. */
export const refusalIn = ({ body }: Reply): Refusal | null =>
  typeof body === 'object' && body !== null && (body as { success?: unknown }).success === false
    ? (body as Refusal)
    : null;

/** A refusal is one of the catalogue, with its flag, its status and words that can be read. */
export function expectSpecified(what: string, reply: Reply): void {
  const refusal = refusalIn(reply);
  if (!refusal) return;
  expect(refusal.code in ERRORS, `${what}: ${refusal.code}`).toBe(true);
  expect([what, refusal.code, reply.status, refusal.flag]).toEqual([
    what,
    refusal.code,
    ERRORS[refusal.code].status,
    ERRORS[refusal.code].flag,
  ]);
  expect(refusal.code, `${what} failed inside`).not.toBe('internal');
  expect(refusal.message.length, what).toBeGreaterThan(0);
  expect(`${refusal.message} ${Object.values(refusal.fields ?? {}).join(' ')}`, what).not.toMatch(
    /\{\{(?!state\}\})/,
  );
}
