import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordedActivityAnswer, RecordedRowsAnswer } from '#shared/answers/boards/recording.ts';
import type { SourceName } from '#shared/kernel/wire.ts';
import { findNearestRecording } from '#boards/screens/playback/nearest-recording.ts';
import { Player } from '#boards/screens/playback/player.ts';
import { CHUNK_MS } from '#boards/screens/playback/recorded-sources.ts';

const NOW_MS = Date.parse('2026-03-02T12:00:00.000Z');
const MINUTE_MS = 60_000;

const toTime = (minutesAgo: number) => new Date(NOW_MS - minutesAgo * MINUTE_MS).toISOString();
/** Makes the activity of the last hour. Each pair in `recorded` is a recording: from and until how many minutes ago. */
const makeActivity = (
  recorded: readonly (readonly [number, number])[],
  lastBefore: string | null = null,
): RecordedActivityAnswer => ({
  ...{ from: toTime(60), until: toTime(0), changeCounts: [], lastBefore, firstAfter: null },
  recorded: recorded.map(([from, until]) => ({ from: toTime(from), until: toTime(until) })),
});

describe('A player that is opened without a time', () => {
  beforeEach(() => void vi.useFakeTimers({ now: NOW_MS }));
  afterEach(() => void vi.useRealTimers());
  const openPlayer = (atMs: number | null = null) =>
    new Player({ load: () => Promise.reject(new Error('not asked')), getNow: Date.now, atMs });
  const getMinutesAgo = (player: Player) => (NOW_MS - player.getTime()) / MINUTE_MS;

  it('begins with the first recording of the last hour', () => {
    const player = openPlayer();
    const startMs = player.getTime();
    player.openWithRecording(
      makeActivity([
        [20, 10],
        [5, 1],
      ]),
    );
    expect(getMinutesAgo(player)).toBe(20);
    player.openWithRecording(makeActivity([[3, 1]]));
    expect(getMinutesAgo(player)).toBe(20);
    const recordedPlayer = openPlayer();
    recordedPlayer.openWithRecording(makeActivity([[61, 1]]));
    expect(recordedPlayer.getTime()).toBe(startMs);
  });

  it('waits for a recording that has just begun', () => {
    const player = openPlayer();
    player.openWithRecording(makeActivity([[0.1, 0]]));
    expect(getMinutesAgo(player)).toBeGreaterThan(60);
    vi.advanceTimersByTime(MINUTE_MS);
    player.openWithRecording(makeActivity([[0.1, 0]]));
    expect(getMinutesAgo(player)).toBeCloseTo(0.1, 6);
  });

  it('stays where the person or the address has put it, and where only older recordings are', () => {
    const movedPlayer = openPlayer();
    movedPlayer.dispatch({ type: 'step', byMs: MINUTE_MS });
    const movedMs = movedPlayer.getTime();
    movedPlayer.openWithRecording(makeActivity([[20, 10]]));
    expect(movedPlayer.getTime()).toBe(movedMs);
    const addressedPlayer = openPlayer(NOW_MS - 50 * MINUTE_MS);
    addressedPlayer.openWithRecording(makeActivity([[20, 10]]));
    expect(getMinutesAgo(addressedPlayer)).toBe(50);
    const latePlayer = openPlayer();
    const lateMs = latePlayer.getTime();
    latePlayer.openWithRecording(makeActivity([], toTime(90)));
    expect(latePlayer.getTime()).toBe(lateMs);
  });

  it('says where the nearest recording is', () => {
    const atMs = NOW_MS - 30 * MINUTE_MS;
    expect(findNearestRecording(makeActivity([[30, 30]]), atMs)).toBeNull();
    expect(
      findNearestRecording(
        makeActivity([
          [50, 40],
          [20, 10],
          [5, 1],
        ]),
        atMs,
      ),
    ).toEqual({
      kind: 'begins',
      atMs: NOW_MS - 20 * MINUTE_MS,
    });
    const laterActivity = { ...makeActivity([[50, 40]]), firstAfter: toTime(-9) };
    expect(findNearestRecording(laterActivity, atMs)).toEqual({
      kind: 'begins',
      atMs: NOW_MS + 9 * MINUTE_MS,
    });
    expect(findNearestRecording(makeActivity([[50, 40]], toTime(90)), atMs)).toEqual({
      kind: 'ended',
      atMs: NOW_MS - 40 * MINUTE_MS,
    });
    expect(findNearestRecording(makeActivity([], toTime(90)), atMs)).toEqual({
      kind: 'ended',
      atMs: NOW_MS - 90 * MINUTE_MS,
    });
    expect(findNearestRecording(makeActivity([]), atMs)).toEqual({ kind: 'none' });
  });
});

