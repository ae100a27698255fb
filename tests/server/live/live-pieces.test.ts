import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChangeTopic } from '#shared/kernel/entity.ts';
import type { ChangeMessage, Frame } from '#shared/kernel/live.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { MessageAllowance } from '#server/live/allowance.ts';
import type { SourceAnswer } from '#server/live/query-source.ts';
import { ChangeMessageMerger } from '#server/live/changed-messages.ts';
import type { FeedRow } from '#server/live/feed-row.ts';
import { findNextRefreshTime } from '#server/live/next-tick.ts';
import { SourceHistory } from '#server/live/source-history.ts';
import {
  MAX_EMBEDDED_SOURCE_IDLE_MS,
  MAX_UPSTREAM_SOURCE_IDLE_MS,
  SourceRegistry,
} from '#server/live/sources.ts';
import { customersReport, FakeBackend } from '#tests/support/fake-backend.ts';

const makeFeedRow = (pos: number, ids: number[] | null, overrides: Partial<FeedRow> = {}): FeedRow => ({
  factoryId: 1,
  pos,
  topic: 'setting' as ChangeTopic,
  entity: 'device',
  ids,
  byName: 'Li',
  data: null,
  ...overrides,
});

describe('Batched messages', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function createMerger() {
    const sentMessages: ChangeMessage[] = [];
    return {
      sent: sentMessages,
      merger: new ChangeMessageMerger((_factoryId, message) => sentMessages.push(message)),
    };
  }

  it('send the first change at once, then the changes of each 250 ms', () => {
    const { sent: sentMessages, merger } = createMerger();
    merger.onRow(makeFeedRow(1, [1]));
    expect(sentMessages.map((message) => message.ids)).toEqual([[1]]);
    merger.onRow(makeFeedRow(2, [2]));
    merger.onRow(makeFeedRow(3, [2, 3]));
    vi.advanceTimersByTime(249);
    expect(sentMessages).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(sentMessages[1]).toEqual({ topic: 'setting', entity: 'device', ids: [2, 3], pos: 3, by: 'Li' });
    merger.onRow(makeFeedRow(4, [4]));
    expect(sentMessages).toHaveLength(2);
    vi.advanceTimersByTime(250);
    expect(sentMessages[2]!.ids).toEqual([4]);
    vi.advanceTimersByTime(1000);
    merger.onRow(makeFeedRow(5, [5]));
    expect(sentMessages[3]!.ids).toEqual([5]);
  });

  it('contain no ids if there are more than a hundred, and no name if several people made the changes', () => {
    const { sent: sentMessages, merger } = createMerger();
    merger.onRow(makeFeedRow(1, [0]));
    merger.onRow(
      makeFeedRow(
        2,
        Array.from({ length: 60 }, (_, id) => id),
      ),
    );
    merger.onRow(
      makeFeedRow(
        3,
        Array.from({ length: 60 }, (_, index) => 60 + index),
        { byName: 'Han' },
      ),
    );
    merger.onRow(makeFeedRow(4, [1], { entity: 'role' }));
    merger.onRow(makeFeedRow(5, null, { entity: 'role' }));
    merger.onRow(makeFeedRow(6, [2], { entity: 'role', byName: '' }));
    vi.advanceTimersByTime(250);
    expect(sentMessages.slice(2)).toEqual([
      { topic: 'setting', entity: 'device', ids: null, pos: 3, by: null },
      { topic: 'setting', entity: 'role', ids: null, pos: 6, by: null },
    ]);
  });

  it('never combine two events, and never include the end of a session', () => {
    const { sent: sentMessages, merger } = createMerger();
    for (let pos = 1; pos <= 3; pos++) merger.onRow(makeFeedRow(pos, [pos], { topic: 'quality' }));
    merger.onRow(makeFeedRow(4, null, { entity: 'session', data: { tokenHashes: ['x'] } }));
    vi.advanceTimersByTime(1000);
    expect(sentMessages.map((message) => message.ids)).toEqual([[1], [2], [3]]);
  });
});

