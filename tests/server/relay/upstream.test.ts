import { decodeUser, type AnyUserAnswer } from '#shared/kernel/user-answer.ts';
import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it, describe } from 'vitest';
import { openUpstreamBackend, USER_CACHE_MS } from '#server/relay/upstream.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase, makeDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { openScreen, waitUntil, type Screen } from '#tests/support/live-node.ts';
import { startTestServer, type Caller, type TestServer } from '#tests/support/wire-server.ts';

const POLL_INTERVAL_MS = 250;

/** Creates and releases an order with one process. @returns the process id */
async function createOrderWithOneProcess(caller: Caller, code: string): Promise<number> {
  const order = await caller.send<{ id: number; version: number }>('/mes/order/save', {
    code,
    name: code,
    quantity: 10,
  });
  const part = await caller.send<{ id: number }>('/mes/order/part/save', {
    orderId: order.id,
    code,
    name: code,
    quantity: 10,
  });
  const craft = await caller.send<{ id: number }>('/mes/system/basic/crafts/save', { code, name: code });
  const process = await caller.send<{ id: number }>('/mes/process/save', {
    partId: part.id,
    seq: 10,
    craftId: craft.id,
  });
  await caller.send('/mes/order/release', { id: order.id, version: order.version });
  return process.id;
}

