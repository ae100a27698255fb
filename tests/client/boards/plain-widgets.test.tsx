import { encode } from 'uqr';
import { describe, expect, it, vi } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { formatTaktCountdown } from '#boards/kit/drawing/takt-countdown.ts';
import { clock } from '#boards/widgets/clock.tsx';
import { dueCountdown } from '#boards/widgets/due-countdown.tsx';
import { note } from '#boards/widgets/note.tsx';
import { qrCode } from '#boards/widgets/qr-code.tsx';
import { setUpWidgetHost } from '#tests/support/widget-host.tsx';

const host = setUpWidgetHost();

describe('a text', () => {
  it('keeps its line breaks and shows markup as text, with its own title or without a head', async () => {
    const settings = { noteText: 'Safety first\n<b>Wear glasses</b>', noteTitle: 'Notice' };
    await host.draw(note, [], { settings });
    expect(host.element.querySelector('p')?.textContent).toBe('Safety first\n<b>Wear glasses</b>');
    expect(host.element.querySelector('b')).toBeNull();
    expect(host.readHeading(note, settings)).toBe('Notice');
    expect(host.readHeading(note, { noteText: 'x' })).toBe('');
  });

  it('is made smaller until it fits, and gets its full size again when there is room', async () => {
    const readSize = () => host.element.querySelector<HTMLElement>('.fitted-text')?.dataset['size'];
    const settings = { noteText: 'x', noteSize: 'textHuge', noteAlign: 'alignCenter' };
    await host.draw(note, [], { settings });
    expect(readSize()).toBe('4xl');
    host.layOut({ height: 100, rowHeight: 400 });
    await host.draw(note, [], { settings: { ...settings, noteText: 'y' } });
    expect(readSize()).toBe('xs');
    host.layOut({});
    await host.draw(note, [], { settings: { ...settings, noteText: 'z', noteSize: 'textSmall' } });
    expect(readSize()).toBe('s');
    expect(host.element.querySelector('.note-alignCenter')).not.toBeNull();
  });

  it('says that there is no text', async () => {
    await host.draw(note, []);
    expect(host.element.textContent).toBe('○还没有文字');
  });
});

