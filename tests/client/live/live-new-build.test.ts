import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NewBuild } from '#client/kit/live/new-build.ts';

let health: string | null;
let reloads: number;
let kept: Map<string, string>;

const page = (ours = 'old') =>
  new NewBuild({
    ours,
    healthy: async () => health,
    storage: {
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, value) => void kept.set(name, value),
    },
    reload: () => reloads++,
  });

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  health = 'new';
  reloads = 0;
  kept = new Map();
});
afterEach(() => vi.restoreAllMocks());

describe('a wall and a new build', () => {
  it('reloads after two consecutive heartbeats with the new build', async () => {
    const wall = page();
    expect(await wall.onBeat({ build: 'new' })).toBe(false);
    expect(await wall.onBeat({ build: 'new' })).toBe(true);
    expect(reloads).toBe(1);
  });

  it('does nothing for its own build, or after a single different heartbeat', async () => {
    const wall = page();
    for (const build of ['old', 'new', 'old', 'new', 'other', 'new', '', 'new']) await wall.onBeat({ build });
    expect(reloads).toBe(0);
  });

  it('does not load if the server is unhealthy, or serves another build', async () => {
    const wall = page();
    health = null;
    for (let beat = 0; beat < 4; beat++) await wall.onBeat({ build: 'new' });
    health = 'old';
    for (let beat = 0; beat < 4; beat++) await wall.onBeat({ build: 'new' });
    expect(reloads).toBe(0);
    health = 'new';
    await wall.onBeat({ build: 'new' });
    expect(reloads).toBe(1);
  });

  it('does not reload in a loop if the old page is served again', async () => {
    const first = page();
    await first.onBeat({ build: 'new' });
    await first.onBeat({ build: 'new' });
    const again = page();
    for (let beat = 0; beat < 4; beat++) await again.onBeat({ build: 'new' });
    expect(reloads).toBe(1);
    const later = Date.now() + 11 * 60_000;
    vi.spyOn(Date, 'now').mockReturnValue(later);
    await again.onBeat({ build: 'new' });
    expect(reloads).toBe(2);
  });

  it('does nothing if its own build is unknown', async () => {
    const wall = page('');
    for (let beat = 0; beat < 4; beat++) await wall.onBeat({ build: 'new' });
    expect(reloads).toBe(0);
  });
});
