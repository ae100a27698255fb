import { describe, expect, it } from 'vitest';
import { HEARTBEAT_INTERVAL_MS } from '#shared/kernel/live.ts';
import {
  CONFIRMATION_INTERVAL_MS,
  getTimeUntilFreshnessChanges,
  getFreshness,
} from '#client/kit/live/freshness.ts';

describe('how far a picture may be trusted', () => {
  it('follows its age', () => {
    expect(getFreshness(null)).toBe('unknown');
    expect(getFreshness(0)).toBe('fresh');
    expect(getFreshness(1999, 1000)).toBe('fresh');
    expect(getFreshness(2000, 1000)).toBe('aging');
    expect(getFreshness(4999, 1000)).toBe('aging');
    expect(getFreshness(5000, 1000)).toBe('stale');
  });

  it('tells when that changes', () => {
    expect(getTimeUntilFreshnessChanges(null)).toBeNull();
    for (const age of [0, 500, 1999, 2000, 4000]) {
      const wait = getTimeUntilFreshnessChanges(age, 1000)!;
      expect(wait).toBeGreaterThan(0);
      expect(getFreshness(age + wait - 1, 1000)).toBe(getFreshness(age, 1000));
      expect(getFreshness(age + wait, 1000)).not.toBe(getFreshness(age, 1000));
    }
    expect(getTimeUntilFreshnessChanges(5000, 1000)).toBeNull();
  });

  it('tolerates one heartbeat and one poll, and warns within ten seconds', () => {
    expect(getFreshness(HEARTBEAT_INTERVAL_MS + 3000)).toBe('fresh');
    expect(2 * CONFIRMATION_INTERVAL_MS).toBeLessThan(10_000);
  });
});
