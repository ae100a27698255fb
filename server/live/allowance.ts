/** How many messages a socket may send at once, and how many per second in the long run. */
const MAX_BURST_MESSAGES = 160;
const MESSAGES_PER_SECOND = 32;

/** Limits the messages of a socket (token bucket). A board sends many messages when it opens. */
export class MessageAllowance {
  private left = MAX_BURST_MESSAGES;
  private at = Date.now();

  /** Counts one message. @returns whether the message is allowed */
  take(): boolean {
    const now = Date.now();
    this.left = Math.min(MAX_BURST_MESSAGES, this.left + ((now - this.at) / 1000) * MESSAGES_PER_SECOND);
    this.at = now;
    if (this.left < 1) return false;
    this.left--;
    return true;
  }
}
