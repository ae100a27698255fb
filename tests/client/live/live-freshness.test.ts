import { describe, expect, it } from 'vitest';
import { HEARTBEAT_INTERVAL_MS } from '#shared/kernel/live.ts';
import {
  CONFIRMATION_INTERVAL_MS,
  getTimeUntilFreshnessChanges,
  getFreshness,
} from '#client/kit/live/freshness.ts';

describe('the freshness of data', () => {
  it('depends on the age of the data', () => {
    expect(getFreshness(null)).toBe('unknown');
    expect(getFreshness(0)).toBe('fresh');
    expect(getFreshness(1999, 1000)).toBe('fresh');
    expect(getFreshness(2000, 1000)).toBe('aging');
    expect(getFreshness(4999, 1000)).toBe('aging');
    expect(getFreshness(5000, 1000)).toBe('stale');
  });

  it('changes after the time that is returned', () => {
    expect(getTimeUntilFreshnessChanges(null)).toBeNull();
    for (const ageMs of [0, 500, 1999, 2000, 4000]) {
      const waitMs = getTimeUntilFreshnessChanges(ageMs, 1000)!;
      expect(waitMs).toBeGreaterThan(0);
      expect(getFreshness(ageMs + waitMs - 1, 1000)).toBe(getFreshness(ageMs, 1000));
      expect(getFreshness(ageMs + waitMs, 1000)).not.toBe(getFreshness(ageMs, 1000));
    }
    expect(getTimeUntilFreshnessChanges(5000, 1000)).toBeNull();
  });

  it('tolerates one heartbeat and one poll, and warns within ten seconds', () => {
    expect(getFreshness(HEARTBEAT_INTERVAL_MS + 3000)).toBe('fresh');
    expect(2 * CONFIRMATION_INTERVAL_MS).toBeLessThan(10_000);
  });
});
