import { setTimeout as pass } from 'node:timers/promises';

/** The minimum duration of a report, plus some time for the request. */
const MIN_REPORT_MS = 61_500;

/**
 * The clock of the simulator. Simulated time passes `speed` times faster than real time. Reports have real times and a
 * minimum duration of a minute, so at high speed a report still takes a real minute and only the waits get shorter.
 */
export class Clock {
  readonly speed: number;
  private readonly stopped: AbortSignal;

  constructor(speed: number, stopped: AbortSignal) {
    this.speed = speed;
    this.stopped = stopped;
  }

  /** Waits in real time. @throws AbortError when the simulator is stopped */
  async passMs(ms: number): Promise<void> {
    await pass(Math.max(0, ms), undefined, { signal: this.stopped });
  }

  /** Waits for minutes of simulated time. */
  passMinutes(minutes: number): Promise<void> {
    return this.passMs(this.inMs(minutes));
  }

  inMs(minutes: number): number {
    return (minutes * 60_000) / this.speed;
  }

  /** The real duration of a report of so many simulated minutes. */
  reportMs(minutes: number): number {
    return Math.max(MIN_REPORT_MS, this.inMs(minutes));
  }
}
