import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/**
 * Gives each request and each answer its own turn of the event loop. If many are due at the same time, the server can
 * handle other calls in between.
 */
export class AnswerTurns {
  private lastTurn: Promise<void> = Promise.resolve();

  /** Waits for the next free turn. */
  waitForTurn(): Promise<void> {
    this.lastTurn = this.lastTurn.then(() => yieldToEventLoop());
    return this.lastTurn;
  }
}
