import { describe, expect, it } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { SourceRecording } from '#server/live/recording/source-recording.ts';
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
  const take = () => {
    const frame = recording.takeFrame();
    return frame && { at: frame.at, isKey: frame.isKey, content: JSON.parse(frame.json) as unknown };
  };
  return { source, recording, first, take };
}

describe('The recording of a source', () => {
  it('writes only the differences, and nothing if there are none', () => {
    const { source, first, take } = startRecording([
      { id: 1, n: 0 },
      { id: 2, n: 0 },
    ]);
    expect(first).toMatchObject({ isKey: true, at: new Date(START_MS).toISOString() });
    source.advanceTime(2000);
    expect(take()).toBeNull();
    source.setRows([
      { id: 2, n: 0 },
      { id: 3, n: 1 },
    ]);
    expect(take()).toEqual({
      at: new Date(START_MS + 2000).toISOString(),
      isKey: false,
      content: { upsert: [{ id: 3, n: 1 }], remove: ['1'] },
    });
    source.advanceTime(2000);
    source.setRows([
      { id: 2, n: 0 },
      { id: 3, n: 1 },
    ]);
    expect(take()).toBeNull();
  });

  it('gives two frames different times, even if the clock stands still', () => {
    const { source, take } = startRecording([{ id: 1, n: 0 }]);
    source.setRows([{ id: 1, n: 1 }]);
    source.advanceTime(2000);
    expect(take()!.at).toBe(new Date(START_MS + 1).toISOString());
  });

  it('writes all rows at the first change after an hour, and after many changes', () => {
    const { source, take } = startRecording([{ id: 1, n: 0 }]);
    const keyFrameSeconds: number[] = [];
    for (let second = 10; second <= 3 * 3600; second += 10) {
      source.advanceTime(10_000);
      source.setRows([{ id: 1, n: second }]);
      if (take()!.isKey) keyFrameSeconds.push(second);
    }
    expect(keyFrameSeconds).toEqual([3600, 7200, 10_800]);
    const large = 'x'.repeat(9000);
    const keyFrameFlags = Array.from({ length: 12 }, (_, index) => {
      source.advanceTime(20_000);
      source.setRows([{ id: 1, n: index, large }]);
      return take()!.isKey;
    });
    expect(keyFrameFlags.filter(Boolean).length).toBe(1);
  });

  it('begins a new recording after a time in which the rows were not known to be current', () => {
    const { source, recording, take } = startRecording([{ id: 1, n: 0 }]);
    source.advanceTime(20_000);
    expect(take()).toBeNull();
    expect(recording.recordedUntil).toBe(new Date(START_MS + 20_000).toISOString());
    // The source fails: its rows stay the same, but may no longer be current.
    source.nowMs += 31_000;
    expect(take()).toBeNull();
    expect(recording.recordedUntil).toBe(new Date(START_MS + 20_000).toISOString());
    expect(recording.id).toBe(1);
    source.advanceTime(0);
    expect(take()).toMatchObject({ isKey: true, at: new Date(START_MS + 51_000).toISOString() });
    expect(recording.id).toBeNull();
  });

  it('writes large changes less often', () => {
    const { source, take } = startRecording([{ id: 1, n: 0 }]);
    const large = 'x'.repeat(40_000);
    const frameSeconds: number[] = [];
    for (let second = 2; second <= 120; second += 2) {
      source.advanceTime(2000);
      source.setRows([{ id: 1, n: second, large: `${large}${second}` }]);
      if (take()) frameSeconds.push(second);
    }
    expect(frameSeconds.length).toBeGreaterThan(8);
    expect(frameSeconds.length).toBeLessThanOrEqual(16);
  });

  it('reports rows that are too large, and begins a new recording when they no longer are', () => {
    const { source, recording, take } = startRecording([{ id: 1, n: 0 }]);
    source.advanceTime(MINUTE_MS / 4);
    source.setRows([{ id: 1, text: 'x'.repeat(2_100_000) }]);
    expect(take()).toBeNull();
    expect([recording.problem, recording.id]).toEqual(['tooLarge', null]);
    recording.id = 2;
    source.advanceTime(MINUTE_MS / 4);
    expect(take()).toBeNull();
    expect(recording.recordedUntil).toBe(new Date(START_MS + MINUTE_MS / 2).toISOString());
    source.setRows([{ id: 1, n: 5 }]);
    expect(take()).toMatchObject({ isKey: true });
    expect([recording.problem, recording.id]).toEqual([null, null]);
  });
});
