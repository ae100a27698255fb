import { expect } from 'vitest';
import type { BatchAnswer } from '#shared/answers/batch.ts';
import { ERRORS, type ErrorCode } from '#shared/kernel/error-catalogue.ts';

/** The HTTP status and body of an answer. */
export interface Reply {
  status: number;
  body: unknown;
}
/** The body of a refused call. */
export interface Refusal {
  success: false;
  flag: string | null;
  code: ErrorCode;
  message: string;
  fields?: Record<string, string>;
}
/** Returns the body if the answer is a refusal, otherwise null. */
export const findRefusal = ({ body }: Reply): Refusal | null =>
  typeof body === 'object' && body !== null && (body as { success?: unknown }).success === false
    ? (body as Refusal)
    : null;
/** Returns the refusal of the first row if the answer is that to a batch, otherwise null. */
export function findRowRefusal({ body }: Reply): Refusal | null {
  const { data } = body as { data?: Partial<BatchAnswer> | null };
  const row = data?.rows?.[0];
  return row?.answer ? findRefusal({ status: 200, body: row.answer }) : null;
}

/**
 * Expects a refusal to have a code of the error catalogue, the flag and status of this code, and a message without
 * unfilled placeholders. The code must not be `internal`. An answer that is no refusal passes.
 */
export function expectAnyRefusalIsSpecified(callDescription: string, reply: Reply): void {
  const refusal = findRefusal(reply);
  if (!refusal) return;
  expect(refusal.code in ERRORS, `${callDescription}: ${refusal.code}`).toBe(true);
  expect([callDescription, refusal.code, reply.status, refusal.flag]).toEqual([
    callDescription,
    refusal.code,
    ERRORS[refusal.code].status,
    ERRORS[refusal.code].flag,
  ]);
  expect(refusal.code, `${callDescription} failed inside`).not.toBe('internal');
  expect(refusal.message.length, callDescription).toBeGreaterThan(0);
  expect(`${refusal.message} ${Object.values(refusal.fields ?? {}).join(' ')}`, callDescription).not.toMatch(
    /\{\{(?!state\}\})/,
  );
}