describe('The history of a source', () => {
  const applyFrame = (rows: Map<string, ReportRow>, frame: Frame) => {
    for (const row of frame.upsert) rows.set(String(row.id), row);
    for (const key of frame.remove) rows.delete(key);
  };
  const indexById = (rows: readonly ReportRow[]) => new Map(rows.map((row) => [String(row.id), row]));

  it('holds the frames from each of its positions to the current rows', () => {
    let seed = 7;
    const pickNumberBelow = (limit: number) => {
      seed = (seed + 0x6d2b79f5) | 0;
      let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
    };
    const history = new SourceHistory('k', ['id'], 'run');
    const pastStates: { pos: number; rows: Map<string, ReportRow> }[] = [];
    let rows: ReportRow[] = [];
    for (let step = 0, pos = 0; step < 400; step++) {
      rows = Array.from({ length: pickNumberBelow(6) }, (_, id) => ({
        id,
        name: `n${pickNumberBelow(3)}`,
      })).filter(() => pickNumberBelow(4) > 0);
      // The position may stay the same, because rows can also change with time alone.
      pos += pickNumberBelow(3);
      history.storeRows(rows, pos, `at${step}`);
      const snapshot = history.makeSnapshot('');
      pastStates.push({ pos: snapshot.pos, rows: indexById(snapshot.rows) });
      const pastState = pastStates[Math.max(0, pastStates.length - 1 - pickNumberBelow(60))]!;
      const missedFrames = history.findMissedFrames('run', pastState.pos);
      if (!missedFrames) throw new Error('the history does not reach back to the position');
      const screenRows = new Map(pastState.rows);
      for (const frame of missedFrames.frames) applyFrame(screenRows, frame);
      expect(screenRows).toEqual(indexById(rows));
      expect(missedFrames.frames.slice(1).map((frame) => frame.prev)).toEqual(
        missedFrames.frames.slice(0, -1).map((frame) => frame.pos),
      );
    }
    // The history keeps only the last 200 frames, so it has no frames since the first position.
    expect(history.findMissedFrames('run', pastStates[0]!.pos)).toBeNull();
  });

  it.each([
    { caseName: 'more than 200 frames', rowCount: 1, frameCount: 201 },
    { caseName: 'frames with more than 10,000 rows', rowCount: 4000, frameCount: 3 },
  ])('needs a snapshot at a position at which the clock has caused $caseName', ({ rowCount, frameCount }) => {
    const history = new SourceHistory('k', ['id'], 'run');
    const storeTime = (minutes: number, pos: number) =>
      history.storeRows(
        Array.from({ length: rowCount }, (_, id) => ({ id, minutes })),
        pos,
        `at${minutes}`,
      );
    storeTime(0, 7);
    for (let minutes = 1; minutes < frameCount; minutes++) storeTime(minutes, 7);
    expect(history.findMissedFrames('run', 7)?.frames).toHaveLength(frameCount - 1);
    storeTime(frameCount, 7);
    expect(history.findMissedFrames('run', 7)).toBeNull();
    storeTime(frameCount + 1, 8);
    expect(history.findMissedFrames('run', 7)).toBeNull();
    expect(history.findMissedFrames('run', 8)?.frames).toEqual([]);
  });

  it('has the same digest for the same rows in any order, and a different one for different rows', () => {
    const computeDigest = (rows: ReportRow[]) => {
      const history = new SourceHistory('k', ['id'], 'run');
      history.storeRows(rows, 1, 'at');
      return history.getDigest();
    };
    const [firstRow, secondRow] = [
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
    ];
    expect(computeDigest([firstRow, secondRow])).toBe(computeDigest([secondRow, firstRow]));
    expect(computeDigest([firstRow, secondRow])).not.toBe(
      computeDigest([firstRow, { ...secondRow, name: 'c' }]),
    );
    expect(new SourceHistory('k', ['id'], 'run').getDigest()).toBeNull();
  });
});

