import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveLink } from '#client/kit/live/link.ts';
import { LiveSources } from '#client/kit/live/sources.ts';
import { TEST_SOURCE_KEY, LiveTestServer } from './live-test-server.ts';

const LIVE_REPORT_PATH = '/mes/form/planActualToday';

let server: LiveTestServer;
let link: LiveLink;
let sources: LiveSources;

const WAIT_OPTIONS = { timeout: 8000, interval: 10 };
const waitUntil = (condition: () => boolean) =>
  vi.waitFor(() => expect(condition()).toBe(true), WAIT_OPTIONS);
const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));
const readCurrentView = () => sources.getView(LIVE_REPORT_PATH, {});
const readGoodQuantities = () => readCurrentView().rows.map((row) => row['good']);
const makeRows = (...values: number[]) => values.map((good, index) => ({ id: index + 1, good }));

beforeEach(async () => {
  server = new LiveTestServer();
  await server.start();
  server.change(makeRows(1, 2));
  link = new LiveLink(`http://127.0.0.1:${server.port}`, () => 'en_US', {
    onChange: () => undefined,
    onPatch: (frame) => sources.onFrame(frame),
    onBeat: (beat) => sources.onBeat(beat),
    onReset: (source) => sources.onReset(source),
    onConnected: () => sources.onConnected(),
    onDisconnected: () => sources.onDisconnected(),
    onRevoked: () => undefined,
  });
  sources = new LiveSources(link);
  link.connectAs('token');
});

afterEach(async () => {
  vi.restoreAllMocks();
  link.connectAs(null);
  await server.stop();
});

