import { beforeEach, describe, expect, it } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { listHourTicks } from '#boards/kit/drawing/chart/hour-ticks.ts';
import { readHourOutput, trimIdleHours } from '#boards/kit/drawing/chart/hour-output.ts';
import { widgets as registry } from '#boards/widgets/index.ts';
import { registerChartHost } from '#tests/support/chart-host.tsx';

const widgets = await registry.all.fetch();
const HOUR_MS = 3_600_000;
/** 00:00 in Shanghai. */
const MIDNIGHT_MS = Date.parse('2026-11-20T16:00:00Z');
/** 10:30 in Shanghai. */
const NOW = '2026-11-21T02:30:00Z';
const host = registerChartHost(NOW);

/** Makes the row of an hour of the day in Shanghai. */
const makeHour = (hour: number, planned: number, good = 0, scrap = 0): ReportRow => {
  const startsAt = MIDNIGHT_MS + hour * HOUR_MS;
  const passedShare = Math.max(0, Math.min(1, (Date.parse(NOW) - startsAt) / HOUR_MS));
  return {
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(startsAt + HOUR_MS).toISOString(),
    planned,
    plannedNow: Math.round(planned * passedShare),
    good,
    scrap,
  };
};
/** Makes the rows of a day with work planned from 8:00 to 12:00 and with these good quantities by hour. */
const makeDay = (goodByHour: Record<number, number>, planned = 40): ReportRow[] =>
  Array.from({ length: 24 }, (_, hour) =>
    makeHour(hour, hour >= 8 && hour < 12 ? planned : 0, goodByHour[hour]),
  );

/** Reads the points of a path as pairs of coordinates. */
const readPoints = (selector: string): number[][] =>
  (host.element().querySelector(selector)?.getAttribute('d') ?? '')
    .split(/[MLZ]/)
    .filter(Boolean)
    .map((pair) => pair.split(',').map(Number));

describe('the ticks of an hour axis', () => {
  const listHours = (from: string, until: string, zone: string, maxCount: number) =>
    listHourTicks(Date.parse(from), Date.parse(until), zone, maxCount).map(({ hour }) => hour);

  it('stand at full hours of the factory, as many as there is room for', () => {
    const [from, until] = ['2026-11-21T00:10:00Z', '2026-11-21T08:00:00Z'];
    expect(listHours(from, until, 'Asia/Shanghai', 10)).toEqual([9, 10, 11, 12, 13, 14, 15, 16]);
    expect(listHours(from, until, 'Asia/Shanghai', 4)).toEqual([10, 12, 14, 16]);
    expect(listHours(from, until, 'Asia/Shanghai', 1)).toEqual([12]);
    expect(listHours(from, until, 'Asia/Kolkata', 4)).toEqual([6, 8, 10, 12]);
  });

  it('follow a change of the clock', () => {
    // In Berlin the hour from 2:00 to 3:00 is skipped on this day.
    const hours = listHours('2026-03-28T23:00:00Z', '2026-03-29T04:00:00Z', 'Europe/Berlin', 9);
    expect(hours).toEqual([0, 1, 3, 4, 5, 6]);
  });
});

describe('the hours of a day', () => {
  it('are shown from the first to the last with a plan or output', () => {
    const rows = [makeHour(15, 0, 2), makeHour(6, 0), makeHour(7, 0, 0, 1), makeHour(9, 4), makeHour(16, 0)];
    const hours = trimIdleHours(readHourOutput(rows));
    expect(hours.map(({ startsAt }) => (startsAt - MIDNIGHT_MS) / HOUR_MS)).toEqual([7, 9, 15]);
    expect(trimIdleHours(readHourOutput([makeHour(1, 0), makeHour(2, 0)]))).toHaveLength(2);
  });
});

