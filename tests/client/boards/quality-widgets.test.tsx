import { beforeEach, describe, expect, it } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { widgets as registry } from '#boards/widgets/index.ts';
import { registerChartHost } from '#tests/support/chart-host.tsx';

const widgets = await registry.all.fetch();
const host = registerChartHost('2026-11-21T02:30:00Z');
const drawWidget = (
  type: string,
  settings: Record<string, unknown>,
  rows: ReportRow[],
  areRowsKnown = true,
) => {
  const { Component } = widgets.find((widget) => widget.type === type)!;
  return host.render(<Component settings={settings} rows={rows} areRowsKnown={areRowsKnown} />);
};

describe('the first pass yield', () => {
  beforeEach(() => host.layOut(400, 220));
  const rows = [
    { dayKey: '2026-11-21', produced: 10, firstPassYield: 99 },
    { dayKey: 'total', produced: 40, firstPassYield: 96.4 },
    { dayKey: '2026-11-19', produced: 20, firstPassYield: 95 },
    { dayKey: '2026-11-20', produced: 0, firstPassYield: null },
  ];

  it('is that of all days together, with its target and its course by day', async () => {
    await drawWidget('firstPassYield', { days: 14, target: 97 }, rows);
    expect(host.readTexts('.figure-value')).toEqual(['96.4 %']);
    expect(host.readTexts('.figure-state > *')).toEqual(['◆未达标', '目标 97 %']);
    // The day without work is a gap between the first and the last day.
    expect(host.element().querySelector('.chart-good')?.getAttribute('d')).toMatch(/^M[\d.,]+Z?M[\d.,]+Z?$/);
    await drawWidget('firstPassYield', { days: 14, target: 96 }, rows);
    expect(host.readTexts('.figure-state > *')).toEqual(['✓达标', '目标 96 %']);
    await drawWidget('firstPassYield', { days: 14, target: null }, rows);
    expect(host.readTexts('.figure-state > *')).toEqual([]);
  });

  it('is not 0 without work', async () => {
    await drawWidget('firstPassYield', { days: 14, target: 97 }, [
      { dayKey: 'total', produced: 0, firstPassYield: null },
    ]);
    expect(host.element().textContent).toContain('这段时间没有产出');
  });
});

describe('the bad pieces by cause', () => {
  // At this height, the tile shows three rows.
  beforeEach(() => host.layOut(600, 150));

  it('are ranked, with their shares added up and the small ones together', async () => {
    const makeRow = (valueKey: string, valueName: string | null, badPieces: number) => ({
      valueKey,
      valueName,
      exceptionCount: 0,
      badPieces,
    });
    await drawWidget('defectPareto', { by: 'errorClass', days: 30 }, [
      makeRow('1', '划伤', 2),
      makeRow('2', '尺寸超差', 6),
      makeRow('3', '硬度', 1),
      makeRow('', null, 1),
    ]);
    expect(host.readTexts('.pareto-names > span')).toEqual(['尺寸超差', '划伤', '其他 2 项']);
    expect(host.readTexts('.pareto-percent')).toEqual(['60 %', '80 %', '100 %']);
    expect(host.readTexts('.chart-main > :last-child')).toEqual(['10']);
  });
});

describe('the days without a complaint', () => {
  beforeEach(() => host.layOut(400, 220));
  const settings = {};

  it('are counted from the last one, whose customer and part are named', async () => {
    const row = {
      complaintKey: 'last',
      complainedAt: '2026-11-18T01:00:00.000Z',
      days: 3,
      exceptionCode: 'Q-1',
      partName: '阀体',
      customerName: '华东液压',
    };
    await drawWidget('daysSinceComplaint', settings, [row]);
    expect(host.readTexts('.complaint-days')).toEqual(['3']);
    expect(host.readTexts('.complaint-last')[0]).toContain('华东液压 · 阀体');
    await drawWidget('daysSinceComplaint', settings, [{ ...row, days: 0 }]);
    expect(host.element().querySelector('.complaint-days.wall-late')).not.toBeNull();
    await drawWidget('daysSinceComplaint', settings, [{ ...row, days: null, complainedAt: null }]);
    expect(host.element().textContent).toContain('尚无客诉');
  });
});

describe('the overdue measures', () => {
  beforeEach(() => host.layOut(500, 400));

  it('name what is late, whose it is and by how many days', async () => {
    await drawWidget('overdueMeasures', { pageSeconds: 10 }, [
      {
        ...{ id: 1, code: 'D261121-01', what: '每 50 件更换刀片', ownerName: '王磊' },
        ...{ errorClassName: '尺寸超差', dueOn: '2026-11-18', measureDaysLate: 3 },
      },
    ]);
    expect(host.readTexts('.measure-columns > *')).toEqual([
      '每 50 件更换刀片',
      '王磊 · 尺寸超差',
      '◆逾期 3 天',
    ]);
  });

  it('show the most overdue first, in whatever order the rows arrive', async () => {
    const makeMeasure = (id: number, what: string, measureDaysLate: number) => ({
      ...{ id, code: `D261121-0${id}`, what, measureDaysLate },
      ...{ ownerName: '王磊', errorClassName: '尺寸超差', dueOn: '2026-11-18' },
    });
    await drawWidget('overdueMeasures', { pageSeconds: 10 }, [
      makeMeasure(2, '首件双检', 3),
      makeMeasure(1, '更换刀片', 3),
      makeMeasure(3, '修订工艺', 9),
    ]);
    expect(host.readTexts('.measure-what')).toEqual(['修订工艺', '更换刀片', '首件双检']);
  });

  it('say that there are none only if the rows are known', async () => {
    await drawWidget('overdueMeasures', { pageSeconds: 10 }, []);
    expect(host.element().textContent).toContain('没有逾期的纠正措施');
    await drawWidget('overdueMeasures', { pageSeconds: 10 }, [], false);
    expect(host.element().textContent).not.toContain('没有逾期的纠正措施');
  });
});

describe('the exceptions that wait', () => {
  beforeEach(() => host.layOut(600, 400));

  it('are shown with the oldest first, in whatever order the rows arrive', async () => {
    const makeException = (id: number, code: string, raisedAt: string) => ({
      ...{ id, code, raisedAt, state: 'qualityInDetermination', errorClassName: null, heldQuantity: 2 },
      ...{ partName: '阀体', processName: '车外圆', awaitedSigners: null, waitedSeconds: 60 },
    });
    await drawWidget('exceptionsWaiting', { longWaitHours: 24, pageSeconds: 10 }, [
      makeException(2, 'Q-2', '2026-11-20T02:00:00.000Z'),
      makeException(1, 'Q-1', '2026-11-20T02:00:00.000Z'),
      makeException(3, 'Q-3', '2026-11-19T02:00:00.000Z'),
    ]);
    expect(host.readTexts('.exception-what')).toEqual(['Q-3 2', 'Q-1 2', 'Q-2 2']);
  });
});
