import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveLink, type LiveLinkListener } from '#client/kit/live/link.ts';
import { getRetryDelay } from '#client/kit/live/retry.ts';
import { LiveTestServer } from './live-test-server.ts';

let server: LiveTestServer;
let link: LiveLink;
let receivedRevocationCodes: string[];

const WAIT_OPTIONS = { timeout: 4000, interval: 10 };
const waitUntil = (condition: () => boolean) =>
  vi.waitFor(() => expect(condition()).toBe(true), WAIT_OPTIONS);
const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** Moves the browser's clock forward. */
function advanceClock(ms: number): void {
  const getRealTime = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => getRealTime() + ms);
}

beforeEach(async () => {
  receivedRevocationCodes = [];
  server = new LiveTestServer();
  await server.start();
  const doNothing = () => undefined;
  const listener: LiveLinkListener = {
    onChange: doNothing,
    onPatch: doNothing,
    onBeat: doNothing,
    onReset: doNothing,
    onConnected: doNothing,
    onDisconnected: doNothing,
    onRevoked: (code) => receivedRevocationCodes.push(code),
  };
  link = new LiveLink(`http://127.0.0.1:${server.port}`, () => 'en_US', listener);
});

afterEach(async () => {
  vi.restoreAllMocks();
  link.connectAs(null);
  await server.stop();
});

describe('the connection to the live server', () => {
  it('opens with a token and closes without one', async () => {
    const states: string[] = [];
    link.subscribe(() => states.push(link.state.state));
    link.connectAs('token');
    await waitUntil(() => link.state.state === 'live');
    expect(Math.abs(Date.parse(link.state.since) - Date.now())).toBeLessThan(2000);
    link.connectAs(null);
    expect(link.isConnected).toBe(false);
    expect(states).toEqual(['live', 'connecting']);
  });

  it('reconnects after the server has crashed', async () => {
    link.connectAs('token');
    await waitUntil(() => link.isConnected);
    await server.stop();
    await waitUntil(() => link.state.state === 'connecting');
    await pause(300);
    await server.start();
    await waitUntil(() => link.isConnected);
    expect(server.connectionCount).toBe(2);
  });

  it('reconnects after the connection was lost', async () => {
    link.connectAs('token');
    await waitUntil(() => link.isConnected);
    server.closeConnections();
    await waitUntil(() => !link.isConnected);
    await waitUntil(() => link.isConnected);
  });

  it('says after ten seconds since when it has been down', async () => {
    link.connectAs('token');
    await waitUntil(() => link.isConnected);
    server.sendBeat();
    await pause(100);
    const lastBeatAt = Date.now();
    await server.stop();
    await waitUntil(() => link.state.state === 'connecting');
    advanceClock(10_500);
    await waitUntil(() => link.state.state === 'down');
    expect(Math.abs(Date.parse(link.state.since) - lastBeatAt)).toBeLessThan(1000);
    vi.restoreAllMocks();
    await server.start();
    link.reconnectIfNeeded();
    await waitUntil(() => link.state.state === 'live');
  });

  it('reconnects if the old connection has become silent', async () => {
    link.connectAs('token');
    await waitUntil(() => link.isConnected);
    advanceClock(12_000);
    await waitUntil(() => server.connectionCount === 2 && link.isConnected);
  });

  it('reconnects at once when the computer wakes', async () => {
    link.connectAs('token');
    await waitUntil(() => link.isConnected);
    await server.stop();
    await waitUntil(() => !link.isConnected);
    await server.start();
    const wokenAt = performance.now();
    link.reconnectIfNeeded();
    await waitUntil(() => link.isConnected);
    expect(performance.now() - wokenAt).toBeLessThan(400);
  });

  it('reconnects if a server accepts the connection but does not answer', async () => {
    server.isUnresponsive = true;
    link.connectAs('token');
    await pause(300);
    server.isUnresponsive = false;
    advanceClock(19_000);
    await waitUntil(() => link.isConnected);
  });

  it('ends with the session and does not reconnect', async () => {
    link.connectAs('token');
    await waitUntil(() => link.isConnected);
    server.revokeSessions();
    await waitUntil(() => receivedRevocationCodes.length === 1);
    await pause(1500);
    expect(server.connectionCount).toBe(1);
    expect(link.isConnected).toBe(false);
    expect(receivedRevocationCodes).toEqual(['notSignedIn']);
  });

  it('ends if the server refuses the token', async () => {
    link.connectAs('other');
    await waitUntil(() => receivedRevocationCodes.length === 1);
    await pause(1200);
    expect(server.connectionCount).toBe(0);
  });

  it('keeps trying if the server cannot check the session', async () => {
    server.refusalCode = 'requestFailed';
    link.connectAs('later');
    await pause(200);
    expect(receivedRevocationCodes).toEqual([]);
    server.tokens.add('later');
    await waitUntil(() => link.isConnected);
  });

  it('knows the clock of the server', async () => {
    link.connectAs('token');
    await waitUntil(() => link.isConnected);
    server.sendBeat(new Date(Date.now() + 3_600_000).toISOString());
    await waitUntil(() => link.now() - Date.now() > 3_590_000);
    server.sendBeat(new Date(Date.now() - 3_600_000).toISOString());
    await waitUntil(() => link.now() - Date.now() < -3_590_000);
  });
});

describe('the time until the next try', () => {
  it('grows from half a second to half a minute and varies at random', () => {
    expect(getRetryDelay(1, () => 0)).toBe(500);
    expect(getRetryDelay(1, () => 1)).toBe(1000);
    const longestDelays = Array.from({ length: 40 }, (_, index) => getRetryDelay(index + 1, () => 1));
    expect(Math.max(...longestDelays)).toBe(30_000);
    expect(longestDelays).toEqual([...longestDelays].sort((left, right) => left - right));
    expect(getRetryDelay(1000, () => 0)).toBe(15_000);
  });
});