describe('the burn-up of the day', () => {
  const { Component } = widgets.find(({ type }) => type === 'dayBurnUp')!;
  const settings = { period: 'today', workGroupId: null };
  const drawWidget = (rows: ReportRow[], areRowsKnown = true) =>
    host.render(<Component settings={settings} rows={rows} areRowsKnown={areRowsKnown} />);
  beforeEach(() => host.layOut(816, 400));

  it('says by colour, shape, word and number how far the good quantity is behind the plan or ahead of it', async () => {
    await drawWidget(makeDay({ 8: 30, 9: 35, 10: 10 }));
    // 100 pieces are planned by 10:30.
    expect(host.readTexts('.chart-main')).toEqual(['◆落后计划↓ −25']);
    expect(host.element().querySelector('.chart-main.wall-late')).not.toBeNull();
    expect(host.element().querySelector('.chart-gap.is-behind')).not.toBeNull();
    expect(host.readTexts('.chart-figures > :last-child')).toEqual(['75/160']);
    await drawWidget(makeDay({ 8: 60, 9: 35, 10: 10 }));
    expect(host.readTexts('.chart-main')).toEqual(['✓超前计划↑ +5']);
    expect(host.element().querySelector('.is-behind, .wall-late')).toBeNull();
    await drawWidget(makeDay({ 8: 60, 9: 40 }));
    expect(host.readTexts('.chart-main')).toEqual(['✓符合计划0']);
  });

  it('draws the good quantity until now and the plan until the end of the work', async () => {
    await drawWidget(makeDay({ 8: 30, 9: 35, 10: 10 }));
    const [good, plan] = [readPoints('.chart-good'), readPoints('.chart-plan')];
    expect(plan).toHaveLength(5);
    expect(good).toHaveLength(4);
    // The axis runs from 8:00 at x = 8 to 12:00 at x = 808, so 10:30 is at x = 508.
    expect(good.map(([x]) => x)).toEqual([8, 208, 408, 508]);
    expect([plan[0]![0], plan.at(-1)![0]]).toEqual([8, 808]);
    const computeHeight = (points: number[][], index: number) => points[0]![1]! - points.at(index)![1]!;
    expect(computeHeight(good, -1) / computeHeight(plan, -1)).toBeCloseTo(75 / 160, 2);
    expect(host.readTexts('svg text')).toEqual([
      '8:00',
      '9:00',
      '10:00',
      '11:00',
      '12:00',
      '计划数量 160',
      '良品 75',
    ]);
  });

  it('shows output without a plan, and says if there is neither output nor plan', async () => {
    await drawWidget(makeDay({ 9: 12 }, 0));
    expect(host.element().textContent).toContain('○无计划');
    expect(host.element().querySelector('.chart-plan')).toBeNull();
    expect(host.readTexts('.chart-figures > :last-child')).toEqual(['12']);
    await drawWidget(makeDay({}, 0));
    expect(host.element().textContent).toBe('○无计划，无产量');
    await drawWidget([], false);
    expect(host.element().textContent).toBe('○等待数据');
  });

  it('shows only the figures in a low tile', async () => {
    host.layOut(430, 30);
    await drawWidget(makeDay({ 8: 30 }));
    expect(host.element().querySelector('svg')).toBeNull();
    expect(host.readTexts('.chart-main')).toHaveLength(1);
  });

  it('accepts 500 hours', async () => {
    await drawWidget(Array.from({ length: 500 }, (_, hour) => makeHour(hour - 490, 10, 9)));
    expect(readPoints('.chart-plan')).toHaveLength(501);
    expect(host.element().textContent).not.toContain('NaN');
  });
});

describe('the output by hour', () => {
  const { Component } = widgets.find(({ type }) => type === 'outputByHour')!;
  const settings = { period: 'today', workGroupId: null };
  const drawWidget = (rows: ReportRow[], areRowsKnown = true) =>
    host.render(<Component settings={settings} rows={rows} areRowsKnown={areRowsKnown} />);
  const readBars = (selector: string) =>
    [...host.element().querySelectorAll(selector)].map((bar) =>
      ['x', 'y', 'width', 'height'].map((name) => Math.round(Number(bar.getAttribute(name)))),
    );
  beforeEach(() => host.layOut(816, 400));

  it('draws a bar for each hour of work, its scrap on top, and a line at its plan', async () => {
    const rows = makeDay({ 8: 30, 10: 10 });
    rows[9] = makeHour(9, 40, 50, 10);
    await drawWidget(rows);
    const [firstBar, secondBar, thirdBar, fourthBar] = readBars('.chart-good-bar');
    expect([firstBar![0], firstBar![2]]).toEqual([28, 160]);
    expect([secondBar![0], thirdBar![0], fourthBar![0]]).toEqual([228, 428, 628]);
    expect(firstBar![3]! / secondBar![3]!).toBeCloseTo(30 / 50, 2);
    expect(fourthBar![3]).toBe(0);
    const scrap = readBars('.chart-scrap-bar')[1]!;
    expect(scrap[1]! + scrap[3]!).toBe(secondBar![1]);
    expect(scrap[3]! / secondBar![3]!).toBeCloseTo(10 / 50, 1);
    expect(host.element().querySelectorAll('.chart-plan')).toHaveLength(4);
    expect(host.readTexts('.chart-value')).toEqual(['30', '50', '10']);
    expect(host.readTexts('.chart-figures > *')).toEqual(['良品90/160', '■报废 10']);
  });

  it('hides the figures of the bars if they would touch', async () => {
    host.layOut(300, 400);
    await drawWidget(makeDay({ 8: 3000, 9: 4000 }));
    expect(host.readTexts('.chart-value')).toEqual([]);
    expect(readBars('.chart-good-bar')).toHaveLength(4);
  });

  it('says that there is no output, or that the data is not loaded yet', async () => {
    await drawWidget(makeDay({}, 0));
    expect(host.element().textContent).toBe('○无计划，无产量');
    await drawWidget([], false);
    expect(host.element().textContent).toBe('○等待数据');
  });
});