describeForEachDatabase('A relay in front of a MES', (database) => {
  const closeCallbacks = registerCloseCallbackList();

  async function makeOwnDatabase(): Promise<TestDatabase> {
    const testDatabase = await makeDatabase(database.kind);
    closeCallbacks.push(() => testDatabase.remove());
    return testDatabase;
  }
  async function setUp() {
    const upstream = { database: await makeOwnDatabase(), server: null as TestServer | null, port: '0' };
    const startUpstream = async () => {
      upstream.server = await startTestServer(upstream.database, { PORT: upstream.port });
      upstream.port = new URL(upstream.server.url).port;
    };
    const stopUpstream = async () => {
      await upstream.server?.close();
      upstream.server = null;
    };
    await startUpstream();
    closeCallbacks.push(stopUpstream);
    const relay = await startTestServer(await makeOwnDatabase(), {
      MES_UPSTREAM_URL: upstream.server!.url,
      MES_UPSTREAM_POLL_MS: String(POLL_INTERVAL_MS),
    });
    closeCallbacks.push(() => relay.close());
    return { upstream, start: startUpstream, stop: stopUpstream, relay };
  }
  const openWatchingScreen = async (server: TestServer, caller: Caller): Promise<Screen> => {
    const screen = await openScreen(server.url, caller.token!);
    closeCallbacks.push(screen.close);
    return screen;
  };

  it('logs people in at the MES, and forwards their calls, their addresses and the refusals of the MES', async () => {
    const { upstream, relay } = await setUp();
    const stranger = relay.caller('10.1.2.3');
    expect((await stranger.tryLogIn({ password: 'Wrong1234' })).body).toMatchObject({
      success: false,
      code: 'loginFailed',
    });
    const caller = await relay.caller('10.1.2.3').logIn();
    const user = decodeUser(await caller.call<AnyUserAnswer>('/mes/login/current'));
    expect(user).toMatchObject({ factoryCode: 'TEST', code: 'admin' });
    const sessions = await upstream
      .server!.connection.db.selectFrom('session')
      .select(['ip', 'accountId'])
      .execute();
    expect(sessions).toEqual([{ ip: '10.1.2.3', accountId: user.accountId }]);
    expect(await relay.connection.db.selectFrom('session').select('ip').execute()).toEqual([]);

    await createOrderWithOneProcess(caller, 'W1');
    const directCaller = await upstream.server!.caller().logIn();
    expect(await directCaller.call('/mes/order/page')).toMatchObject({ total: 1, rows: [{ code: 'W1' }] });
    caller.lang = 'ja_JP';
    const duplicateReply = await caller.ask('/mes/order/save', { code: 'W1', name: 'x', quantity: 1 });
    expect(duplicateReply).toMatchObject({ status: 409, body: { code: 'codeDuplicated' } });
    directCaller.lang = 'ja_JP';
    expect(duplicateReply.body).toEqual(
      (await directCaller.ask('/mes/order/save', { code: 'W1', name: 'x', quantity: 1 })).body,
    );
    expect(Array.isArray((await caller.ask('/mes/system/basic/crafts/list')).body)).toBe(true);
    // The remark is too long for the parameter header and contains characters that need escaping.
    const remark = '“工单 & <b>=%+”'.repeat(35);
    const order = await caller.send<{ id: number }>('/mes/order/save', {
      code: 'W2',
      name: 'x',
      quantity: 1,
      remark,
    });
    expect(await directCaller.call('/mes/order/get', { id: order.id })).toMatchObject({ remark });
  });

  it('passes the request id on, so that a repeated call does nothing', async () => {
    const { relay, upstream } = await setUp();
    const caller = await relay.caller().logIn();
    const processId = await createOrderWithOneProcess(caller, 'ONCE');
    const id = randomUUID();
    const first = await caller.call('/mes/report/start', { processId, quantity: 4 }, id);
    expect(await caller.call('/mes/report/start', { processId, quantity: 4 }, id)).toEqual(first);
    const { rows } = await sql`select 1 from work_report`.execute(upstream.server!.connection.db);
    expect(rows).toHaveLength(1);
  });

  it(
    'updates the wall, keeps its rows with their age while the MES is down, and recovers by itself',
    { timeout: 90_000 },
    async () => {
      const { upstream, start, stop, relay } = await setUp();
      const caller = await relay.caller().logIn();
      const processId = await createOrderWithOneProcess(caller, 'WALL');
      const wall = await openWatchingScreen(relay, caller);
      const answer = await wall.watch('/mes/form/latestReports');
      if (!answer.ok || !('rows' in answer)) throw new Error(JSON.stringify(answer));
      expect(answer.rows).toEqual([]);

      // Send a report directly to the MES, as the MES's own screens do.
      const directCaller = await upstream.server!.caller().logIn();
      const { reportId } = await directCaller.send<{ reportId: number }>('/mes/report/start', {
        processId,
        quantity: 4,
      });
      await waitUntil('the wall shows it', () => wall.frames.length === 1);
      expect(wall.frames[0]!.upsert[0]).toMatchObject({
        orderCode: 'WALL',
        kind: 'start',
        people: expect.any(String) as string,
      });
      await waitUntil('the screens are told', () =>
        wall.changed.some((message) => message.entity === 'workReport'),
      );

      await stop();
      const stoppedAtMs = Date.now();
      const computeAgeMs = () => {
        const beat = wall.beats.at(-1)!;
        return Date.parse(beat.now) - Date.parse(beat.sources[answer.key]!);
      };
      await waitUntil('it shows its age', () => wall.beats.length > 0 && computeAgeMs() > 3000, 12_000);
      expect(Date.now() - stoppedAtMs).toBeLessThan(10_000);
      expect([wall.frames.length, wall.resets, wall.revocationCodes, wall.socket.connected]).toEqual([
        1,
        [],
        [],
        true,
      ]);
      expect(await caller.ask('/mes/order/page')).toMatchObject({
        status: 502,
        body: { code: 'requestFailed' },
      });

      // The MES restarts with a new key, and the relay fetches the new key by itself.
      const connection = await upstream.database.open();
      await sql`delete from wire_key`.execute(connection.db);
      await upstream.database.close();
      await start();
      const newCaller = await upstream.server!.caller().logIn();
      await newCaller.send('/mes/report/reverse', { reportId, reason: 'wrong' });
      await waitUntil('the wall moves again', () => wall.frames.length === 2, 8000);
      expect(wall.frames[1]).toMatchObject({ upsert: [], remove: [String(reportId)] });
      expect(await caller.call('/mes/order/page')).toMatchObject({ total: 1 });
      await waitUntil('it is fresh again', () => computeAgeMs() < 2500, 12_000);
    },
  );

  it(
    'gives a screen that joins during an outage the last rows with their age, and reports the outage',
    { timeout: 90_000 },
    async () => {
      const { start, stop, relay } = await setUp();
      const caller = await relay.caller().logIn();
      await createOrderWithOneProcess(caller, 'KEPT');
      const wall = await openWatchingScreen(relay, caller);
      const before = await wall.watch('/mes/form/orderProgress');
      if (!before.ok || !('rows' in before)) throw new Error(JSON.stringify(before));
      expect(before.rows).toMatchObject([{ code: 'KEPT' }]);
      const readUpstreamState = async () => {
        const response = await fetch(`${relay.url}/readyz`);
        expect(response.status).toBe(200);
        return ((await response.json()) as { upstream: { ok: boolean } }).upstream;
      };
      expect(await readUpstreamState()).toEqual({ ok: true });
      wall.close();
      await stop();
      const failureTime = new Date().toISOString();
      await waitUntil('the relay tells it', async () => !(await readUpstreamState()).ok, 10_000);
      // After this time, the relay must ask the MES for the session again.
      await wait(USER_CACHE_MS + 500);

      const lateScreen = await openWatchingScreen(relay, caller);
      const lateAnswer = await lateScreen.watch('/mes/form/orderProgress');
      if (!lateAnswer.ok || !('rows' in lateAnswer)) throw new Error(JSON.stringify(lateAnswer));
      expect(lateAnswer.rows).toEqual(before.rows);
      expect(lateAnswer.at > '' && lateAnswer.at <= failureTime).toBe(true);

      await start();
      await waitUntil('the relay tells that it is back', async () => (await readUpstreamState()).ok, 10_000);
      await createOrderWithOneProcess(caller, 'LATER');
      await waitUntil(
        'the late screen moves again',
        () => lateScreen.frames.some((frame) => frame.upsert.some((row) => row['code'] === 'LATER')),
        20_000,
      );
    },
  );

  it('closes the sockets of a user at once when the user logs out through it', async () => {
    const { relay } = await setUp();
    const [caller, otherCaller] = [await relay.caller().logIn(), await relay.caller().logIn()];
    const [screen, otherScreen] = [
      await openWatchingScreen(relay, caller),
      await openWatchingScreen(relay, otherCaller),
    ];
    await screen.watch('/mes/form/orderProgress');
    await caller.send('/mes/login/logout');
    await waitUntil('it is closed', () => screen.socket.disconnected);
    expect(screen.revocationCodes).toEqual(['notSignedIn']);
    expect(otherScreen.socket.connected).toBe(true);
    await expect(openScreen(relay.url, caller.token!)).rejects.toMatchObject({
      data: { code: 'notSignedIn' },
    });
  });
});

