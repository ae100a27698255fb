import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NewBuildReloader } from '#client/kit/live/new-build.ts';

let servedBuild: string | null;
let reloadCount: number;
let storedValues: Map<string, string>;

const makePageReloader = (ours = 'old') =>
  new NewBuildReloader({
    ours,
    healthy: async () => servedBuild,
    storage: {
      getItem: (name) => storedValues.get(name) ?? null,
      setItem: (name, value) => void storedValues.set(name, value),
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

describe('a wall and a new build', () => {
  it('reloads after two consecutive heartbeats with the new build', async () => {
    const wall = makePageReloader();
    expect(await wall.onBeat({ build: 'new' })).toBe(false);
    expect(await wall.onBeat({ build: 'new' })).toBe(true);
    expect(reloadCount).toBe(1);
  });

  it('does nothing for its own build, or after a single different heartbeat', async () => {
    const wall = makePageReloader();
    for (const build of ['old', 'new', 'old', 'new', 'other', 'new', '', 'new']) await wall.onBeat({ build });
    expect(reloadCount).toBe(0);
  });

  it('does not load if the server is unhealthy, or serves another build', async () => {
    const wall = makePageReloader();
    servedBuild = null;
    for (let beat = 0; beat < 4; beat++) await wall.onBeat({ build: 'new' });
    servedBuild = 'old';
    for (let beat = 0; beat < 4; beat++) await wall.onBeat({ build: 'new' });
    expect(reloadCount).toBe(0);
    servedBuild = 'new';
    await wall.onBeat({ build: 'new' });
    expect(reloadCount).toBe(1);
  });

  it('does not reload in a loop if the old page is served again', async () => {
    const first = makePageReloader();
    await first.onBeat({ build: 'new' });
    await first.onBeat({ build: 'new' });
    const again = makePageReloader();
    for (let beat = 0; beat < 4; beat++) await again.onBeat({ build: 'new' });
    expect(reloadCount).toBe(1);
    const later = Date.now() + 11 * 60_000;
    vi.spyOn(Date, 'now').mockReturnValue(later);
    await again.onBeat({ build: 'new' });
    expect(reloadCount).toBe(2);
  });

  it('does nothing if its own build is unknown', async () => {
    const wall = makePageReloader('');
    for (let beat = 0; beat < 4; beat++) await wall.onBeat({ build: 'new' });
    expect(reloadCount).toBe(0);
  });
});
