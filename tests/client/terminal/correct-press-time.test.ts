import { describe, expect, it } from 'vitest';
import { correctPressTime, type PressClock } from '#client/features/terminal/offline/correct-press-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The true times: somebody presses the button, and two hours later the device sends the report. */
const PRESSED_MS = Date.parse('2026-11-20T08:00:00Z');
const SENT_MS = PRESSED_MS + 2 * HOUR;

const makePress = (overrides: Partial<PressClock> = {}): PressClock => ({
  deviceMs: PRESSED_MS,
  offsetMs: 0,
  isOffsetTrusted: true,
  lastServerMs: PRESSED_MS - 10 * MINUTE,
  page: 'before',
  monotonicMs: 1000,
  ...overrides,
});
const makeMeasuredClock = (deviceAheadMs = 0, page = 'after', monotonicMs = 500) => ({
  serverMs: SENT_MS,
  deviceMs: SENT_MS + deviceAheadMs,
  page,
  monotonicMs,
});

describe('The time of a report that a device sends later', () => {
  it('is that of the press, if the clock is right', () => {
    expect(correctPressTime(makePress(), makeMeasuredClock(), 0)).toEqual({
      pressedMs: PRESSED_MS,
      isCorrected: false,
    });
  });

  it.each([3 * HOUR, -3 * HOUR])('is corrected if the clock is %d ms ahead all the time', (aheadMs) => {
    const recordedPress = makePress({ deviceMs: PRESSED_MS + aheadMs, offsetMs: -aheadMs });
    expect(correctPressTime(recordedPress, makeMeasuredClock(aheadMs), 0)).toEqual({
      pressedMs: PRESSED_MS,
      isCorrected: true,
    });
  });

  it('is that of the known clock, if the clock is set right only after the press', () => {
    const recordedPress = makePress({ deviceMs: PRESSED_MS + 3 * HOUR, offsetMs: -3 * HOUR });
    expect(correctPressTime(recordedPress, makeMeasuredClock(), 0)).toEqual({
      pressedMs: PRESSED_MS,
      isCorrected: true,
    });
  });

  it('is that of the clock now, if the clock fell back to its first day before the press', () => {
    const fellBackMs = PRESSED_MS - Date.parse('2020-01-01T00:00:00Z');
    const recordedPress = makePress({ deviceMs: PRESSED_MS - fellBackMs, isOffsetTrusted: false });
    expect(correctPressTime(recordedPress, makeMeasuredClock(-fellBackMs), 0)).toEqual({
      pressedMs: PRESSED_MS,
      isCorrected: true,
    });
  });

  it('follows the monotonic clock of the page, if no other clock is possible', () => {
    const recordedPress = makePress({ deviceMs: PRESSED_MS - 400 * HOUR, page: 'same', monotonicMs: 1000 });
    const measuredClock = makeMeasuredClock(0, 'same', 1000 + 2 * HOUR);
    expect(correctPressTime(recordedPress, measuredClock, 0)).toEqual({
      pressedMs: PRESSED_MS,
      isCorrected: true,
    });
  });

  it('never lies ahead, before the last answer of the server, or before the report before it', () => {
    const lostPress = makePress({ deviceMs: PRESSED_MS - 900 * HOUR });
    expect(correctPressTime(lostPress, makeMeasuredClock(), 0).pressedMs).toBe(PRESSED_MS - 10 * MINUTE);
    expect(correctPressTime(lostPress, makeMeasuredClock(), PRESSED_MS + MINUTE).pressedMs).toBe(
      PRESSED_MS + MINUTE,
    );
    const pressAhead = makePress({ deviceMs: PRESSED_MS + 900 * HOUR });
    expect(correctPressTime(pressAhead, makeMeasuredClock(), 0).pressedMs).toBe(SENT_MS);
  });
});
