import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MissedFrames, Frame, SourceSnapshot } from '#shared/kernel/live.ts';
import { buildRowKey, type ReportRow } from '#shared/kernel/report.ts';
import { SourceState } from '#client/kit/live/source-state.ts';
import { SourceHistory } from '#server/live/source-history.ts';

const ROW_KEY = ['id'];
const makeIsoTime = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();
const makeFrame = (prev: number, pos: number, upsert: ReportRow[] = [], remove: string[] = []): Frame => ({
  source: 's',
  run: 'r',
  prev,
  pos,
  upsert,
  remove,
  at: makeIsoTime(pos),
});
const makeSnapshot = (pos: number, rows: ReportRow[], run = 'r'): SourceSnapshot => ({
  run,
  pos,
  rows,
  rowKey: ROW_KEY,
  at: makeIsoTime(pos),
});
const indexByKey = (rows: readonly ReportRow[]) =>
  new Map(rows.map((row) => [buildRowKey(ROW_KEY, row), row]));

const makeJoinedState = (pos: number, rows: ReportRow[]) => {
  const state = new SourceState();
  expect(state.join(makeSnapshot(pos, rows))).toBe('applied');
  return state;
};

describe('the rows of one source in the browser', () => {
  it('are the snapshot with the later changes', () => {
    const state = makeJoinedState(3, [
      { id: 1, good: 1 },
      { id: 2, good: 2 },
    ]);
    expect(
      state.receive(
        makeFrame(
          3,
          5,
          [
            { id: 2, good: 9 },
            { id: 3, good: 3 },
          ],
          ['1'],
        ),
      ),
    ).toBe('applied');
    expect(indexByKey(state.rows)).toEqual(
      indexByKey([
        { id: 2, good: 9 },
        { id: 3, good: 3 },
      ]),
    );
    expect(state.confirmedAt).toBe(makeIsoTime(5));
    expect(state.isCatchingUp).toBe(false);
  });

  it('keep the same array until something changes', () => {
    const state = makeJoinedState(3, [{ id: 1 }]);
    const before = state.rows;
    state.confirm(makeIsoTime(9));
    expect(state.rows).toBe(before);
    expect(state.confirmedAt).toBe(makeIsoTime(9));
    state.receive(makeFrame(3, 4, [{ id: 1, good: 1 }]));
    expect(state.rows).not.toBe(before);
  });

  it('stay the same after a gap until the join', () => {
    const state = makeJoinedState(3, [{ id: 1, good: 1 }]);
    expect(state.receive(makeFrame(5, 6, [{ id: 1, good: 6 }]))).toBe('gap');
    expect(state.rows).toEqual([{ id: 1, good: 1 }]);
    expect(state.isCatchingUp).toBe(true);
    expect(state.receive(makeFrame(6, 7, [{ id: 1, good: 7 }]))).toBe('waiting');
    expect(state.since).toEqual({ run: 'r', pos: 3 });
    const missedFrames: MissedFrames = {
      run: 'r',
      frames: [makeFrame(3, 5, [{ id: 1, good: 5 }]), makeFrame(5, 6, [{ id: 1, good: 6 }])],
    };
    expect(state.join(missedFrames)).toBe('applied');
    expect(state.rows).toEqual([{ id: 1, good: 7 }]);
    expect(state.confirmedAt).toBe(makeIsoTime(7));
  });

  it('need a join after a server restart, and a snapshot if the frames do not fit', () => {
    const state = makeJoinedState(3, [{ id: 1 }]);
    expect(state.receive({ ...makeFrame(3, 4), run: 'other' })).toBe('gap');
    expect(state.join({ run: 'other', frames: [] })).toBe('gap');
    expect(state.since).toEqual({});
    expect(state.rows).toEqual([{ id: 1 }]);
    expect(state.join(makeSnapshot(1, [{ id: 2 }], 'other'))).toBe('applied');
    expect(state.rows).toEqual([{ id: 2 }]);
  });

  it('do not change with a frame that is already applied', () => {
    const state = makeJoinedState(5, [{ id: 1, good: 5 }]);
    expect(state.receive(makeFrame(3, 5, [{ id: 1, good: 4 }]))).toBe('known');
    expect(state.rows).toEqual([{ id: 1, good: 5 }]);
  });

  it('change with a frame at the same position, because rows may change with time', () => {
    const state = makeJoinedState(5, [{ id: 1, late: 0 }]);
    expect(state.receive(makeFrame(5, 5, [{ id: 1, late: 1 }]))).toBe('applied');
    expect(state.receive(makeFrame(5, 6, [{ id: 1, late: 2 }]))).toBe('applied');
    expect(state.rows).toEqual([{ id: 1, late: 2 }]);
  });

  it('are not confirmed while newer rows may exist', () => {
    const state = makeJoinedState(3, [{ id: 1 }]);
    state.markOutdated();
    state.confirm(makeIsoTime(60));
    expect(state.confirmedAt).toBe(makeIsoTime(3));
  });

  it('need another join if too many frames arrive during a join', () => {
    const state = makeJoinedState(0, []);
    state.beginJoin();
    for (let pos = 0; pos < 600; pos++) state.receive(makeFrame(pos, pos + 1, [{ id: pos }]));
    expect(state.join(makeSnapshot(0, []))).toBe('gap');
    expect(state.isCatchingUp).toBe(true);
  });
});

