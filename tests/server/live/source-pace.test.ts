import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import type { Frame } from '#shared/kernel/live.ts';
import { MIN_COMPUTE_INTERVAL_MS } from '#server/live/source.ts';
import { SourceRegistry } from '#server/live/sources.ts';
import { customersReport, FakeBackend } from '#tests/support/fake-backend.ts';

describe('The pace of a source', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Opens a watched source whose rows the test sets. */
  async function openSource() {
    const answer: { rows: ReportRow[]; isSlow?: true } = { rows: [{ id: 1, code: 'A' }] };
    const frames: Frame[] = [];
    const sources = new SourceRegistry({
      getRunId: () => 'run',
      getPosition: () => 1,
      getLastVerifiedTime: () => new Date().toISOString(),
      queryRows: () =>
        answer.isSlow ? new Promise(() => undefined) : Promise.resolve({ rows: answer.rows }),
      publishFrame: (_source, frame) => frames.push(frame),
      isClockDriven: true,
      readZone: async () => null,
      onError: () => undefined,
      maxIdleMs: 60_000,
      getNowMs: Date.now,
    });
    const user = new FakeBackend(null as never).addUser('li', { factoryId: 1 });
    const source = sources.open(user, customersReport, {})!;
    source.watch('socket', { token: 'li', ip: '', accountId: 1 });
    await source.waitForRows();
    await vi.advanceTimersByTimeAsync(1000);
    const changeRows = (code: string) => {
      answer.rows = [{ id: 1, code }];
      source.invalidate();
    };
    return { source, frames, change: changeRows, makeSlow: () => (answer.isSlow = true) };
  }

  it('sends a first change at once, even just after a read that found no change', async () => {
    const { source, frames, change } = await openSource();
    source.invalidate();
    await vi.advanceTimersByTimeAsync(1);
    expect(frames).toHaveLength(0);
    change('B');
    await vi.advanceTimersByTimeAsync(1);
    expect(frames).toHaveLength(1);
  });

  it('sends the changes that follow a frame together, after the interval', async () => {
    const { frames, change } = await openSource();
    change('B');
    await vi.advanceTimersByTimeAsync(1);
    change('C');
    change('D');
    await vi.advanceTimersByTimeAsync(MIN_COMPUTE_INTERVAL_MS - 10);
    expect(frames).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(20);
    expect(frames).toHaveLength(2);
    expect(frames[1]!.upsert).toMatchObject([{ code: 'D' }]);
  });

  it('does not count as current while a computation does not end', async () => {
    const { source, change, makeSlow } = await openSource();
    await vi.advanceTimersByTimeAsync(5000);
    expect(source.getLastGoodTime()).toBe(new Date().toISOString());
    makeSlow();
    const changedAt = new Date().toISOString();
    change('B');
    await vi.advanceTimersByTimeAsync(8000);
    expect(source.getLastGoodTime()).toBe(changedAt);
    // Another change during the computation does not advance the time of the last good rows.
    change('C');
    await vi.advanceTimersByTimeAsync(8000);
    expect(source.getLastGoodTime()).toBe(changedAt);
  });
});
