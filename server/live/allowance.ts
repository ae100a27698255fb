/** Maximum messages of a socket: burst size and refill per second. */
const BURST = 160;
const PER_SECOND = 32;

/** A token bucket for the messages of a socket. A board sends a burst when it opens. */
export class Allowance {
  private left = BURST;
  private at = Date.now();

  /** Counts one message. @returns whether it is allowed */
  take(): boolean {
    const now = Date.now();
    this.left = Math.min(BURST, this.left + ((now - this.at) / 1000) * PER_SECOND);
    this.at = now;
    if (this.left < 1) return false;
    this.left--;
    return true;
  }
}
