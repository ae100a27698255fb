import { setTimeout as pass } from 'node:timers/promises';

/** The limit of a report's duration that the product sets, and a little more for the way that a call takes. */
const MIN_REPORT_MS = 61_500;

/**
 * How time passes for the people of the simulator. They live `speed` times as fast as the wall clock, with one
 * exception: reports carry real times, and none may be shorter than a minute. Nobody reports what did not happen, so at
 * high speed a piece of work still takes a real minute, and people wait less in between.
 */
export class Clock {
  readonly speed: number;
  private readonly stopped: AbortSignal;

  constructor(speed: number, stopped: AbortSignal) {
    this.speed = speed;
    this.stopped = stopped;
  }

  /** Lets real time pass. @throws AbortError once the simulator is stopped */
  async passMs(ms: number): Promise<void> {
    await pass(Math.max(0, ms), undefined, { signal: this.stopped });
  }

  /** Lets minutes of the people's time pass. */
  passMinutes(minutes: number): Promise<void> {
    return this.passMs(this.inMs(minutes));
  }

  inMs(minutes: number): number {
    return (minutes * 60_000) / this.speed;
  }

  /** How long a report of so many minutes lasts in real time. */
  reportMs(minutes: number): number {
    return Math.max(MIN_REPORT_MS, this.inMs(minutes));
  }
}
