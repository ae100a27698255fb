import { describe, expect, it } from 'vitest';
import { BEAT_MS } from '#shared/kernel/live.ts';
import { EXPECTED_MS, freshFor, freshnessOf } from '#client/kit/live/freshness.ts';

describe('how far a picture may be trusted', () => {
  it('follows its age', () => {
    expect(freshnessOf(null)).toBe('unknown');
    expect(freshnessOf(0)).toBe('fresh');
    expect(freshnessOf(1999, 1000)).toBe('fresh');
    expect(freshnessOf(2000, 1000)).toBe('aging');
    expect(freshnessOf(4999, 1000)).toBe('aging');
    expect(freshnessOf(5000, 1000)).toBe('stale');
  });

  it('tells when that changes', () => {
    expect(freshFor(null)).toBeNull();
    for (const age of [0, 500, 1999, 2000, 4000]) {
      const wait = freshFor(age, 1000)!;
      expect(wait).toBeGreaterThan(0);
      expect(freshnessOf(age + wait - 1, 1000)).toBe(freshnessOf(age, 1000));
      expect(freshnessOf(age + wait, 1000)).not.toBe(freshnessOf(age, 1000));
    }
    expect(freshFor(5000, 1000)).toBeNull();
  });

  it('tolerates one heartbeat and one poll, and warns within ten seconds', () => {
    expect(freshnessOf(BEAT_MS + 3000)).toBe('fresh');
    expect(2 * EXPECTED_MS).toBeLessThan(10_000);
  });
});
