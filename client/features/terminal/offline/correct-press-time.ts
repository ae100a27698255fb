const TOLERANCE_MS = 60_000;

/** The times that a device knew when a button was pressed, all in milliseconds. */
export interface PressClock {
  /** The clock of the device. */
  readonly deviceMs: number;
  /** How far the server's clock was ahead of the device's clock at the last measurement. */
  readonly offsetMs: number;
  /** Whether nobody has set the clock of the device since that measurement. */
  readonly isOffsetTrusted: boolean;
  /** The time of the last answer of the server, by the server's clock; 0 if the server has not answered. */
  readonly lastServerMs: number;
  /** The id of the page. The monotonic clock begins anew with each page. */
  readonly page: string;
  /** The time since the page was opened. */
  readonly monotonicMs: number;
}

/** The times that a device knows when the server answers again. */
export interface MeasuredClock extends Pick<PressClock, 'deviceMs' | 'page' | 'monotonicMs'> {
  readonly serverMs: number;
}

/** The time of a press by the server's clock, and whether this time differs from the device's clock at the press. */
export interface CorrectedTime {
  readonly pressedMs: number;
  readonly isCorrected: boolean;
}

/**
 * Computes when a button was pressed, by the server's clock. The clock of the device may be wrong by hours, and a
 * person or a restart may have set it since the press.
 * @param notBeforeMs the time of an earlier press on the same device; 0 if there is none
 */
export function correctPressTime(
  press: PressClock,
  measuredClock: MeasuredClock,
  notBeforeMs: number,
): CorrectedTime {
  const earliestMs = Math.max(press.lastServerMs, notBeforeMs);
  const limitTime = (time: number) => Math.min(measuredClock.serverMs, Math.max(earliestMs, time));
  /** The time of the press if nobody has set the clock since the press. */
  const pressedMsByClockNow = press.deviceMs + measuredClock.serverMs - measuredClock.deviceMs;
  /** The time of the press if nobody set the clock between the last measurement and the press. */
  const pressedMsByClockThen = press.deviceMs + press.offsetMs;
  const isPossible = (time: number) =>
    time >= earliestMs - TOLERANCE_MS && time <= measuredClock.serverMs + TOLERANCE_MS;
  if (Math.abs(pressedMsByClockNow - pressedMsByClockThen) <= TOLERANCE_MS && isPossible(pressedMsByClockNow))
    return {
      pressedMs: limitTime(pressedMsByClockNow),
      isCorrected: Math.abs(pressedMsByClockNow - press.deviceMs) > TOLERANCE_MS,
    };
  const candidates = (
    press.isOffsetTrusted
      ? [pressedMsByClockThen, pressedMsByClockNow]
      : [pressedMsByClockNow, pressedMsByClockThen]
  ).filter(isPossible);
  if (press.page === measuredClock.page) {
    // The monotonic clock does not jump, but may stand still while the device sleeps.
    const latestMs = measuredClock.serverMs - (measuredClock.monotonicMs - press.monotonicMs);
    const bestEstimate = candidates
      .filter((time) => time <= latestMs + TOLERANCE_MS)
      .toSorted((a, b) => b - a)[0];
    return { pressedMs: limitTime(bestEstimate ?? latestMs), isCorrected: true };
  }
  return { pressedMs: limitTime(candidates[0] ?? pressedMsByClockNow), isCorrected: true };
}
