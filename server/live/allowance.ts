/** The maximum number of messages that a socket may send at once, and per second in the long run. */
const MAX_BURST_MESSAGES = 160;
const MESSAGES_PER_SECOND = 32;

/**
 * Limits the messages of a socket or an account (token bucket). The burst is large, because a board sends
 * many messages when it opens.
 */
export class MessageAllowance {
  private readonly maxBurstMessages: number;
  private readonly messagesPerSecond: number;
  private messagesLeft: number;
  private updatedAtMs = Date.now();

  constructor(maxBurstMessages = MAX_BURST_MESSAGES, messagesPerSecond = MESSAGES_PER_SECOND) {
    this.maxBurstMessages = maxBurstMessages;
    this.messagesPerSecond = messagesPerSecond;
    this.messagesLeft = maxBurstMessages;
  }

  /** Counts one message. @returns whether the message is allowed */
  takeOne(): boolean {
    const now = Date.now();
    this.messagesLeft = Math.min(
      this.maxBurstMessages,
      this.messagesLeft + ((now - this.updatedAtMs) / 1000) * this.messagesPerSecond,
    );
    this.updatedAtMs = now;
    if (this.messagesLeft < 1) return false;
    this.messagesLeft--;
    return true;
  }
}