describe('A relay whose upstream fails', () => {
  const closeCallbacks = registerCloseCallbackList();

  /** Starts an HTTP server that is not a MES. @returns its URL, for use as the upstream */
  async function startOtherServer(answer: RequestListener): Promise<string> {
    const server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closeCallbacks.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  /** Long enough for every upstream that answers, even on a busy machine. */
  const AMPLE_TIMEOUT_MS = 30_000;
  const askUpstream = (url: string, timeoutMs = AMPLE_TIMEOUT_MS) =>
    openUpstreamBackend({ url, timeoutMs }).call({
      path: '/mes/order/page',
      fields: {},
      lang: 'zh_CN',
      sender: { ip: '', agent: '', token: null },
    });

  it('answers "timed out" if the upstream does not answer in time', async () => {
    const url = await startOtherServer(() => undefined);
    expect(await askUpstream(url, 300)).toMatchObject({
      status: 504,
      body: { flag: 'TIME_OUT', code: 'timedOut', message: '连接超时，请重试' },
    });
  });

  it('answers "failed" if the upstream does not answer at all, or not like a MES', async () => {
    const closedUrl = await startOtherServer(() => undefined);
    for (const close of closeCallbacks.splice(0)) await close();
    await wait(50);
    const htmlUrl = await startOtherServer((_request, response) => response.end('<html>Welcome</html>'));
    const redirectUrl = await startOtherServer((_request, response) =>
      response.writeHead(302, { location: 'https://example.com' }).end(),
    );
    const jsonUrl = await startOtherServer((_request, response) => response.end('{"hello":1}'));
    const badKeyUrl = await startOtherServer((_request, response) =>
      response.end('{"success":true,"data":{"id":"a","publicKey":"b"}}'),
    );
    for (const url of [closedUrl, htmlUrl, redirectUrl, jsonUrl, badKeyUrl]) {
      expect(await askUpstream(url)).toMatchObject({
        status: 502,
        body: { success: false, code: 'requestFailed' },
      });
    }
  });

  it('does not treat a session as ended if the upstream cannot tell', async () => {
    const url = await startOtherServer((_request, response) => response.writeHead(503).end('{}'));
    const upstream = openUpstreamBackend({ url, timeoutMs: AMPLE_TIMEOUT_MS });
    await expect(upstream.loadUser('token')).rejects.toThrow('The upstream answered 502');
    await expect(upstream.loadReports('token')).rejects.toThrow('The upstream answered 502');
  });
});
