import { expect, it } from 'vitest';
import type { RecordedSource, RecordedSpan } from '#shared/answers/boards/recording.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { listTicks } from '#boards/screens/playback/playback-strip.tsx';
import { RecordedView } from '#boards/screens/playback/recorded-view.ts';

const START_MS = Date.parse('2026-03-02T06:00:00.000Z');
const toTime = (second: number) => new Date(START_MS + second * 1000).toISOString();
const makeRow = (id: number, value: number): ReportRow => ({ id, value });

const RECORDED_SPAN: RecordedSpan = {
  from: toTime(0),
  until: toTime(100),
  rowKey: ['id'],
  rows: [makeRow(1, 0), makeRow(2, 0)],
  rowsAt: toTime(-30),
  changes: [
    { at: toTime(10), upsert: [makeRow(1, 10)], remove: [] },
    { at: toTime(20), upsert: [makeRow(3, 20)], remove: ['2'] },
    { at: toTime(20.5), upsert: [], remove: ['1'] },
  ],
};
const SOURCE: RecordedSource = {
  spans: [
    RECORDED_SPAN,
    {
      ...RECORDED_SPAN,
      from: toTime(200),
      until: toTime(300),
      rows: [makeRow(9, 0)],
      rowsAt: toTime(200),
      changes: [],
    },
  ],
  tooLarge: [{ from: toTime(120), until: toTime(140) }],
};

/** Computes the rows at a second from the beginning of the span. */
function computeRows(second: number): string[] {
  const rows = new Map(RECORDED_SPAN.rows.map((firstRow) => [String(firstRow.id), firstRow]));
  for (const change of RECORDED_SPAN.changes.filter(
    (candidate) => Date.parse(candidate.at) <= START_MS + second * 1000,
  )) {
    for (const key of change.remove) rows.delete(key);
    for (const upsertedRow of change.upsert) rows.set(String(upsertedRow.id), upsertedRow);
  }
  return [...rows.values()].map(({ id, value }) => `${id}:${value}`).sort();
}

const readRows = (view: RecordedView) => view.current.rows.map(({ id, value }) => `${id}:${value}`).sort();
const moveTo = (view: RecordedView, second: number) => view.moveTo(SOURCE, START_MS + second * 1000);

it('shows the rows of any moment, in whatever sequence the moments come', () => {
  const view = new RecordedView();
  const seconds = [0, 5, 10, 15, 20, 20.4, 20.5, 99, 20.4, 20, 0, 100, 10, 19.999, 30, 9.999];
  for (const second of seconds) {
    moveTo(view, second);
    expect([second, readRows(view)]).toEqual([second, computeRows(second)]);
    expect(view.current.absence).toBeNull();
  }
});

it('keeps the same rows until a change, so that tiles are not drawn needlessly', () => {
  const view = new RecordedView();
  expect(moveTo(view, 11)).toBe(true);
  const before = view.current;
  expect(moveTo(view, 19)).toBe(false);
  expect(view.current).toBe(before);
  expect(moveTo(view, 20)).toBe(true);
  expect(view.current.confirmedAt).toBe(toTime(20));
});

it('says how often a large source was recorded, as long as its rows may be old', () => {
  const view = new RecordedView();
  const largeSource: RecordedSource = {
    spans: [
      {
        ...RECORDED_SPAN,
        changes: [{ ...RECORDED_SPAN.changes[0]!, intervalSeconds: 15 }, ...RECORDED_SPAN.changes.slice(2)],
      },
    ],
    tooLarge: [],
  };
  const findInterval = (second: number) => {
    view.moveTo(largeSource, START_MS + second * 1000);
    return view.current.recordingIntervalSeconds;
  };
  expect([9, 10, 20, 21, 15, 9].map(findInterval)).toEqual([undefined, 15, 15, undefined, 15, undefined]);
  const quietSource: RecordedSource = {
    spans: [{ ...RECORDED_SPAN, intervalSeconds: 40, changes: [] }],
    tooLarge: [],
  };
  const quietIntervals = [0, 9, 10, 99].map((second) => {
    view.moveTo(quietSource, START_MS + second * 1000);
    return view.current.recordingIntervalSeconds;
  });
  // The rows are 30 seconds old at the beginning of the span.
  expect(quietIntervals).toEqual([40, 40, undefined, undefined]);
});

it('shows no rows where nothing was recorded', () => {
  const view = new RecordedView();
  moveTo(view, 50);
  for (const [second, absence] of [
    [-1, 'notRecorded'],
    [110, 'notRecorded'],
    [130, 'tooLargeToRecord'],
    [199, 'notRecorded'],
    [301, 'notRecorded'],
  ] as const) {
    moveTo(view, second);
    expect(view.current).toMatchObject({ absence, rows: [], confirmedAt: null });
  }
  moveTo(view, 250);
  expect(readRows(view)).toEqual(['9:0']);
  view.moveTo(undefined, START_MS);
  expect(view.current).toMatchObject({ absence: 'loadingRecording', rows: [] });
  view.moveTo({ refusal: 'noPermission' }, START_MS);
  expect(view.current).toMatchObject({ refusalCode: 'noPermission', rows: [], confirmedAt: null });
});

it('writes round local times below the strip, also with a time zone offset of a half hour', () => {
  const untilMs = START_MS + 3_600_000;
  expect(listTicks(START_MS, untilMs, 'Asia/Shanghai').map((tick) => (tick - START_MS) / 60_000)).toEqual([
    0, 10, 20, 30, 40, 50, 60,
  ]);
  const hourlyTicks = listTicks(START_MS, START_MS + 8 * 3_600_000, 'Asia/Kolkata');
  expect(hourlyTicks.every((tick) => (tick - START_MS) % 3_600_000 === 1_800_000)).toBe(true);
  expect(listTicks(START_MS, START_MS + 24 * 3_600_000, 'Asia/Shanghai').length).toBeLessThanOrEqual(8);
});
