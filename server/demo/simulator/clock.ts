import { setTimeout as pass } from 'node:timers/promises';

/** The minimum duration of a report (one minute), plus some time for the call. */
const MIN_REPORT_MS = 61_500;

/**
 * The clock of the simulator. Simulated time passes `speed` times faster than real time. A report has real times,
 * so it takes at least a minute at any speed.
 */
export class SimulatorClock {
  readonly speed: number;
  private readonly stopSignal: AbortSignal;

  constructor(speed: number, stopSignal: AbortSignal) {
    this.speed = speed;
    this.stopSignal = stopSignal;
  }

  /** Waits for some real time, in milliseconds. @throws AbortError when the simulator is stopped */
  async passMs(ms: number): Promise<void> {
    await pass(Math.max(0, ms), undefined, { signal: this.stopSignal });
  }

  /** Waits for some minutes of simulated time. */
  passMinutes(minutes: number): Promise<void> {
    return this.passMs(this.toRealMs(minutes));
  }

  toRealMs(minutes: number): number {
    return (minutes * 60_000) / this.speed;
  }

  /** Converts the duration of a report from simulated minutes to real milliseconds, at least MIN_REPORT_MS. */
  toReportMs(minutes: number): number {
    return Math.max(MIN_REPORT_MS, this.toRealMs(minutes));
  }
}
