import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveLink } from '#client/kit/live/link.ts';
import { LiveSources } from '#client/kit/live/sources.ts';
import { KEY, LiveTestServer } from './live-test-server.ts';

const PATH = '/mes/form/planActualToday';

let server: LiveTestServer;
let link: LiveLink;
let sources: LiveSources;

const soon = { timeout: 8000, interval: 10 };
const until = (is: () => boolean) => vi.waitFor(() => expect(is()).toBe(true), soon);
const rest = (ms: number) => new Promise((resume) => setTimeout(resume, ms));
const seen = () => sources.view(PATH, {});
const goods = () => seen().rows.map((row) => row['good']);
const rowsOf = (...values: number[]) => values.map((good, index) => ({ id: index + 1, good }));

beforeEach(async () => {
  server = new LiveTestServer();
  await server.start();
  server.change(rowsOf(1, 2));
  link = new LiveLink(`http://127.0.0.1:${server.port}`, () => 'en_US', {
    changed: () => undefined,
    patch: (frame) => sources.frame(frame),
    beat: (beat) => sources.beat(beat),
    reset: (source) => sources.reset(source),
    connected: () => sources.connected(),
    disconnected: () => sources.disconnected(),
    revoked: () => undefined,
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
  it('is joined once for everyone who shows it, and left after the last', async () => {
    const first = sources.watch(PATH, {}, () => undefined);
    const second = sources.watch(PATH, {}, () => undefined);
    await until(() => seen().at !== null);
    expect(server.requests).toEqual([{ source: PATH, params: {} }]);
    expect(goods()).toEqual([1, 2]);
    first();
    await rest(2300);
    expect(server.left).toEqual([]);
    second();
    await until(() => server.left.length === 1);
    expect(server.left).toEqual([KEY]);
    expect(seen().at).toBeNull();
  });

  it('stays while a page turns away and back', async () => {
    sources.watch(PATH, {}, () => undefined)();
    sources.watch(PATH, {}, () => undefined);
    await rest(2300);
    expect(server.left).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });

  it('follows every frame', async () => {
    sources.watch(PATH, {}, () => undefined);
    await until(() => seen().at !== null);
    server.change(rowsOf(1, 5, 7));
    server.change(rowsOf(1, 5));
    await until(() => goods().join() === '1,5');
    expect(server.requests).toHaveLength(1);
  });

  it('asks for what it missed where a frame is lost, and never shows half of it', async () => {
    const pictures: string[] = [];
    sources.watch(PATH, {}, () => pictures.push(goods().join()));
    await until(() => seen().at !== null);
    server.change(rowsOf(10, 20), true);
    server.change(rowsOf(10, 30));
    await until(() => goods().join() === '10,30');
    expect(server.requests).toHaveLength(2);
    expect(server.requests[1]).toMatchObject({ run: 'run 1', pos: 1 });
    expect(new Set(pictures)).toEqual(new Set(['1,2', '10,30']));
  });

  it('keeps its picture while the server is away, says so, and catches up', async () => {
    sources.watch(PATH, {}, () => undefined);
    await until(() => seen().at !== null);
    await server.stop();
    await until(() => seen().catchingUp);
    expect(goods()).toEqual([1, 2]);
    await server.start();
    server.change(rowsOf(3, 4), true);
    await until(() => !seen().catchingUp);
    expect(goods()).toEqual([3, 4]);
    expect(server.requests.at(-1)).toMatchObject({ run: 'run 1', pos: 1 });
  });

  it('takes a snapshot from a restarted server', async () => {
    sources.watch(PATH, {}, () => undefined);
    await until(() => seen().at !== null);
    await server.stop();
    server.simulateRestart();
    await server.start();
    server.change([{ id: 7, good: 70 }], true);
    await until(() => goods().join() === '70' && !seen().catchingUp);
  });

  it('joins again when the server resets it', async () => {
    sources.watch(PATH, {}, () => undefined);
    await until(() => seen().at !== null);
    server.change(rowsOf(8, 9), true);
    server.reset(KEY);
    await until(() => goods().join() === '8,9');
  });

  it('joins again within five seconds when the server resets all', async () => {
    sources.watch(PATH, {}, () => undefined);
    await until(() => seen().at !== null);
    server.change(rowsOf(8, 9), true);
    vi.spyOn(Math, 'random').mockReturnValue(0.3);
    server.reset(null);
    await until(() => seen().catchingUp);
    await rest(1000);
    expect(server.requests).toHaveLength(1);
    expect(goods()).toEqual([1, 2]);
    await until(() => goods().join() === '8,9');
  });

  it('shows nothing any more where it may not be seen any more', async () => {
    sources.watch(PATH, {}, () => undefined);
    await until(() => seen().at !== null);
    server.watchRefusal = 'noPermission';
    server.reset(KEY);
    await until(() => seen().refused === 'noPermission');
    expect(seen().rows).toEqual([]);
    expect(seen().at).toBeNull();
  });

  it('keeps its picture where the server cannot answer for a moment, and asks again', async () => {
    sources.watch(PATH, {}, () => undefined);
    await until(() => seen().at !== null);
    server.watchRefusal = 'requestFailed';
    server.reset(KEY);
    await until(() => seen().refused === 'requestFailed');
    expect(goods()).toEqual([1, 2]);
    server.watchRefusal = null;
    await until(() => seen().refused === null && !seen().catchingUp);
  });

  it('has the age of the server’s last confirmation', async () => {
    sources.watch(PATH, {}, () => undefined);
    await until(() => seen().at !== null);
    const later = new Date(Date.now() + 60_000).toISOString();
    server.beat(later);
    await until(() => seen().at === later);
    server.beat(new Date(Date.now() + 1000).toISOString());
    await rest(400);
    expect(seen().at).toBe(later);
  });

  it('is painted at most four times a second, and ends with the last picture', async () => {
    let paints = 0;
    sources.watch(PATH, {}, () => paints++);
    await until(() => seen().at !== null);
    await rest(300);
    paints = 0;
    for (let good = 1; good <= 100; good++) {
      server.change(rowsOf(good, good));
      await rest(10);
    }
    await until(() => goods().join() === '100,100');
    expect(paints).toBeGreaterThan(2);
    expect(paints).toBeLessThanOrEqual(7);
  });

  it('is cleared when another user signs in', async () => {
    sources.watch(PATH, {}, () => undefined);
    await until(() => seen().at !== null);
    link.connectAs(null);
    sources.forget();
    expect(seen().rows).toEqual([]);
    expect(seen().at).toBeNull();
    server.tokens.add('second');
    link.connectAs('second');
    await until(() => goods().join() === '1,2');
    expect(server.requests.at(-1)).toEqual({ source: PATH, params: {} });
  });
});
