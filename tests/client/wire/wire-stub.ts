import { constants, createHash, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { vi } from 'vitest';
import {
  encodeParams,
  MAX_BLOCKS,
  PARAMS_HEADER,
  MAX_BLOCK_LENGTH,
  type Answer,
} from '#shared/kernel/wire.ts';

/** A call that the browser sent. */
export interface SentCall {
  path: string;
  form: Record<string, string>;
  headers: Record<string, string>;
}
type StubReply = { status?: number; body: unknown } | Error;

/** Generates a key pair of a server. */
export function makeServerKeyPair(id: string) {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    id,
    privateKey: pair.privateKey,
    publicKey: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

/**
 * Tells whether the parameter header of a call is valid. As on the server, the header must match the
 * key pair and the `requestParams` of the call.
 */
export function isHeaderValid(call: SentCall, keyPair: ReturnType<typeof makeServerKeyPair>): boolean {
  const [version, keyId, ...blocks] = (call.headers[PARAMS_HEADER] ?? '').split('.');
  if (version !== 'v1' || keyId !== keyPair.id || blocks.length > MAX_BLOCKS) return false;
  const texts = blocks.map((block) =>
    privateDecrypt(
      { key: keyPair.privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(block, 'base64'),
    ).toString('latin1'),
  );
  const areBlocksInOrder = texts.every(
    (text, index) =>
      text.slice(0, 16) === texts[0]!.slice(0, 16) &&
      Number.parseInt(text.slice(16, 18), 16) === index &&
      Number.parseInt(text.slice(18, 20), 16) === texts.length,
  );
  const encodedParams = encodeParams(call.form['requestParams'] ?? '');
  const signedText = texts.map((text) => text.slice(20)).join('');
  const isLong = encodedParams.length > MAX_BLOCK_LENGTH * MAX_BLOCKS;
  return (
    areBlocksInOrder &&
    signedText ===
      (isLong ? `sha256:${createHash('sha256').update(encodedParams).digest('hex')}` : encodedParams)
  );
}

/**
 * Replaces `fetch` by a stub.
 * @param answer makes the replies; `count` is the number of calls of this path so far, including this one
 * @returns the list of sent calls, which grows with every call
 */
export function stubFetch(
  answer: (call: SentCall, count: number) => StubReply | Promise<StubReply>,
): SentCall[] {
  const sentCalls: SentCall[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const form = init.body instanceof URLSearchParams ? Object.fromEntries(init.body) : {};
    const call = { path, form, headers: { ...(init.headers as Record<string, string>) } };
    sentCalls.push(call);
    const reply = await answer(call, sentCalls.filter((sentCall) => sentCall.path === path).length);
    if (reply instanceof Error) throw reply;
    return new Response(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body), {
      status: reply.status ?? 200,
    });
  });
  return sentCalls;
}

/** Makes a successful reply. */
export const makeSuccessReply = (data: unknown): StubReply => ({
  body: { success: true, data } satisfies Answer,
});
/** Makes a reply that refuses the call. */
export const makeRefusedReply = (
  status: number,
  overrides: Partial<Extract<Answer, { success: false }>>,
): StubReply => ({
  status,
  body: { success: false, flag: null, code: 'internal', message: 'refused', ...overrides } satisfies Answer,
});
