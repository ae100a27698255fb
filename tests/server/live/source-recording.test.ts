import { describe, expect, it } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { SourceRecording } from '#server/live/recording/source-recording.ts';
import { computeSourceBytesPerHour } from '#server/recording/limits.ts';
import type { Source } from '#server/live/source.ts';

const START_MS = Date.parse('2026-03-02T06:00:00.000Z');
const MINUTE_MS = 60_000;

/** A source whose rows and times the test sets. */
class FakeSource {
  readonly report = { rowKey: ['id'] };
  nowMs = START_MS;
  verifiedAtMs = START_MS;
  private texts = new Map<string, string>();
  private changedAt = '';

  setRows(rows: readonly ReportRow[]): void {
    this.texts = new Map(rows.map((row) => [String(row['id']), JSON.stringify(row)]));
    this.changedAt = new Date(this.nowMs).toISOString();
    this.verifiedAtMs = this.nowMs;
  }
  advanceTime(ms: number): void {
    this.nowMs += ms;
    this.verifiedAtMs = this.nowMs;
  }
  getRowTexts = () => ({ texts: this.texts, changedAt: this.changedAt });
  getLastGoodTime = () => new Date(this.verifiedAtMs).toISOString();
}

function startRecording(rows: readonly ReportRow[]) {
  const source = new FakeSource();
  source.setRows(rows);
  const recording = new SourceRecording(source as unknown as Source);
  const first = recording.takeFrame();
  recording.id = 1;
  const takeFrame = () => {
    const frame = recording.takeFrame();
    return (
      frame && {
        at: frame.at,
        isKey: frame.isKey,
        intervalSeconds: frame.intervalSeconds,
        content: JSON.parse(frame.json) as unknown,
      }
    );
  };
  return { source, recording, first, takeFrame };
}