describe('The time at which a source is computed again', () => {
  const findNextRefresh = (zone: string, at: string, clock: 'minute' | 'shift' | 'day' = 'day') =>
    new Date(findNextRefreshTime(clock, zone, Date.parse(at))).toISOString();

  it('is the next full minute, or midnight in the time zone of the factory', () => {
    expect(findNextRefresh('Asia/Shanghai', '2026-11-21T08:00:30Z', 'minute')).toBe(
      '2026-11-21T08:01:00.000Z',
    );
    expect(findNextRefresh('Asia/Shanghai', '2026-11-21T08:01:00Z', 'shift')).toBe(
      '2026-11-21T08:02:00.000Z',
    );
    expect(findNextRefresh('Asia/Shanghai', '2026-11-21T08:00:00Z')).toBe('2026-11-21T16:00:00.000Z');
    expect(findNextRefresh('Asia/Shanghai', '2026-11-21T16:00:00Z')).toBe('2026-11-22T16:00:00.000Z');
    expect(findNextRefresh('Asia/Kolkata', '2026-11-21T00:00:00Z')).toBe('2026-11-21T18:30:00.000Z');
  });

  it('is right on days of 23 and 25 hours, and on a day without midnight', () => {
    expect(findNextRefresh('Europe/Berlin', '2026-03-28T23:30:00Z')).toBe('2026-03-29T22:00:00.000Z');
    expect(findNextRefresh('Europe/Berlin', '2026-10-24T22:30:00Z')).toBe('2026-10-25T23:00:00.000Z');
    expect(findNextRefresh('Africa/Cairo', '2026-04-23T12:00:00Z')).toBe('2026-04-23T22:00:00.000Z');
  });

  it('is midnight for the clock "day"; a source without a watcher is dropped after a minute', async () => {
    let now = Date.parse('2026-11-21T15:59:59Z');
    const requests: string[] = [];
    const sources = new SourceRegistry({
      getRunId: () => 'run',
      getPosition: () => 1,
      getLastVerifiedTime: () => '',
      queryRows: async (source): Promise<SourceAnswer> => {
        requests.push(source.key);
        return { rows: [] };
      },
      publishFrame: () => undefined,
      isClockDriven: true,
      readZone: async () => null,
      onError: () => undefined,
      maxIdleMs: MAX_EMBEDDED_SOURCE_IDLE_MS,
      getNowMs: () => now,
    });
    const backend = new FakeBackend(null as never);
    const user = backend.addUser('li', { factoryId: 1 });
    const source = sources.open(user, { ...customersReport, clock: 'day' }, {})!;
    source.watch('socket', { token: 'li', ip: '', accountId: 1 });
    await source.waitForRows();
    sources.recomputeOrDeleteSources();
    expect(requests).toHaveLength(1);
    now += 1000;
    sources.recomputeOrDeleteSources();
    await vi.waitFor(() => expect(requests).toHaveLength(2));
    now += 60_000;
    sources.recomputeOrDeleteSources();
    expect(sources.get(source.key)).toBe(source);
    source.unwatch('socket');
    source.idleSince = now;
    now += 59_000;
    sources.recomputeOrDeleteSources();
    expect(sources.get(source.key)).toBe(source);
    now += 1000;
    sources.recomputeOrDeleteSources();
    expect(sources.get(source.key)).toBeUndefined();
    sources.close();
  });
});

describe('A source of an upstream MES', () => {
  it('keeps its rows for hours without a watcher: a screen that joins during an outage gets them with their age, a later one gets new rows', async () => {
    let now = Date.parse('2026-11-21T08:00:00Z');
    const filledAt = new Date(now).toISOString();
    let answer: SourceAnswer = { rows: [{ id: 1, code: 'A', shortName: 'one' }] };
    const sources = new SourceRegistry({
      getRunId: () => 'run',
      getPosition: () => 1,
      getLastVerifiedTime: () => '',
      queryRows: async () => answer,
      publishFrame: () => undefined,
      isClockDriven: false,
      readZone: async () => null,
      onError: () => undefined,
      maxIdleMs: MAX_UPSTREAM_SOURCE_IDLE_MS,
      getNowMs: () => now,
    });
    const user = new FakeBackend(null as never).addUser('li', { factoryId: 1 });
    const source = sources.open(user, customersReport, {})!;
    source.watch('first', { token: 'li', ip: '', accountId: 1 });
    expect(await source.waitForRows()).toBeNull();
    source.unwatch('first');

    now += 3 * 3_600_000;
    sources.recomputeOrDeleteSources();
    answer = { code: 'requestFailed' };
    expect(sources.open(user, customersReport, {})).toBe(source);
    source.watch('late', { token: 'li', ip: '', accountId: 1 });
    expect(await source.waitForRows()).toBeNull();
    expect(source.makeSnapshot()).toMatchObject({ rows: [{ shortName: 'one' }], at: filledAt });
    source.unwatch('late');

    now += 3_600_000;
    answer = { rows: [{ id: 1, code: 'A', shortName: 'two' }] };
    source.watch('later', { token: 'li', ip: '', accountId: 1 });
    expect(await source.waitForRows()).toBeNull();
    expect(source.makeSnapshot()).toMatchObject({ rows: [{ shortName: 'two' }] });
    sources.close();
  });
});

describe('The rate limit of a socket', () => {
  it('allows a burst, then a low rate', () => {
    vi.useFakeTimers();
    const allowance = new MessageAllowance();
    const countAllowedTakes = () =>
      Array.from({ length: 400 }, () => allowance.takeOne()).filter(Boolean).length;
    expect(countAllowedTakes()).toBe(160);
    expect(countAllowedTakes()).toBe(0);
    vi.advanceTimersByTime(1000);
    expect(countAllowedTakes()).toBe(32);
    vi.useRealTimers();
  });
});
