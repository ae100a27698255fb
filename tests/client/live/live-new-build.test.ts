import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NewBuildReloader } from '#client/kit/live/new-build.ts';

let servedBuild: string | null;
let reloadCount: number;
let storedValues: Map<string, string>;

const makePageReloader = (ownBuild = 'old') =>
  new NewBuildReloader({
    ownBuild,
    readHealthyBuild: async () => servedBuild,
    storage: {
      getItem: (key) => storedValues.get(key) ?? null,
      setItem: (key, value) => void storedValues.set(key, value),
    },
    reload: () => reloadCount++,
  });

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  servedBuild = 'new';
  reloadCount = 0;
  storedValues = new Map();
});
afterEach(() => vi.restoreAllMocks());

describe('a wall after a new build', () => {
  it('reloads after two consecutive heartbeats with the new build', async () => {
    const reloader = makePageReloader();
    expect(await reloader.onBeat({ build: 'new' })).toBe(false);
    expect(await reloader.onBeat({ build: 'new' })).toBe(true);
    expect(reloadCount).toBe(1);
  });

  it('does nothing for its own build, or after a single heartbeat of another build', async () => {
    const reloader = makePageReloader();
    for (const build of ['old', 'new', 'old', 'new', 'other', 'new', '', 'new'])
      await reloader.onBeat({ build });
    expect(reloadCount).toBe(0);
  });

  it('does not reload if the server is unhealthy, or serves another build', async () => {
    const reloader = makePageReloader();
    servedBuild = null;
    for (let beat = 0; beat < 4; beat++) await reloader.onBeat({ build: 'new' });
    servedBuild = 'old';
    for (let beat = 0; beat < 4; beat++) await reloader.onBeat({ build: 'new' });
    expect(reloadCount).toBe(0);
    servedBuild = 'new';
    await reloader.onBeat({ build: 'new' });
    expect(reloadCount).toBe(1);
  });

  it('does not reload in a loop if the old page is served again', async () => {
    const reloader = makePageReloader();
    await reloader.onBeat({ build: 'new' });
    await reloader.onBeat({ build: 'new' });
    const reloaderAfterReload = makePageReloader();
    for (let beat = 0; beat < 4; beat++) await reloaderAfterReload.onBeat({ build: 'new' });
    expect(reloadCount).toBe(1);
    const laterMs = Date.now() + 11 * 60_000;
    vi.spyOn(Date, 'now').mockReturnValue(laterMs);
    await reloaderAfterReload.onBeat({ build: 'new' });
    expect(reloadCount).toBe(2);
  });

  it('does nothing if its own build is unknown', async () => {
    const reloader = makePageReloader('');
    for (let beat = 0; beat < 4; beat++) await reloader.onBeat({ build: 'new' });
    expect(reloadCount).toBe(0);
  });
});
