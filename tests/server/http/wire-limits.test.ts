import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { startTestServer, type TestServer } from '#tests/support/wire-server.ts';

describeForEachDatabase('the limits of a node', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database, { MES_RATE_LIMIT: '20' });
  });
  afterAll(() => server.close());

  it('refuses a session that calls too often, and no other', async () => {
    const [eagerCaller, calmCaller] = [
      await server.caller('10.0.0.1').logIn(),
      await server.caller('10.0.0.1').logIn(),
    ];
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => eagerCaller.ask('/mes/login/current')),
    );
    const refusedReplies = replies.filter((reply) => reply.status === 429);
    expect(refusedReplies).toHaveLength(10);
    expect(refusedReplies[0]!.body).toMatchObject({
      code: 'tooManyRequests',
      message: 'Too many requests, wait a moment',
    });
    expect(refusedReplies[0]!.headers.get('retry-after')).toBe('10');
    expect((await calmCaller.ask('/mes/login/current')).status).toBe(200);
  });

  it('refuses an address that calls too often, each time with a new token', async () => {
    const crowdCaller = server.caller('10.0.0.2');
    await crowdCaller.getCipher();
    const replies = await Promise.all(
      Array.from({ length: 110 }, (_, index) => {
        const caller = Object.assign(server.caller('10.0.0.2'), {
          token: `token-${index}`,
          getCipher: () => crowdCaller.getCipher(),
        });
        return caller.ask('/mes/login/current');
      }),
    );
    expect(replies.filter((reply) => reply.status === 429).length).toBeGreaterThanOrEqual(10);
    expect(replies.filter((reply) => reply.status === 401).length).toBeGreaterThan(50);
  });
});
