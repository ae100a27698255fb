import { expect, it } from 'vitest';
import type { RecordedSource, RecordedSpan } from '#shared/answers/recording.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { listTicks } from '#boards/screens/playback/playback-strip.tsx';
import { RecordedView } from '#boards/screens/playback/recorded-view.ts';

const START_MS = Date.parse('2026-03-02T06:00:00.000Z');
const at = (second: number) => new Date(START_MS + second * 1000).toISOString();
const row = (id: number, value: number): ReportRow => ({ id, value });

const SPAN: RecordedSpan = {
  from: at(0),
  until: at(100),
  rowKey: ['id'],
  rows: [row(1, 0), row(2, 0)],
  rowsAt: at(-30),
  changes: [
    { at: at(10), upsert: [row(1, 10)], remove: [] },
    { at: at(20), upsert: [row(3, 20)], remove: ['2'] },
    { at: at(20.5), upsert: [], remove: ['1'] },
  ],
};
const SOURCE: RecordedSource = {
  spans: [SPAN, { ...SPAN, from: at(200), until: at(300), rows: [row(9, 0)], rowsAt: at(200), changes: [] }],
  tooLarge: [{ from: at(120), until: at(140) }],
};

/** The rows at a second, computed from the beginning of the span. */
function computeRows(second: number): string[] {
  const rows = new Map(SPAN.rows.map((first) => [String(first.id), first]));
  for (const change of SPAN.changes.filter(
    (candidate) => Date.parse(candidate.at) <= START_MS + second * 1000,
  )) {
    for (const key of change.remove) rows.delete(key);
    for (const upserted of change.upsert) rows.set(String(upserted.id), upserted);
  }
  return [...rows.values()].map(({ id, value }) => `${id}:${value}`).sort();
}

const readRows = (view: RecordedView) => view.current.rows.map(({ id, value }) => `${id}:${value}`).sort();
const moveTo = (view: RecordedView, second: number) => view.moveTo(SOURCE, START_MS + second * 1000);

it('shows the rows of any moment, in whichever sequence the moments come', () => {
  const view = new RecordedView();
  const seconds = [0, 5, 10, 15, 20, 20.4, 20.5, 99, 20.4, 20, 0, 100, 10, 19.999, 30, 9.999];
  for (const second of seconds) {
    moveTo(view, second);
    expect([second, readRows(view)]).toEqual([second, computeRows(second)]);
    expect(view.current.absence).toBeNull();
  }
});

it('keeps the same rows until a change, so that tiles draw nothing in vain', () => {
  const view = new RecordedView();
  expect(moveTo(view, 11)).toBe(true);
  const before = view.current;
  expect(moveTo(view, 19)).toBe(false);
  expect(view.current).toBe(before);
  expect(moveTo(view, 20)).toBe(true);
  expect(view.current.at).toBe(at(20));
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
    expect(view.current).toMatchObject({ absence, rows: [], at: null });
  }
  moveTo(view, 250);
  expect(readRows(view)).toEqual(['9:0']);
  view.moveTo(undefined, START_MS);
  expect(view.current).toMatchObject({ absence: 'loadingRecording', rows: [] });
  view.moveTo({ refusal: 'noPermission' }, START_MS);
  expect(view.current).toMatchObject({ refusalCode: 'noPermission', rows: [], at: null });
});

it('writes full local times below the strip, also in a zone with half an hour', () => {
  const untilMs = START_MS + 3_600_000;
  expect(listTicks(START_MS, untilMs, 'Asia/Shanghai').map((tick) => (tick - START_MS) / 60_000)).toEqual([
    0, 10, 20, 30, 40, 50, 60,
  ]);
  const hours = listTicks(START_MS, START_MS + 8 * 3_600_000, 'Asia/Kolkata');
  expect(hours.every((tick) => (tick - START_MS) % 3_600_000 === 1_800_000)).toBe(true);
  expect(listTicks(START_MS, START_MS + 24 * 3_600_000, 'Asia/Shanghai').length).toBeLessThanOrEqual(8);
});
