/** Messages that a socket may send at once, and then each second. */
const BURST = 160;
const PER_SECOND = 32;

/** Counts what a socket sends: a burst when a board opens, a trickle afterwards. */
export class Allowance {
  private left = BURST;
  private at = Date.now();

  /** Takes one message. @returns whether it was allowed */
  take(): boolean {
    const now = Date.now();
    this.left = Math.min(BURST, this.left + ((now - this.at) / 1000) * PER_SECOND);
    this.at = now;
    if (this.left < 1) return false;
    this.left--;
    return true;
  }
}
