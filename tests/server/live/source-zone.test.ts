import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_EMBEDDED_SOURCE_IDLE_MS, SourceRegistry } from '#server/live/sources.ts';
import { customersReport, FakeBackend } from '#tests/support/fake-backend.ts';

const HOUR_MS = 3_600_000;
const FACTORY_ID = 1;

describe('A source that is computed at midnight', () => {
  let now: number;
  let zone: string;
  let isDatabaseAway: boolean;
  let computedTimes: string[];
  let errors: string[];
  let sources: SourceRegistry;
  const user = new FakeBackend(null as never).addUser('li', { factoryId: FACTORY_ID, zone: 'Asia/Shanghai' });

  const openSource = (params: Record<string, string> = {}) => {
    const source = sources.open(user, { ...customersReport, clock: 'day' }, params)!;
    source.watch('socket', { token: 'li', ip: '', accountId: 1 });
    return source.waitForRows();
  };
  const sweep = async () => {
    sources.recomputeOrDeleteSources();
    await vi.advanceTimersByTimeAsync(5000);
  };
  const passHours = async (hours: number) => {
    for (let minute = 0; minute < hours * 60; minute++) {
      now += HOUR_MS / 60;
      await sweep();
    }
  };
  const announceFactoryChange = () =>
    sources.onRow({
      factoryId: FACTORY_ID,
      pos: 2,
      topic: 'setting',
      entity: 'factory',
      ids: [FACTORY_ID],
      byName: 'Li',
      data: null,
    });

  beforeEach(async () => {
    vi.useFakeTimers();
    now = Date.parse('2026-11-21T12:00:00Z');
    zone = 'Asia/Shanghai';
    isDatabaseAway = false;
    computedTimes = [];
    errors = [];
    sources = new SourceRegistry({
      getRunId: () => 'run',
      getPosition: () => 1,
      getLastVerifiedTime: () => '',
      queryRows: async () => {
        computedTimes.push(new Date(now).toISOString().slice(0, 16));
        return { rows: [] };
      },
      publishFrame: () => undefined,
      isClockDriven: true,
      readZone: async () => {
        if (isDatabaseAway) throw new Error('away');
        return zone;
      },
      onError: (_error, message) => errors.push(message),
      maxIdleMs: MAX_EMBEDDED_SOURCE_IDLE_MS,
      getNowMs: () => now,
    });
    await openSource();
  });
  afterEach(() => {
    sources.close();
    vi.useRealTimers();
  });

  it('is computed at midnight of the new time zone after the factory has changed its time zone', async () => {
    zone = 'Europe/Berlin';
    announceFactoryChange();
    await sweep();
    await passHours(36);
    expect(computedTimes).toEqual([
      ...['2026-11-21T12:00', '2026-11-21T12:00'],
      ...['2026-11-21T23:00', '2026-11-22T23:00'],
    ]);
  });

  it('is computed at that midnight even if it is opened later, by a session from before the change', async () => {
    zone = 'Europe/Berlin';
    announceFactoryChange();
    await sweep();
    await openSource({ limit: '7' });
    computedTimes.length = 0;
    await passHours(12);
    expect(computedTimes).toEqual(['2026-11-21T23:00', '2026-11-21T23:00']);
  });

  it('is computed at that midnight even if the time zone cannot be read at first', async () => {
    zone = 'Europe/Berlin';
    isDatabaseAway = true;
    announceFactoryChange();
    await sweep();
    expect(errors).toHaveLength(1);
    isDatabaseAway = false;
    computedTimes.length = 0;
    await passHours(12);
    expect(computedTimes).toEqual(['2026-11-21T23:00']);
  });

  it('is computed at the midnight of the time zone that a restored database has', async () => {
    zone = 'Europe/Berlin';
    sources.reset(null);
    await sweep();
    computedTimes.length = 0;
    await passHours(12);
    expect(computedTimes).toEqual(['2026-11-21T23:00']);
  });
});
