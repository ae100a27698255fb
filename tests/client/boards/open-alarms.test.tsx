import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { TileActionsContext, type TileSubject } from '#boards/kit/acting/tile-actions.ts';
import { widgets as registry } from '#boards/widgets/index.ts';
import { setUpWidgetHost } from '#tests/support/widget-host.tsx';

const host = setUpWidgetHost();
const openAlarms = (await registry.all.fetch()).find(({ type }) => type === 'openAlarms')!;

const makeAlarm = (id: number, overrides: Partial<ReportRow> = {}): ReportRow => ({
  id,
  version: 1,
  name: `R${id}`,
  subject: `S${id}`,
  state: 'firing',
  severity: 'warning',
  measure: 'callUnansweredMinutes',
  firedValue: 12,
  comparison: 'atLeast',
  limitValue: 10,
  sound: true,
  conditionSince: new Date(Date.now() - id * 60_000).toISOString(),
  firedAt: new Date(Date.now() - id * 60_000).toISOString(),
  acknowledgedAt: null,
  acknowledgedBy: null,
  escalatedAt: null,
  escalatedTo: null,
  ...overrides,
});
const acknowledgement = { state: 'acknowledged', acknowledgedBy: '周敏' };

describe('the open alarms', () => {
  beforeEach(() => {
    host.layOut({ rowHeight: 100 });
    vi.useFakeTimers();
    vi.setSystemTime('2026-11-21T02:00:00Z');
  });

  const listFlashingRowIds = () =>
    [...host.element.querySelectorAll('.is-flashing')].map((lamp) =>
      lamp.closest('[data-row]')?.getAttribute('data-row'),
    );

  it('are sorted by urgency, and show their level, value, age and who acknowledged them', async () => {
    await host.draw(openAlarms, [
      makeAlarm(1, { severity: 'critical', ...acknowledgement }),
      makeAlarm(2),
      makeAlarm(3, { escalatedAt: new Date().toISOString(), escalatedTo: '车间主任' }),
      makeAlarm(4, { severity: 'critical', subject: null }),
    ]);
    expect(host.readTexts('[data-row]')).toEqual([
      '全厂■严重R412 分钟4 分',
      'S3▲警告R312 分钟◆已升级 车间主任3 分',
      'S2▲警告R212 分钟2 分',
      'S1■严重R1⬢周敏 已响应1 分',
    ]);
    expect(listFlashingRowIds()).toEqual(['4']);
  });

  it('flash one at a time, until the critical ones are acknowledged', async () => {
    const critical = { severity: 'critical' };
    await host.draw(openAlarms, [makeAlarm(1), makeAlarm(2, critical), makeAlarm(3, critical)]);
    expect(listFlashingRowIds()).toEqual(['3']);
    await host.draw(openAlarms, [
      makeAlarm(1),
      makeAlarm(2, { ...critical, ...acknowledgement }),
      makeAlarm(3, { ...critical, ...acknowledgement }),
    ]);
    expect(listFlashingRowIds()).toEqual([]);
  });

  it('update their age as time passes', async () => {
    await host.draw(openAlarms, [makeAlarm(5)]);
    await act(async () => vi.advanceTimersByTime(61_000));
    expect(host.readTexts('time')).toEqual(['6 分']);
  });

  it('say that there is none, but only when that is known', async () => {
    await host.draw(openAlarms, [], { areRowsKnown: false });
    expect(host.readTexts('[role="status"]')).toEqual(['○等待数据']);
    await host.draw(openAlarms, []);
    expect(host.readTexts('[role="status"]')).toEqual(['○当前没有报警']);
  });

  it('are shown in pages, however many there are', async () => {
    await host.draw(
      openAlarms,
      Array.from({ length: 500 }, (_, index) => makeAlarm(index + 1)),
    );
    expect(host.element.querySelectorAll('[data-row]')).toHaveLength(5);
    expect(host.head.textContent).toBe('1/100');
    expect(host.readTexts('.alarm-subject')[0]).toBe('S500');
    await act(async () => vi.advanceTimersByTime(10_000));
    expect(host.head.textContent).toBe('2/100');
  });

  it('never show 0 or a normal state for what they do not know', async () => {
    await host.draw(openAlarms, [makeAlarm(1, { firedValue: null, severity: 'later', name: '' })]);
    expect(host.readTexts('[data-row]')).toEqual(['S1■严重——1 分']);
  });

  it('offer to act on the unacknowledged ones, to a person who may acknowledge alarms', async () => {
    const openedSubjects: TileSubject[] = [];
    const renderWithPermission = (mayAct: boolean) =>
      host.render(
        <TileActionsContext
          value={{
            mayActOn: (kind) => mayAct && kind === 'alarm',
            open: (subject) => openedSubjects.push(subject),
          }}
        >
          <openAlarms.Component
            settings={{ pageSeconds: 10 }}
            rows={[makeAlarm(1, { subject: null }), makeAlarm(2, acknowledgement)]}
            areRowsKnown
          />
        </TileActionsContext>,
      );
    await renderWithPermission(false);
    expect(host.element.querySelectorAll('button')).toHaveLength(0);
    await renderWithPermission(true);
    const buttons = [...host.element.querySelectorAll('button')];
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['操作：全厂 · R1']);
    await act(async () => buttons[0]!.click());
    expect(openedSubjects).toEqual([{ kind: 'alarm', id: 1, name: '全厂 · R1' }]);
  });
});