describe('The recording of a source', () => {
  it('writes only the differences, and nothing if there are none', () => {
    const { source, first, takeFrame } = startRecording([
      { id: 1, n: 0 },
      { id: 2, n: 0 },
    ]);
    expect(first).toMatchObject({ isKey: true, at: new Date(START_MS).toISOString() });
    source.advanceTime(2000);
    expect(takeFrame()).toBeNull();
    source.setRows([
      { id: 2, n: 0 },
      { id: 3, n: 1 },
    ]);
    expect(takeFrame()).toEqual({
      at: new Date(START_MS + 2000).toISOString(),
      isKey: false,
      intervalSeconds: 2,
      content: { upsert: [{ id: 3, n: 1 }], remove: ['1'] },
    });
    source.advanceTime(2000);
    source.setRows([
      { id: 2, n: 0 },
      { id: 3, n: 1 },
    ]);
    expect(takeFrame()).toBeNull();
  });

  it('gives two frames different times, even if the clock stands still', () => {
    const { source, takeFrame } = startRecording([{ id: 1, n: 0 }]);
    source.setRows([{ id: 1, n: 1 }]);
    source.advanceTime(2000);
    expect(takeFrame()!.at).toBe(new Date(START_MS + 1).toISOString());
  });

  it('writes all rows at the first change after an hour, and after many changes', () => {
    const { source, takeFrame } = startRecording([{ id: 1, n: 0 }]);
    const keyFrameSeconds: number[] = [];
    for (let second = 10; second <= 3 * 3600; second += 10) {
      source.advanceTime(10_000);
      source.setRows([{ id: 1, n: second }]);
      if (takeFrame()!.isKey) keyFrameSeconds.push(second);
    }
    expect(keyFrameSeconds).toEqual([3600, 7200, 10_800]);
    const longText = 'x'.repeat(9000);
    const keyFrameFlags = Array.from({ length: 12 }, (_, index) => {
      source.advanceTime(20_000);
      source.setRows([{ id: 1, n: index, large: longText }]);
      return takeFrame()!.isKey;
    });
    expect(keyFrameFlags.filter(Boolean).length).toBe(1);
  });

  it('begins a new recording after a time in which the rows were not known to be current', () => {
    const { source, recording, takeFrame } = startRecording([{ id: 1, n: 0 }]);
    source.advanceTime(20_000);
    expect(takeFrame()).toBeNull();
    expect(recording.recordedUntil).toBe(new Date(START_MS + 20_000).toISOString());
    // The source fails: its rows stay the same, but may no longer be current.
    source.nowMs += 31_000;
    expect(takeFrame()).toBeNull();
    expect(recording.recordedUntil).toBe(new Date(START_MS + 20_000).toISOString());
    expect(recording.id).toBe(1);
    source.advanceTime(0);
    expect(takeFrame()).toMatchObject({ isKey: true, at: new Date(START_MS + 51_000).toISOString() });
    expect(recording.id).toBeNull();
  });

  it('writes large changes less often, and says how often', () => {
    const { source, recording, takeFrame } = startRecording([{ id: 1, n: 0 }]);
    const large = 'x'.repeat(40_000);
    const frameSeconds: number[] = [];
    for (let second = 2; second <= 120; second += 2) {
      source.advanceTime(2000);
      source.setRows([{ id: 1, n: second, large: `${large}${second}` }]);
      // The last recorded rows are valid until the end of their interval.
      expect(recording.recordedUntil).toBe(new Date(source.nowMs - 2000).toISOString());
      const frame = takeFrame();
      if (!frame) continue;
      frameSeconds.push(second);
      expect(frame.intervalSeconds).toBe(30);
    }
    expect(frameSeconds).toEqual([2, 32, 62, 92]);
    expect(recording.id).toBe(1);
  });

  it.each([
    ['of a moderate size', 30_000, 150],
    ['as large as possible', 1_990_000, 1],
    ['as large as possible, of many sources', 1_990_000, 150],
    ['in Chinese', 600_000, 30],
  ])('keeps the limits of an hour for rows %s that change all the time', (name, length, sourceCount) => {
    const source = new FakeSource();
    const recording = new SourceRecording(source as unknown as Source);
    recording.maxBytesPerHour = computeSourceBytesPerHour(sourceCount);
    const text = (name === 'in Chinese' ? '轴' : 'x').repeat(length);
    const bytesByHour = new Map<number, number>();
    let largestFrameBytes = 0;
    let frameCount = 0;
    for (let second = 0; second < 12 * 3600; second += 240) {
      source.advanceTime(4 * MINUTE_MS);
      source.setRows([{ id: 1, n: second, text }]);
      const frame = recording.takeFrame();
      // A restart, as after a failure of the source or the database, does not shorten the intervals.
      if (second % 1200 === 0) recording.restart();
      if (!frame) continue;
      frameCount++;
      const byteCount = Buffer.byteLength(frame.json);
      largestFrameBytes = Math.max(largestFrameBytes, byteCount);
      const hour = Math.floor(second / 3600);
      bytesByHour.set(hour, (bytesByHour.get(hour) ?? 0) + byteCount);
    }
    expect(frameCount).toBeGreaterThanOrEqual(4);
    // An hour may exceed its limit by one frame at most.
    for (const byteCount of bytesByHour.values())
      expect(byteCount).toBeLessThanOrEqual(recording.maxBytesPerHour + largestFrameBytes);
    const total = [...bytesByHour.values()].reduce((sum, byteCount) => sum + byteCount, 0);
    expect(total).toBeLessThanOrEqual(12 * recording.maxBytesPerHour + largestFrameBytes);
  });

  it('goes on at once after a clock that was far ahead is set back', () => {
    const { source, recording, takeFrame } = startRecording([{ id: 1, n: 0 }]);
    source.advanceTime(86_400_000);
    source.setRows([{ id: 1, text: 'x'.repeat(1_000_000) }]);
    expect(takeFrame()).not.toBeNull();
    recording.restart();
    source.advanceTime(-86_400_000);
    source.setRows([{ id: 1, n: 1 }]);
    expect(takeFrame()).toMatchObject({ isKey: true, at: new Date(source.nowMs).toISOString() });
  });

  it('reports rows that are too large, and begins a new recording when they no longer are', () => {
    const { source, recording, takeFrame } = startRecording([{ id: 1, n: 0 }]);
    source.advanceTime(MINUTE_MS / 4);
    source.setRows([{ id: 1, text: 'x'.repeat(2_100_000) }]);
    expect(takeFrame()).toBeNull();
    expect([recording.problem, recording.id]).toEqual(['tooLarge', null]);
    recording.id = 2;
    source.advanceTime(MINUTE_MS / 4);
    expect(takeFrame()).toBeNull();
    expect(recording.recordedUntil).toBe(new Date(START_MS + MINUTE_MS / 2).toISOString());
    source.setRows([{ id: 1, n: 5 }]);
    expect(takeFrame()).toMatchObject({ isKey: true });
    expect([recording.problem, recording.id]).toEqual([null, null]);
  });
});
