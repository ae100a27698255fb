import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/**
 * Gives each of many requests and answers that are due at the same time a turn of the event loop of its own, so that
 * the server can handle other calls in between.
 */
export class AnswerTurns {
  private lastTurn: Promise<void> = Promise.resolve();

  /** Waits for the first turn that nobody else has taken. */
  take(): Promise<void> {
    this.lastTurn = this.lastTurn.then(() => yieldToEventLoop());
    return this.lastTurn;
  }
}
