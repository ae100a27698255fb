const TOLERANCE_MS = 60_000;

/** What a device knew about time when a button was pressed. Every time is in milliseconds. */
export interface PressClock {
  /** The clock of the device. */
  readonly deviceMs: number;
  /** How far the server's clock was ahead of the device's when it was last measured. */
  readonly offsetMs: number;
  /** Whether the clock of the device is known to run on since that measurement. */
  readonly isOffsetTrusted: boolean;
  /** The time of the last answer of the server, by the server's clock; 0 if there was none. */
  readonly lastServerMs: number;
  /** Identifies the page, because its monotonic clock begins anew with each page. */
  readonly page: string;
  readonly monotonicMs: number;
}

/** What a device knows about time when the server answers again. */
export interface MeasuredClock extends Pick<PressClock, 'deviceMs' | 'page' | 'monotonicMs'> {
  readonly serverMs: number;
}

/** The time of a press by the server's clock, and whether the device's own clock was wrong or was set. */
export interface CorrectedTime {
  readonly pressedMs: number;
  readonly isCorrected: boolean;
}

/**
 * Works out when a button was pressed, by the server's clock. The clock of the device may be hours off, and somebody or a
 * restart may have set it between the press and now.
 * @param notBeforeMs the time of an earlier press of the same device; 0 if there is none
 */
export function correctPressTime(
  press: PressClock,
  measured: MeasuredClock,
  notBeforeMs: number,
): CorrectedTime {
  const earliestMs = Math.max(press.lastServerMs, notBeforeMs);
  const limit = (time: number) => Math.min(measured.serverMs, Math.max(earliestMs, time));
  /** The time if the clock was not set since the press, and if it was not set before the press. */
  const byClockNow = press.deviceMs + measured.serverMs - measured.deviceMs;
  const byClockThen = press.deviceMs + press.offsetMs;
  const isPossible = (time: number) =>
    time >= earliestMs - TOLERANCE_MS && time <= measured.serverMs + TOLERANCE_MS;
  if (Math.abs(byClockNow - byClockThen) <= TOLERANCE_MS && isPossible(byClockNow))
    return {
      pressedMs: limit(byClockNow),
      isCorrected: Math.abs(byClockNow - press.deviceMs) > TOLERANCE_MS,
    };
  const candidates = (press.isOffsetTrusted ? [byClockThen, byClockNow] : [byClockNow, byClockThen]).filter(
    isPossible,
  );
  if (press.page === measured.page) {
    // The monotonic clock does not jump, but may stand still while the device sleeps.
    const latestMs = measured.serverMs - (measured.monotonicMs - press.monotonicMs);
    const best = candidates.filter((time) => time <= latestMs + TOLERANCE_MS).toSorted((a, b) => b - a)[0];
    return { pressedMs: limit(best ?? latestMs), isCorrected: true };
  }
  return { pressedMs: limit(candidates[0] ?? byClockNow), isCorrected: true };
}
