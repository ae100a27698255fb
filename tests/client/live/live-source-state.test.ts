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
  it('takes the snapshot, then the changes', () => {
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
    expect(state.at).toBe(makeIsoTime(5));
    expect(state.catchingUp).toBe(false);
  });

  it('keeps its array until something changes', () => {
    const state = makeJoinedState(3, [{ id: 1 }]);
    const before = state.rows;
    state.confirm(makeIsoTime(9));
    expect(state.rows).toBe(before);
    expect(state.at).toBe(makeIsoTime(9));
    state.receive(makeFrame(3, 4, [{ id: 1, good: 1 }]));
    expect(state.rows).not.toBe(before);
  });

  it('notices a gap, keeps its picture and waits for the join', () => {
    const state = makeJoinedState(3, [{ id: 1, good: 1 }]);
    expect(state.receive(makeFrame(5, 6, [{ id: 1, good: 6 }]))).toBe('gap');
    expect(state.rows).toEqual([{ id: 1, good: 1 }]);
    expect(state.catchingUp).toBe(true);
    expect(state.receive(makeFrame(6, 7, [{ id: 1, good: 7 }]))).toBe('waiting');
    expect(state.since).toEqual({ run: 'r', pos: 3 });
    const missed: MissedFrames = {
      run: 'r',
      frames: [makeFrame(3, 5, [{ id: 1, good: 5 }]), makeFrame(5, 6, [{ id: 1, good: 6 }])],
    };
    expect(state.join(missed)).toBe('applied');
    expect(state.rows).toEqual([{ id: 1, good: 7 }]);
    expect(state.at).toBe(makeIsoTime(7));
  });

  it('takes a frame of another life of the server for a gap, and asks for the whole where the frames do not fit', () => {
    const state = makeJoinedState(3, [{ id: 1 }]);
    expect(state.receive({ ...makeFrame(3, 4), run: 'other' })).toBe('gap');
    expect(state.join({ run: 'other', frames: [] })).toBe('gap');
    expect(state.since).toEqual({});
    expect(state.rows).toEqual([{ id: 1 }]);
    expect(state.join(makeSnapshot(1, [{ id: 2 }], 'other'))).toBe('applied');
    expect(state.rows).toEqual([{ id: 2 }]);
  });

  it('ignores a frame that it already has', () => {
    const state = makeJoinedState(5, [{ id: 1, good: 5 }]);
    expect(state.receive(makeFrame(3, 5, [{ id: 1, good: 4 }]))).toBe('known');
    expect(state.rows).toEqual([{ id: 1, good: 5 }]);
  });

  it('applies a frame at the same position, for rows that change with time', () => {
    const state = makeJoinedState(5, [{ id: 1, late: 0 }]);
    expect(state.receive(makeFrame(5, 5, [{ id: 1, late: 1 }]))).toBe('applied');
    expect(state.receive(makeFrame(5, 6, [{ id: 1, late: 2 }]))).toBe('applied');
    expect(state.rows).toEqual([{ id: 1, late: 2 }]);
  });

  it('is not confirmed while it is behind', () => {
    const state = makeJoinedState(3, [{ id: 1 }]);
    state.leave();
    state.confirm(makeIsoTime(60));
    expect(state.at).toBe(makeIsoTime(3));
  });

  it('joins again if more frames arrived than it could keep while it waited', () => {
    const state = makeJoinedState(0, []);
    state.beginJoin();
    for (let pos = 0; pos < 600; pos++) state.receive(makeFrame(pos, pos + 1, [{ id: pos }]));
    expect(state.join(makeSnapshot(0, []))).toBe('gap');
    expect(state.catchingUp).toBe(true);
  });
});

