import { assumeClockOffset, getServerTime, isClockMeasured } from '#client/kit/live/live.ts';
import { browserStorage } from '#client/kit/wire/browser-storage.ts';
import { makeRequestId } from '#client/kit/wire/request-id.ts';
import type { MeasuredClock, PressClock } from './correct-press-time.ts';

const CLOCK_STORAGE_KEY = 'floor.clock';
const SAVE_INTERVAL_MS = 10_000;
const PROBE_TIMEOUT_MS = 5000;
/** If the device's clock goes back by more than this, somebody has set the clock. */
const CLOCK_SET_BACK_MS = 60_000;

/** The data about the clock that stays stored while this device is off. */
type KeptClock = Pick<PressClock, 'offsetMs' | 'lastServerMs' | 'isOffsetTrusted'> & {
  /** The time of the device's clock when this data was written. */
  readonly deviceMs: number;
};

const page = makeRequestId();

function readKeptClock(): KeptClock {
  const storedClock = browserStorage.forBrowser.get(CLOCK_STORAGE_KEY) as KeptClock | undefined;
  if (typeof storedClock?.offsetMs !== 'number')
    return { offsetMs: 0, lastServerMs: 0, isOffsetTrusted: false, deviceMs: Date.now() };
  const wasSetBack = Date.now() < storedClock.deviceMs - CLOCK_SET_BACK_MS;
  return { ...storedClock, isOffsetTrusted: storedClock.isOffsetTrusted && !wasSetBack };
}

let keptClock = readKeptClock();

function keepClock(next: KeptClock): void {
  keptClock = next;
  browserStorage.forBrowser.set(CLOCK_STORAGE_KEY, next);
}

/**
 * Stores the difference between the clocks of this device and the server. Without a measurement, checks only if
 * somebody set the clock.
 */
function updateKeptClock(): void {
  const deviceMs = Date.now();
  if (!isClockMeasured()) {
    const wasSetBack = deviceMs < keptClock.deviceMs - CLOCK_SET_BACK_MS;
    keepClock({ ...keptClock, deviceMs, isOffsetTrusted: keptClock.isOffsetTrusted && !wasSetBack });
    return;
  }
  const serverMs = getServerTime();
  // `lastServerMs` stays, because `getServerTime` computes the time without an answer of the server.
  keepClock({ ...keptClock, deviceMs, offsetMs: serverMs - deviceMs, isOffsetTrusted: true });
}

/** Returns the times that this device knows at the press of a button. */
export function readPressClock(): PressClock {
  const deviceMs = Date.now();
  const { offsetMs, isOffsetTrusted, lastServerMs } = keptClock;
  return {
    deviceMs,
    offsetMs: isClockMeasured() ? getServerTime() - deviceMs : offsetMs,
    isOffsetTrusted: isClockMeasured() || isOffsetTrusted,
    lastServerMs,
    page,
    monotonicMs: performance.now(),
  };
}

/**
 * Returns the server's time when it answered. `statedMs`, the time in the answer, has only whole seconds. The function
 * therefore returns the time of the live connection, if both times are close.
 */
function readServerMs(statedMs: number, deviceMs: number): number {
  if (Number.isNaN(statedMs)) return deviceMs + keptClock.offsetMs;
  const knownMs = getServerTime();
  return isClockMeasured() && Math.abs(knownMs - statedMs) < 5000 ? knownMs : statedMs + 500;
}

/**
 * Asks the server for its time.
 * @returns null if the server cannot be reached
 */
export async function measureClock(): Promise<MeasuredClock | null> {
  try {
    const response = await fetch('/healthz', {
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    const statedMs = Date.parse(response.headers.get('date') ?? '');
    const deviceMs = Date.now();
    const serverMs = readServerMs(statedMs, deviceMs);
    keepClock({ offsetMs: serverMs - deviceMs, lastServerMs: serverMs, isOffsetTrusted: true, deviceMs });
    return { serverMs, deviceMs, page, monotonicMs: performance.now() };
  } catch {
    return null;
  }
}

/** Records that the server has just answered. */
export function noteServerAnswer(): void {
  if (isClockMeasured()) keptClock = { ...keptClock, lastServerMs: getServerTime() };
}

if (typeof window !== 'undefined') {
  assumeClockOffset(keptClock.offsetMs);
  setInterval(updateKeptClock, SAVE_INTERVAL_MS);
}