describe('A player', () => {
  beforeEach(() => void vi.useFakeTimers({ now: NOW_MS }));
  afterEach(() => void vi.useRealTimers());

  /** Opens a player of a recording with one row, whose `minute` is counted since 1970. */
  function openPlayer(atMs: number, answerDelayMs = 0) {
    const calls: { paths: string[]; fromMs: number }[] = [];
    const maxSources = { perCall: Number.POSITIVE_INFINITY };
    const failure: { code: string | null } = { code: null };
    const loadRows = async (
      sources: readonly SourceName[],
      fromMs: number,
      untilMs: number,
    ): Promise<RecordedRowsAnswer> => {
      calls.push({ paths: sources.map(({ path }) => path), fromMs });
      if (answerDelayMs > 0) await new Promise((resolve) => setTimeout(resolve, answerDelayMs));
      if (failure.code) throw new Error(failure.code);
      const [from, until] = [fromMs, untilMs].map((ms) => new Date(ms).toISOString()) as [string, string];
      const minutes = Array.from({ length: CHUNK_MS / MINUTE_MS }, (_, index) => fromMs / MINUTE_MS + index);
      const span = {
        ...{ from, until, rowKey: ['id'], rows: [{ id: 1, minute: minutes[0]! }], rowsAt: from },
        changes: minutes.slice(1).map((minute) => ({
          ...{ at: new Date(minute * MINUTE_MS).toISOString(), remove: [] },
          upsert: [{ id: 1, minute }],
        })),
      };
      const postponedAnswer = { spans: [], tooLarge: [], isPostponed: true } as const;
      return {
        from,
        until,
        sources: sources.map((_source, index) =>
          index < maxSources.perCall ? { spans: [span], tooLarge: [] } : postponedAnswer,
        ),
      };
    };
    const player = new Player({ load: loadRows, getNow: Date.now, atMs });
    const stop = player.start();
    return { player, stop, calls, failure, maxSources };
  }
  const getMinute = (player: Player, path = '/a') => player.getView(path, {}).rows[0]?.['minute'];
  const START_MS = NOW_MS - 30 * MINUTE_MS;

  it('needs one call for tiles that appear together, and another call for a later tile', async () => {
    const { player, stop, calls } = openPlayer(START_MS + MINUTE_MS);
    expect(player.getView('/a', {}).absence).toBe('loadingRecording');
    player.watch('/a', {}, () => undefined);
    player.watch('/b', {}, () => undefined);
    await vi.advanceTimersByTimeAsync(50);
    expect(calls).toEqual([{ paths: ['/a', '/b'], fromMs: START_MS }]);
    expect(getMinute(player)).toBe(START_MS / MINUTE_MS + 1);
    player.watch('/c', {}, () => undefined);
    await vi.advanceTimersByTimeAsync(50);
    expect(calls.at(-1)).toEqual({ paths: ['/c'], fromMs: START_MS });
    stop();
  });

  it('plays at ×60 over the ends of the loaded parts without waiting', async () => {
    const { player, stop, calls } = openPlayer(START_MS, 500);
    const shownMinutes: unknown[] = [];
    player.watch('/a', {}, () => shownMinutes.push(getMinute(player)));
    await vi.advanceTimersByTimeAsync(1000);
    player.dispatch({ type: 'setSpeed', speed: 60 });
    player.dispatch({ type: 'setPlaying', isPlaying: true });
    await vi.advanceTimersByTimeAsync(20_000);
    // 20 seconds at ×60 are 20 minutes.
    expect((player.getTime() - START_MS) / MINUTE_MS).toBeCloseTo(20, 0);
    expect(shownMinutes).not.toContain(undefined);
    expect(shownMinutes.length).toBeGreaterThanOrEqual(20);
    expect(new Set(calls.map(({ fromMs }) => fromMs)).size).toBe(calls.length);
    stop();
  });

  it('keeps the rows of the last loaded moment while the next part is loading', async () => {
    const { player, stop } = openPlayer(START_MS, 20_000);
    player.watch('/a', {}, () => undefined);
    await vi.advanceTimersByTimeAsync(21_000);
    player.dispatch({ type: 'setSpeed', speed: 60 });
    player.dispatch({ type: 'setPlaying', isPlaying: true });
    await vi.advanceTimersByTimeAsync(15_000);
    expect(player.getTime()).toBe(START_MS + CHUNK_MS - 1);
    expect(player.getView('/a', {}).absence).toBeNull();
    expect(getMinute(player)).toBe(START_MS / MINUTE_MS + 9);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(player.getTime()).toBeGreaterThan(START_MS + CHUNK_MS);
    expect(getMinute(player)).toBe(Math.floor(player.getTime() / MINUTE_MS));
    stop();
  });

  it('waits for a slow answer, and shows no rows of another time meanwhile', async () => {
    const { player, stop } = openPlayer(START_MS, 3000);
    player.watch('/a', {}, () => undefined);
    player.dispatch({ type: 'setPlaying', isPlaying: true });
    await vi.advanceTimersByTimeAsync(2000);
    expect(player.getTime()).toBe(START_MS);
    await vi.advanceTimersByTimeAsync(2000);
    expect(getMinute(player)).toBe(START_MS / MINUTE_MS);
    player.dispatch({ type: 'seek', toMs: START_MS - 200 * MINUTE_MS });
    expect(player.getView('/a', {})).toMatchObject({ rows: [], absence: 'loadingRecording' });
    await vi.advanceTimersByTimeAsync(4000);
    expect(getMinute(player)).toBe(START_MS / MINUTE_MS - 200);
    // This part is still loaded, so it is shown at once.
    player.dispatch({ type: 'seek', toMs: START_MS + MINUTE_MS });
    expect(getMinute(player)).toBe(START_MS / MINUTE_MS + 1);
    stop();
  });

  it('loads little while the scrubber is dragged, and the shown time afterwards', async () => {
    const { player, stop, calls } = openPlayer(START_MS, 1000);
    player.watch('/a', {}, () => undefined);
    await vi.advanceTimersByTimeAsync(100);
    for (let chunk = 1; chunk <= 100; chunk++) {
      player.dispatch({ type: 'seek', toMs: START_MS - chunk * CHUNK_MS });
      await vi.advanceTimersByTimeAsync(20);
    }
    expect(calls.length).toBeLessThanOrEqual(6);
    await vi.advanceTimersByTimeAsync(3000);
    expect(getMinute(player)).toBe((START_MS - 100 * CHUNK_MS) / MINUTE_MS);
    stop();
  });

  it('asks at once for the sources that did not fit into an answer', async () => {
    const { player, stop, calls, maxSources } = openPlayer(START_MS);
    maxSources.perCall = 1;
    for (const path of ['/a', '/b', '/c']) player.watch(path, {}, () => undefined);
    await vi.advanceTimersByTimeAsync(100);
    expect(calls.map(({ paths }) => paths)).toEqual([['/a', '/b', '/c'], ['/b', '/c'], ['/c']]);
    expect(['/a', '/b', '/c'].map((path) => getMinute(player, path))).toEqual(
      Array.from({ length: 3 }, () => START_MS / MINUTE_MS),
    );
    stop();
  });

  it('tries again after a failed call', async () => {
    const { player, stop, failure } = openPlayer(START_MS);
    failure.code = 'requestFailed';
    player.watch('/a', {}, () => undefined);
    await vi.advanceTimersByTimeAsync(1000);
    expect(player.hasFailed()).toBe(true);
    failure.code = null;
    await vi.advanceTimersByTimeAsync(4000);
    expect(player.hasFailed()).toBe(false);
    expect(getMinute(player)).toBe(START_MS / MINUTE_MS);
    stop();
  });

  it('reads again what was not yet recorded when it was loaded', async () => {
    const { player, stop, calls } = openPlayer(NOW_MS - MINUTE_MS);
    player.watch('/a', {}, () => undefined);
    await vi.advanceTimersByTimeAsync(100);
    const { fromMs } = calls[0]!;
    player.dispatch({ type: 'setPlaying', isPlaying: true });
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect(calls.filter((call) => call.fromMs === fromMs).length).toBeGreaterThan(1);
    expect(calls.length).toBeLessThan(20);
    stop();
  });
});