/** An event in a test of one source and one browser that watches it. */
type LiveEvent =
  | { kind: 'change'; moves: boolean; rows: { id: number; good: number }[] }
  | { kind: 'lose' }
  | { kind: 'rejoin'; early: number }
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
    arbitrary: fc.record({ kind: fc.constant('change' as const), moves: fc.boolean(), rows: arbitraryRows }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('lose' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('rejoin' as const), early: fc.integer({ min: 0, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
);

/** A source on the server, the state that one browser keeps of this source, and the connection between server and browser. */
class SourceConnection {
  readonly state = new SourceState();
  private run = 0;
  private history = this.newHistory([]);
  private pos = 0;
  private clockSecond = 0;
  private isDisconnected = true;
  rows: ReportRow[] = [];

  private newHistory(rows: ReportRow[]): SourceHistory {
    const history = new SourceHistory('s', ROW_KEY, `run ${this.run}`);
    history.take(rows, 0, makeIsoTime(0));
    return history;
  }

  /**
   * Changes the rows. `moves` tells whether the feed position moves, as it does when data changes. The position stays
   * the same if only time has passed.
   */
  change(rows: ReportRow[], moves: boolean): void {
    if (moves) this.pos++;
    this.rows = rows;
    const frame = this.history.take(rows, this.pos, makeIsoTime(++this.clockSecond));
    if (!frame || this.isDisconnected) return;
    if (this.state.receive(frame) === 'gap') this.isDisconnected = true;
  }

  /** Breaks the connection; the browser misses all later frames. */
  lose(): void {
    this.isDisconnected = true;
    this.state.leave();
  }

  /** Restarts the server. */
  restart(): void {
    this.run++;
    this.pos = 0;
    this.history = this.newHistory(this.rows);
    this.lose();
  }

  /** Joins the source. `early` is the number of frames that arrive before the answer. */
  rejoin(early: number): void {
    this.state.beginJoin();
    this.isDisconnected = false;
    for (let count = 0; count < early; count++) {
      const rows = this.rows.map((row) => ({ ...row, good: Number(row['good']) + 1 }));
      this.change(rows, count % 2 === 0);
    }
    const { run, pos } = this.state.since;
    const missedFrames = run !== undefined && pos !== undefined ? this.history.since(run, pos) : null;
    if (this.state.join(missedFrames ?? this.history.snapshot(makeIsoTime(this.clockSecond))) === 'gap')
      this.rejoin(0);
  }
}

describe('any sequence of events on the connection', () => {
  it('ends with the rows of the server', () => {
    fc.assert(
      fc.property(fc.array(arbitraryEvent, { maxLength: 60 }), (events) => {
        const line = new SourceConnection();
        for (const one of events) {
          if (one.kind === 'change') line.change(one.rows, one.moves);
          else if (one.kind === 'lose') line.lose();
          else if (one.kind === 'restart') line.restart();
          else line.rejoin(one.early);
        }
        if (line.state.catchingUp) line.rejoin(0);
        expect(indexByKey(line.state.rows)).toEqual(indexByKey(line.rows));
      }),
      { numRuns: 1500 },
    );
  });

  it('shows only states that the server once had, whatever frames are lost', () => {
    const change = fc.record({ rows: arbitraryRows, arrives: fc.boolean() });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        const state = new SourceState();
        const history = new SourceHistory('s', ROW_KEY, 'r');
        history.take([], 0, makeIsoTime(0));
        state.join(history.snapshot(makeIsoTime(0)));
        const had = new Set([JSON.stringify([])]);
        const picture = (rows: readonly ReportRow[]) =>
          JSON.stringify([...rows].sort((one, other) => Number(one['id']) - Number(other['id'])));
        let last: ReportRow[] = [];
        for (const [index, { rows, arrives }] of changes.entries()) {
          const frame = history.take(rows, index + 1, makeIsoTime(index + 1));
          had.add(picture(rows));
          last = rows;
          if (!frame || !arrives) continue;
          if (state.receive(frame) === 'gap') state.join(history.since('r', state.since.pos ?? 0)!);
          expect(state.catchingUp).toBe(false);
          expect(had).toContain(picture(state.rows));
        }
        // If frames were lost at the end, the next frame that arrives reveals the gap.
        const end = history.take(
          [...last, { id: 99, good: 0 }],
          changes.length + 1,
          makeIsoTime(changes.length + 1),
        )!;
        if (state.receive(end) === 'gap') state.join(history.since('r', state.since.pos ?? 0)!);
        expect(indexByKey(state.rows)).toEqual(indexByKey([...last, { id: 99, good: 0 }]));
      }),
      { numRuns: 500 },
    );
  });
});