describe('a QR code', () => {
  it('holds the text, and is named by its caption', async () => {
    const qrText = 'https://mes.example.com/order/1?x=<b>';
    await host.draw(qrCode, [], { settings: { qrText, qrCaption: 'Scan me' } });
    const picture = host.element.querySelector('svg')!;
    const { size, data } = encode(qrText, { ecc: 'M', border: 2 });
    expect(picture.getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`);
    const darkCount = data.flat().filter(Boolean).length;
    expect(picture.querySelector('path')?.getAttribute('d')?.split('M')).toHaveLength(darkCount + 1);
    expect(picture.getAttribute('aria-label')).toBe('Scan me');
    expect(host.element.textContent).toBe('Scan me');
    await host.draw(qrCode, [], { settings: { qrText: 'x'.repeat(500) } });
    expect(host.element.querySelector('svg')).not.toBeNull();
    await host.draw(qrCode, []);
    expect(host.element.textContent).toBe('○还没有链接');
  });
});

describe('the clock', () => {
  const makeShift = (overrides: Partial<ReportRow> = {}): ReportRow => ({
    shiftName: '早班',
    startsAt: '2026-11-21T00:00:00.000Z',
    endsAt: '2026-11-21T12:00:00.000Z',
    hasBegun: true,
    taktSeconds: 40,
    ...overrides,
  });

  it('has the time of the factory, its day and weekday, and ticks', async () => {
    vi.useFakeTimers();
    vi.setSystemTime('2026-11-20T16:00:05Z');
    await host.draw(clock, [], { settings: { showSeconds: true } });
    expect(host.element.textContent).toBe('00:00:052026-11-21周六');
    await host.draw(clock, []);
    expect(host.element.textContent).toBe('00:002026-11-21周六');
    expect(clock.source!({ showSeconds: false, showShift: false } as never, {})).toBeNull();
    expect(clock.source!({ showSeconds: false, showShift: true } as never, {})?.path).toBe(
      '/mes/form/currentShift',
    );
  });

  it('has the shift and the time until the next piece is due', async () => {
    vi.useFakeTimers();
    vi.setSystemTime('2026-11-21T00:01:03Z');
    await host.draw(clock, [makeShift()], { settings: { showShift: true } });
    expect(host.readTexts('.clock-shift')).toEqual(['早班 08:00–20:00下一件 0:17']);
    await host.draw(clock, [makeShift({ hasBegun: false, shiftName: null })], {
      settings: { showShift: true },
    });
    expect(host.readTexts('.clock-shift')).toEqual(['全天 08:00–20:00']);
    await host.draw(clock, [], { settings: { showShift: true }, areRowsKnown: false });
    expect(host.readTexts('.clock-shift')).toEqual(['—']);
  });

  it('counts down to each piece of the takt only while the shift is worked', () => {
    const startSeconds = Date.parse('2026-11-21T00:00:00Z') / 1000;
    const formatCountdown = (passedSeconds: number, taktSeconds: number | null = 90) =>
      formatTaktCountdown(
        {
          startsAt: '2026-11-21T00:00:00Z',
          endsAt: '2026-11-21T01:00:00Z',
          hasBegun: true,
          taktSeconds,
        },
        startSeconds + passedSeconds,
      );
    expect([0, 1, 89, 90, 3599].map((passedSeconds) => formatCountdown(passedSeconds))).toEqual([
      '1:30',
      '1:29',
      '0:01',
      '1:30',
      '0:01',
    ]);
    expect([
      formatCountdown(-1),
      formatCountdown(3600),
      formatCountdown(5, null),
      formatCountdown(5, 0),
    ]).toEqual([null, null, null, null]);
  });
});

describe('the countdown to a due date', () => {
  const makeOrder = (overrides: Partial<ReportRow> = {}): ReportRow => ({
    id: 1,
    position: 1,
    code: 'W-1',
    name: 'Gearbox',
    customerName: 'Acme',
    state: 'inProgress',
    progress: 42.7,
    dueDate: '2026-11-25',
    endedOn: null,
    expectedOn: '2026-11-24',
    overdueDays: 0,
    expectedDelayDays: -1,
    ...overrides,
  });
  const readRemainingTime = async (overrides: Partial<ReportRow> = {}) => {
    await host.draw(dueCountdown, [makeOrder(overrides)]);
    return host.readTexts('.countdown-left')[0];
  };

  it('shows the days left, on the due day the hours left, and afterwards the days overdue', async () => {
    vi.useFakeTimers();
    // It is 16:30 in the factory.
    vi.setSystemTime('2026-11-21T08:30:00Z');
    expect(await readRemainingTime()).toBe('还有 4 天');
    expect(host.readTexts('.countdown-order')).toEqual(['W-1Gearbox · Acme']);
    expect(host.readTexts('.countdown-facts')).toEqual(['交期 11-25预计 11-24 完成']);
    expect(host.readTexts('.countdown-progress')).toEqual(['42 %']);
    expect(await readRemainingTime({ dueDate: '2026-11-22' })).toBe('还有 1 天');
    expect(await readRemainingTime({ dueDate: '2026-11-21' })).toBe('还剩 7 小时 30 分');
    expect(
      await readRemainingTime({ dueDate: '2026-11-18', expectedDelayDays: 5, expectedOn: '2026-11-23' }),
    ).toBe('◆已逾期 3 天');
    expect(host.readTexts('.countdown-facts')).toEqual(['交期 11-18◆预计 11-23 完成']);
    expect(await readRemainingTime({ dueDate: null, expectedOn: null })).toBe('未定交期');
  });

  it('shows when a finished order ended and how late it was', async () => {
    vi.useFakeTimers();
    vi.setSystemTime('2026-11-30T08:30:00Z');
    expect(await readRemainingTime({ state: 'completed', endedOn: '2026-11-27', expectedOn: null })).toBe(
      '✓已完成',
    );
    expect(host.readTexts('.countdown-facts')).toEqual(['交期 11-2511-27 完成 · 晚 2 天完成']);
    await readRemainingTime({ state: 'completed', endedOn: '2026-11-25', expectedOn: null, progress: null });
    expect(host.readTexts('.countdown-facts')).toEqual(['交期 11-2511-25 完成 · 按期']);
    expect(host.readTexts('.countdown-progress')).toEqual(['—']);
  });

  it('asks for the order of its setting, otherwise of the board, otherwise for the most urgent one', async () => {
    const readParams = (orderId: number | null, orderVariable?: string) =>
      dueCountdown.source!({ orderId } as never, orderVariable === undefined ? {} : { order: orderVariable })!
        .params;
    expect(readParams(3, '4')).toEqual({ orderId: '3', limit: '1' });
    expect(readParams(null, '4')).toEqual({ orderId: '4', limit: '1' });
    expect(readParams(null)).toEqual({ limit: '1' });
    await host.draw(dueCountdown, [], { areRowsKnown: false });
    expect(host.element.textContent).toBe('○等待数据');
    await host.draw(dueCountdown, []);
    expect(host.element.textContent).toBe('○没有可显示的工单');
  });
});
