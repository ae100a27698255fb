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

const makeFeedRow = (pos: number, ids: number[] | null, more: Partial<FeedRow> = {}): FeedRow => ({
  factoryId: 1,
  pos,
  topic: 'setting' as ChangeTopic,
  entity: 'device',
  ids,
  byName: 'Li',
  data: null,
  ...more,
});

describe('Batched messages', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function listen() {
    const sent: ChangeMessage[] = [];
    return { sent, messages: new ChangeMessageMerger((_factoryId, message) => sent.push(message)) };
  }

  it('send the first change at once, then the changes of each 250 ms', () => {
    const { sent, messages } = listen();
    messages.onRow(makeFeedRow(1, [1]));
    expect(sent.map((one) => one.ids)).toEqual([[1]]);
    messages.onRow(makeFeedRow(2, [2]));
    messages.onRow(makeFeedRow(3, [2, 3]));
    vi.advanceTimersByTime(249);
    expect(sent).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(sent[1]).toEqual({ topic: 'setting', entity: 'device', ids: [2, 3], pos: 3, by: 'Li' });
    messages.onRow(makeFeedRow(4, [4]));
    expect(sent).toHaveLength(2);
    vi.advanceTimersByTime(250);
    expect(sent[2]!.ids).toEqual([4]);
    vi.advanceTimersByTime(1000);
    messages.onRow(makeFeedRow(5, [5]));
    expect(sent[3]!.ids).toEqual([5]);
  });

  it('say "many" above a hundred ids, and name nobody if several people made the changes', () => {
    const { sent, messages } = listen();
    messages.onRow(makeFeedRow(1, [0]));
    messages.onRow(
      makeFeedRow(
        2,
        Array.from({ length: 60 }, (_, at) => at),
      ),
    );
    messages.onRow(
      makeFeedRow(
        3,
        Array.from({ length: 60 }, (_, at) => 60 + at),
        { byName: 'Han' },
      ),
    );
    messages.onRow(makeFeedRow(4, [1], { entity: 'role' }));
    messages.onRow(makeFeedRow(5, null, { entity: 'role' }));
    messages.onRow(makeFeedRow(6, [2], { entity: 'role', byName: '' }));
    vi.advanceTimersByTime(250);
    expect(sent.slice(2)).toEqual([
      { topic: 'setting', entity: 'device', ids: null, pos: 3, by: null },
      { topic: 'setting', entity: 'role', ids: null, pos: 6, by: null },
    ]);
  });

  it('never combine two events, and never include the end of a session', () => {
    const { sent, messages } = listen();
    for (let pos = 1; pos <= 3; pos++) messages.onRow(makeFeedRow(pos, [pos], { topic: 'quality' }));
    messages.onRow(makeFeedRow(4, null, { entity: 'session', data: { tokenHashes: ['x'] } }));
    vi.advanceTimersByTime(1000);
    expect(sent.map((one) => one.ids)).toEqual([[1], [2], [3]]);
  });
});

describe('The history of a source', () => {
  const apply = (rows: Map<string, ReportRow>, frame: Frame) => {
    for (const one of frame.upsert) rows.set(String(one.id), one);
    for (const key of frame.remove) rows.delete(key);
  };
  const byId = (rows: readonly ReportRow[]) => new Map(rows.map((one) => [String(one.id), one]));

  it('leads from every position that it holds to the current rows', () => {
    let seed = 7;
    const random = (limit: number) => {
      seed = (seed + 0x6d2b79f5) | 0;
      let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
    };
    const history = new SourceHistory('k', ['id'], 'run');
    const seen: { pos: number; rows: Map<string, ReportRow> }[] = [];
    let rows: ReportRow[] = [];
    for (let step = 0, pos = 0; step < 400; step++) {
      rows = Array.from({ length: random(6) }, (_, id) => ({ id, name: `n${random(3)}` })).filter(
        () => random(4) > 0,
      );
      // Rows can also change with time alone; the position then stays the same.
      pos += random(3);
      history.take(rows, pos, `at${step}`);
      const snapshot = history.snapshot('');
      seen.push({ pos: snapshot.pos, rows: byId(snapshot.rows) });
      const pastState = seen[Math.max(0, seen.length - 1 - random(60))]!;
      const missed = history.since('run', pastState.pos);
      if (!missed) throw new Error('the history does not reach back to the position');
      const screenRows = new Map(pastState.rows);
      for (const frame of missed.frames) apply(screenRows, frame);
      expect(screenRows).toEqual(byId(rows));
      expect(missed.frames.slice(1).map((frame) => frame.prev)).toEqual(
        missed.frames.slice(0, -1).map((frame) => frame.pos),
      );
    }
    // The history keeps only the last 200 frames, so it has no frames since the first position.
    expect(history.since('run', seen[0]!.pos)).toBeNull();
  });

  it('has the same digest for the same rows in another order, and another for other rows', () => {
    const book = (rows: ReportRow[]) => {
      const history = new SourceHistory('k', ['id'], 'run');
      history.take(rows, 1, 'at');
      return history.digest();
    };
    const [a, b] = [
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
    ];
    expect(book([a, b])).toBe(book([b, a]));
    expect(book([a, b])).not.toBe(book([a, { ...b, name: 'c' }]));
    expect(new SourceHistory('k', ['id'], 'run').digest()).toBeNull();
  });
});