/** An event in a test of one source and one browser that watches it. */
type LiveEvent =
  | { kind: 'change'; movesPosition: boolean; rows: { id: number; good: number }[] }
  | { kind: 'lose' }
  | { kind: 'rejoin'; frameCountBeforeAnswer: number }
  | { kind: 'restart' };

const arbitraryRows = fc.uniqueArray(
  fc.record({ id: fc.integer({ min: 1, max: 6 }), good: fc.integer({ min: 0, max: 3 }) }),
  {
    selector: ({ id }) => id,
    maxLength: 6,
  },
);
const arbitraryEvent: fc.Arbitrary<LiveEvent> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      movesPosition: fc.boolean(),
      rows: arbitraryRows,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('lose' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('rejoin' as const),
      frameCountBeforeAnswer: fc.integer({ min: 0, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
);

/**
 * A source on the server, the state that one browser keeps of this source, and the connection between server and
 * browser.
 */
class SourceConnection {
  readonly state = new SourceState();
  private run = 0;
  private history = this.makeHistory([]);
  private pos = 0;
  private clockSecond = 0;
  private isDisconnected = true;
  rows: ReportRow[] = [];

  private makeHistory(rows: ReportRow[]): SourceHistory {
    const history = new SourceHistory('s', ROW_KEY, `run ${this.run}`);
    history.storeRows(rows, 0, makeIsoTime(0));
    return history;
  }

  /**
   * Changes the rows. With `movesPosition` the feed position increases, as after a change of data.
   * Without it the position stays the same, as when only time has passed.
   */
  change(rows: ReportRow[], movesPosition: boolean): void {
    if (movesPosition) this.pos++;
    this.rows = rows;
    const frame = this.history.storeRows(rows, this.pos, makeIsoTime(++this.clockSecond));
    if (!frame || this.isDisconnected) return;
    if (this.state.receive(frame) === 'gap') this.isDisconnected = true;
  }

  /** Breaks the connection. The browser misses all frames until it joins again. */
  disconnect(): void {
    this.isDisconnected = true;
    this.state.markOutdated();
  }

  /** Restarts the server. */
  restart(): void {
    this.run++;
    this.pos = 0;
    this.history = this.makeHistory(this.rows);
    this.disconnect();
  }

  /** Joins the source. `frameCountBeforeAnswer` frames arrive before the answer. */
  rejoin(frameCountBeforeAnswer: number): void {
    this.state.beginJoin();
    this.isDisconnected = false;
    for (let frameIndex = 0; frameIndex < frameCountBeforeAnswer; frameIndex++) {
      const rows = this.rows.map((row) => ({ ...row, good: Number(row['good']) + 1 }));
      this.change(rows, frameIndex % 2 === 0);
    }
    const { run, pos } = this.state.since;
    const missedFrames =
      run !== undefined && pos !== undefined ? this.history.findMissedFrames(run, pos) : null;
    if (this.state.join(missedFrames ?? this.history.makeSnapshot(makeIsoTime(this.clockSecond))) === 'gap')
      this.rejoin(0);
  }
}

describe('any sequence of events on the connection', () => {
  it('ends with the rows of the server', () => {
    fc.assert(
      fc.property(fc.array(arbitraryEvent, { maxLength: 60 }), (events) => {
        const connection = new SourceConnection();
        for (const event of events) {
          if (event.kind === 'change') connection.change(event.rows, event.movesPosition);
          else if (event.kind === 'lose') connection.disconnect();
          else if (event.kind === 'restart') connection.restart();
          else connection.rejoin(event.frameCountBeforeAnswer);
        }
        if (connection.state.isCatchingUp) connection.rejoin(0);
        expect(indexByKey(connection.state.rows)).toEqual(indexByKey(connection.rows));
      }),
      { numRuns: 1500 },
    );
  });

  it('shows only states that the server once had, whatever frames are lost', () => {
    const arbitraryChange = fc.record({ rows: arbitraryRows, arrives: fc.boolean() });
    fc.assert(
      fc.property(fc.array(arbitraryChange, { maxLength: 40 }), (changes) => {
        const state = new SourceState();
        const history = new SourceHistory('s', ROW_KEY, 'r');
        history.storeRows([], 0, makeIsoTime(0));
        state.join(history.makeSnapshot(makeIsoTime(0)));
        const serverStates = new Set([JSON.stringify([])]);
        const serializeRows = (rows: readonly ReportRow[]) =>
          JSON.stringify([...rows].sort((left, right) => Number(left['id']) - Number(right['id'])));
        let lastRows: ReportRow[] = [];
        for (const [index, { rows, arrives }] of changes.entries()) {
          const frame = history.storeRows(rows, index + 1, makeIsoTime(index + 1));
          serverStates.add(serializeRows(rows));
          lastRows = rows;
          if (!frame || !arrives) continue;
          if (state.receive(frame) === 'gap')
            state.join(history.findMissedFrames('r', state.since.pos ?? 0)!);
          expect(state.isCatchingUp).toBe(false);
          expect(serverStates).toContain(serializeRows(state.rows));
        }
        // If frames were lost at the end, the next frame that arrives reveals the gap.
        const lastFrame = history.storeRows(
          [...lastRows, { id: 99, good: 0 }],
          changes.length + 1,
          makeIsoTime(changes.length + 1),
        )!;
        if (state.receive(lastFrame) === 'gap')
          state.join(history.findMissedFrames('r', state.since.pos ?? 0)!);
        expect(indexByKey(state.rows)).toEqual(indexByKey([...lastRows, { id: 99, good: 0 }]));
      }),
      { numRuns: 500 },
    );
  });
});
