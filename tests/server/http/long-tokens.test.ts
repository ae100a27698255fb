import { createHash, randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TIMESTAMP_HEADER, TOKEN_HEADER } from '#shared/kernel/wire.ts';
import { makeRateLimits } from '#server/http/rate-limits.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { openScreen } from '#tests/support/live-node.ts';
import { startTestServer, type TestServer } from '#tests/support/wire-server.ts';

/** How many calls a session may make in ten seconds. */
const MAX_CALLS = 20;

/** The part of an `express-rate-limit` middleware that returns what is stored under a key. */
interface RateLimitStore {
  getKey: (key: string) => Promise<unknown>;
}

describe('the keys of the rate limits', () => {
  it('are hashes, so that no token or address is kept', async () => {
    const { bySession, byAddress } = makeRateLimits(5);
    const [token, ip] = ['a'.repeat(400), '10.1.2.3'];
    const request = { ip, headers: {}, app: { get: () => false } } as unknown as Request;
    const response = { locals: { token }, headersSent: true } as unknown as Response;
    for (const limit of [bySession, byAddress])
      await new Promise<void>((resolve) => void limit(request, response, () => resolve()));
    const findEntry = (limit: unknown, key: string) => (limit as RateLimitStore).getKey(key);
    const hashText = (text: string) => createHash('sha256').update(text).digest('base64');
    expect(await findEntry(bySession, token)).toBeUndefined();
    expect(await findEntry(byAddress, ip)).toBeUndefined();
    expect(await findEntry(bySession, hashText(`session ${token}`))).toMatchObject({ totalHits: 1 });
    expect(await findEntry(byAddress, hashText(ip))).toMatchObject({ totalHits: 1 });
  });
});

describeForEachDatabase('a token that is too long', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database, { MES_RATE_LIMIT: String(MAX_CALLS) });
  });
  afterAll(() => server.close());

  const token = randomBytes(300).toString('hex');
  const attempts = Array.from({ length: MAX_CALLS + 5 }, (_, index) => index);

  it('is refused in a form before the rate limit looks at it', async () => {
    const stranger = server.caller('10.0.1.1');
    stranger.token = token;
    await stranger.getCipher();
    const replies = await Promise.all(attempts.map(() => stranger.ask('/mes/login/current')));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401]));
    expect(replies[0]!.body).toMatchObject({ code: 'notSignedIn' });
  });

  it('is refused in a header before the rate limit looks at it', async () => {
    const stranger = server.caller('10.0.1.2');
    const headers = { [TIMESTAMP_HEADER]: String(Date.now()), [TOKEN_HEADER]: token };
    const replies = await Promise.all(attempts.map(() => stranger.post('/mes/file/upload', '', headers)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401]));
    expect(replies[0]!.body).toMatchObject({ code: 'notSignedIn' });
  });

  it('is refused by the socket', async () => {
    await expect(openScreen(server.url, token)).rejects.toMatchObject({ data: { code: 'notSignedIn' } });
  });
});
