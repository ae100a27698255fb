import { describe, expect, test } from 'vitest';
import {
  limitView,
  listLocalDays,
  listTicks,
  makeScale,
  panView,
  revealSpan,
  toIso,
  toMinutes,
  zoomView,
} from '#client/features/plan/schedule/chart/gantt-view.ts';

const FROM = toMinutes('2026-03-02T00:00:00Z');
const DAY = 1440;
const limits = { from: FROM, until: FROM + 30 * DAY, width: 1000 };
const view = { from: FROM + 5 * DAY, minutesPerPx: 5 };

describe('the view', () => {
  test('zooms around a pixel: the instant there stays there', () => {
    for (const x of [0, 400, 1000]) {
      const minuteAtPoint = makeScale(view, limits.width).invert(x);
      const zoomedView = zoomView(view, 0.5, x, limits);
      expect(zoomedView.minutesPerPx).toBe(2.5);
      expect(makeScale(zoomedView, limits.width).invert(x)).toBeCloseTo(minuteAtPoint, 6);
    }
  });

  test('never leaves the axis, and never shows more than all or less than half an hour per 60 pixels', () => {
    expect(panView(view, -1e9, limits).from).toBe(limits.from);
    expect(panView(view, 1e9, limits).from).toBe(limits.until - 5 * 1000);
    expect(zoomView(view, 1e9, 500, limits)).toEqual({ from: FROM, minutesPerPx: 43.2 });
    expect(zoomView(view, 1e-9, 500, limits).minutesPerPx).toBe(0.5);
    expect(limitView({ from: FROM, minutesPerPx: Infinity }, limits).minutesPerPx).toBe(43.2);
  });

  test('moves only as far as needed to show a span', () => {
    expect(revealSpan(view, view.from + 1000, view.from + 1200, limits)).toBe(view);
    expect(revealSpan(view, view.from - 600, view.from - 500, limits).from).toBe(view.from - 600 - 120);
    const end = view.from + 5000 + 300;
    expect(revealSpan(view, end - 60, end, limits).from).toBe(end + 120 - 5000);
  });
});

describe('the axis', () => {
  const zone = 'Asia/Shanghai';

  test('begins its days at midnight of the factory', () => {
    const days = listLocalDays(FROM, FROM + DAY, zone);
    expect(days.map(({ day, at }) => [day, toIso(at)])).toEqual([
      ['2026-03-02', '2026-03-01T16:00:00.000Z'],
      ['2026-03-03', '2026-03-02T16:00:00.000Z'],
    ]);
  });

  test('has a day of 23 hours where the clock changes', () => {
    const from = toMinutes('2026-03-28T12:00:00Z');
    const days = listLocalDays(from, from + 2 * DAY, 'Europe/Berlin');
    expect(days.slice(1).map(({ at }, index) => at - days[index]!.at)).toEqual([1440, 1380]);
  });

  test('shows hours while they are wide enough, else days, else the days of a step and the months', () => {
    const days = listLocalDays(FROM, FROM + 60 * DAY, 'UTC');
    const listTexts = (minutesPerPx: number) =>
      listTicks({ from: FROM, minutesPerPx }, 1000, days, 'UTC').map(({ text }) => text);
    expect(listTexts(0.5).slice(0, 4)).toEqual(['03-02', '01:00', '02:00', '03:00']);
    expect(listTexts(5).slice(0, 3)).toEqual(['03-02', '06:00', '12:00']);
    expect(listTexts(30).slice(0, 3)).toEqual(['03-02', '03-03', '03-04']);
    expect(listTexts(120)).toContain('04-01');
    expect(listTexts(120).length).toBeLessThan(20);
  });
});