describe('When time changes an answer', () => {
  const iso = (zone: string, at: string, clock: 'minute' | 'shift' | 'day' = 'day') =>
    new Date(findNextRefreshTime(clock, zone, Date.parse(at))).toISOString();

  it('is the next minute, and the factory’s midnight', () => {
    expect(iso('Asia/Shanghai', '2026-11-21T08:00:30Z', 'minute')).toBe('2026-11-21T08:01:00.000Z');
    expect(iso('Asia/Shanghai', '2026-11-21T08:01:00Z', 'shift')).toBe('2026-11-21T08:02:00.000Z');
    expect(iso('Asia/Shanghai', '2026-11-21T08:00:00Z')).toBe('2026-11-21T16:00:00.000Z');
    expect(iso('Asia/Shanghai', '2026-11-21T16:00:00Z')).toBe('2026-11-22T16:00:00.000Z');
    expect(iso('Asia/Kolkata', '2026-11-21T00:00:00Z')).toBe('2026-11-21T18:30:00.000Z');
  });

  it('is right on days of 23 and of 25 hours, and where midnight does not exist', () => {
    expect(iso('Europe/Berlin', '2026-03-28T23:30:00Z')).toBe('2026-03-29T22:00:00.000Z');
    expect(iso('Europe/Berlin', '2026-10-24T22:30:00Z')).toBe('2026-10-25T23:00:00.000Z');
    expect(iso('Africa/Cairo', '2026-04-23T12:00:00Z')).toBe('2026-04-23T22:00:00.000Z');
  });

  it('computes a source of the day anew at midnight, drops what nobody watches after a minute', async () => {
    let now = Date.parse('2026-11-21T15:59:59Z');
    const requests: string[] = [];
    const sources = new SourceRegistry({
      run: () => 'run',
      position: () => 1,
      verifiedAt: () => '',
      ask: async (source): Promise<SourceAnswer> => {
        requests.push(source.key);
        return { rows: [] };
      },
      publish: () => undefined,
      clocked: true,
      maxIdleMs: MAX_EMBEDDED_SOURCE_IDLE_MS,
      now: () => now,
    });
    const backend = new FakeBackend(null as never);
    const user = backend.addUser('li', { factoryId: 1 });
    const source = sources.open(user, { ...customersReport, clock: 'day' }, {})!;
    source.watch('socket', { token: 'li', ip: '', accountId: 1 });
    await source.ready();
    sources.sweep();
    expect(requests).toHaveLength(1);
    now += 1000;
    sources.sweep();
    await vi.waitFor(() => expect(requests).toHaveLength(2));
    now += 60_000;
    sources.sweep();
    expect(sources.get(source.key)).toBe(source);
    source.unwatch('socket');
    source.idleSince = now;
    now += 59_000;
    sources.sweep();
    expect(sources.get(source.key)).toBe(source);
    now += 1000;
    sources.sweep();
    expect(sources.get(source.key)).toBeUndefined();
    sources.close();
  });
});

describe('A source of an upstream MES', () => {
  it('that nobody watched for hours is there for a screen that joins during an outage, with its age, and new for one that joins later', async () => {
    let now = Date.parse('2026-11-21T08:00:00Z');
    const filledAt = new Date(now).toISOString();
    let answer: SourceAnswer = { rows: [{ id: 1, code: 'A', shortName: 'one' }] };
    const sources = new SourceRegistry({
      run: () => 'run',
      position: () => 1,
      verifiedAt: () => '',
      ask: async () => answer,
      publish: () => undefined,
      clocked: false,
      maxIdleMs: MAX_UPSTREAM_SOURCE_IDLE_MS,
      now: () => now,
    });
    const user = new FakeBackend(null as never).addUser('li', { factoryId: 1 });
    const source = sources.open(user, customersReport, {})!;
    source.watch('first', { token: 'li', ip: '', accountId: 1 });
    expect(await source.ready()).toBeNull();
    source.unwatch('first');

    now += 3 * 3_600_000;
    sources.sweep();
    answer = { code: 'requestFailed' };
    expect(sources.open(user, customersReport, {})).toBe(source);
    source.watch('late', { token: 'li', ip: '', accountId: 1 });
    expect(await source.ready()).toBeNull();
    expect(source.snapshot()).toMatchObject({ rows: [{ shortName: 'one' }], at: filledAt });
    source.unwatch('late');

    now += 3_600_000;
    answer = { rows: [{ id: 1, code: 'A', shortName: 'two' }] };
    source.watch('later', { token: 'li', ip: '', accountId: 1 });
    expect(await source.ready()).toBeNull();
    expect(source.snapshot()).toMatchObject({ rows: [{ shortName: 'two' }] });
    sources.close();
  });
});

describe('The rate limit of a socket', () => {
  it('allows a burst, then a low rate', () => {
    vi.useFakeTimers();
    const allowance = new MessageAllowance();
    const taken = () => Array.from({ length: 400 }, () => allowance.take()).filter(Boolean).length;
    expect(taken()).toBe(160);
    expect(taken()).toBe(0);
    vi.advanceTimersByTime(1000);
    expect(taken()).toBe(32);
    vi.useRealTimers();
  });
});