describe('a source that is watched', () => {
  it('is joined once for all watchers, and left after the last watcher', async () => {
    const leaveFirst = sources.watch(LIVE_REPORT_PATH, {}, () => undefined);
    const leaveSecond = sources.watch(LIVE_REPORT_PATH, {}, () => undefined);
    await waitUntil(() => readCurrentView().confirmedAt !== null);
    expect(server.requests).toEqual([{ source: LIVE_REPORT_PATH, params: {} }]);
    expect(readGoodQuantities()).toEqual([1, 2]);
    leaveFirst();
    await pause(2300);
    expect(server.leftSourceKeys).toEqual([]);
    leaveSecond();
    await waitUntil(() => server.leftSourceKeys.length === 1);
    expect(server.leftSourceKeys).toEqual([TEST_SOURCE_KEY]);
    expect(readCurrentView().confirmedAt).toBeNull();
  });

  it('stays joined while a page leaves and returns', async () => {
    sources.watch(LIVE_REPORT_PATH, {}, () => undefined)();
    sources.watch(LIVE_REPORT_PATH, {}, () => undefined);
    await pause(2300);
    expect(server.leftSourceKeys).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });

  it('follows every frame', async () => {
    sources.watch(LIVE_REPORT_PATH, {}, () => undefined);
    await waitUntil(() => readCurrentView().confirmedAt !== null);
    server.change(makeRows(1, 5, 7));
    server.change(makeRows(1, 5));
    await waitUntil(() => readGoodQuantities().join() === '1,5');
    expect(server.requests).toHaveLength(1);
  });

  it('requests the missed frames after a lost frame, and never shows part of a change', async () => {
    const shownQuantities: string[] = [];
    sources.watch(LIVE_REPORT_PATH, {}, () => shownQuantities.push(readGoodQuantities().join()));
    await waitUntil(() => readCurrentView().confirmedAt !== null);
    server.change(makeRows(10, 20), true);
    server.change(makeRows(10, 30));
    await waitUntil(() => readGoodQuantities().join() === '10,30');
    expect(server.requests).toHaveLength(2);
    expect(server.requests[1]).toMatchObject({ run: 'run 1', pos: 1 });
    expect(new Set(shownQuantities)).toEqual(new Set(['1,2', '10,30']));
  });

  it('keeps its rows while the server is down, marks them as outdated, and catches up', async () => {
    sources.watch(LIVE_REPORT_PATH, {}, () => undefined);
    await waitUntil(() => readCurrentView().confirmedAt !== null);
    await server.stop();
    await waitUntil(() => readCurrentView().isCatchingUp);
    expect(readGoodQuantities()).toEqual([1, 2]);
    await server.start();
    server.change(makeRows(3, 4), true);
    await waitUntil(() => !readCurrentView().isCatchingUp);
    expect(readGoodQuantities()).toEqual([3, 4]);
    expect(server.requests.at(-1)).toMatchObject({ run: 'run 1', pos: 1 });
  });

  it('takes a snapshot from a restarted server', async () => {
    sources.watch(LIVE_REPORT_PATH, {}, () => undefined);
    await waitUntil(() => readCurrentView().confirmedAt !== null);
    await server.stop();
    server.simulateRestart();
    await server.start();
    server.change([{ id: 7, good: 70 }], true);
    await waitUntil(() => readGoodQuantities().join() === '70' && !readCurrentView().isCatchingUp);
  });

  it('joins again when the server resets it', async () => {
    sources.watch(LIVE_REPORT_PATH, {}, () => undefined);
    await waitUntil(() => readCurrentView().confirmedAt !== null);
    server.change(makeRows(8, 9), true);
    server.sendReset(TEST_SOURCE_KEY);
    await waitUntil(() => readGoodQuantities().join() === '8,9');
  });

  it('joins again within five seconds when the server resets all', async () => {
    sources.watch(LIVE_REPORT_PATH, {}, () => undefined);
    await waitUntil(() => readCurrentView().confirmedAt !== null);
    server.change(makeRows(8, 9), true);
    vi.spyOn(Math, 'random').mockReturnValue(0.3);
    server.sendReset(null);
    await waitUntil(() => readCurrentView().isCatchingUp);
    await pause(1000);
    expect(server.requests).toHaveLength(1);
    expect(readGoodQuantities()).toEqual([1, 2]);
    await waitUntil(() => readGoodQuantities().join() === '8,9');
  });

  it('shows no rows once the user has lost the permission', async () => {
    sources.watch(LIVE_REPORT_PATH, {}, () => undefined);
    await waitUntil(() => readCurrentView().confirmedAt !== null);
    server.watchRefusalCode = 'noPermission';
    server.sendReset(TEST_SOURCE_KEY);
    await waitUntil(() => readCurrentView().refusalCode === 'noPermission');
    expect(readCurrentView().rows).toEqual([]);
    expect(readCurrentView().confirmedAt).toBeNull();
  });

  it('keeps its rows while the server cannot answer, and asks again', async () => {
    sources.watch(LIVE_REPORT_PATH, {}, () => undefined);
    await waitUntil(() => readCurrentView().confirmedAt !== null);
    server.watchRefusalCode = 'requestFailed';
    server.sendReset(TEST_SOURCE_KEY);
    await waitUntil(() => readCurrentView().refusalCode === 'requestFailed');
    expect(readGoodQuantities()).toEqual([1, 2]);
    server.watchRefusalCode = null;
    await waitUntil(() => readCurrentView().refusalCode === null && !readCurrentView().isCatchingUp);
  });

  it('has the age of the server’s last confirmation', async () => {
    sources.watch(LIVE_REPORT_PATH, {}, () => undefined);
    await waitUntil(() => readCurrentView().confirmedAt !== null);
    const laterTime = new Date(Date.now() + 60_000).toISOString();
    server.sendBeat(laterTime);
    await waitUntil(() => readCurrentView().confirmedAt === laterTime);
    server.sendBeat(new Date(Date.now() + 1000).toISOString());
    await pause(400);
    expect(readCurrentView().confirmedAt).toBe(laterTime);
  });

  it('is painted at most four times a second, and ends with the last rows', async () => {
    let paintCount = 0;
    sources.watch(LIVE_REPORT_PATH, {}, () => paintCount++);
    await waitUntil(() => readCurrentView().confirmedAt !== null);
    await pause(300);
    paintCount = 0;
    const startedAt = performance.now();
    for (let good = 1; good <= 100; good++) {
      server.change(makeRows(good, good));
      await pause(10);
    }
    await waitUntil(() => readGoodQuantities().join() === '100,100');
    const seconds = (performance.now() - startedAt) / 1000;
    expect(paintCount).toBeGreaterThan(2);
    // Besides four paints a second, one may come at the beginning and one at the end.
    expect(paintCount).toBeLessThanOrEqual(4 * seconds + 2);
  });

  it('is cleared when another user signs in', async () => {
    sources.watch(LIVE_REPORT_PATH, {}, () => undefined);
    await waitUntil(() => readCurrentView().confirmedAt !== null);
    link.connectAs(null);
    sources.clearRows();
    expect(readCurrentView().rows).toEqual([]);
    expect(readCurrentView().confirmedAt).toBeNull();
    server.tokens.add('second');
    link.connectAs('second');
    await waitUntil(() => readGoodQuantities().join() === '1,2');
    expect(server.requests.at(-1)).toEqual({ source: LIVE_REPORT_PATH, params: {} });
  });
});
