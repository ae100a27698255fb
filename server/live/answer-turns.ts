import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Gives each of many answers that are due at the same time a turn of the event loop of its own. */
export class AnswerTurns {
  private lastTurn: Promise<void> = Promise.resolve();

  /** Waits for the next turn that nobody else has. */
  take(): Promise<void> {
    this.lastTurn = this.lastTurn.then(() => yieldToEventLoop());
    return this.lastTurn;
  }
}
