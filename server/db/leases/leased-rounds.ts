import { randomUUID } from 'node:crypto';
import type { Db } from '../database.ts';
import { runWithTimeLimit } from '../time-limit.ts';
import { isLeaseHeld, releaseAndPruneLeases, takeLeases } from './take-leases.ts';

/** How long the lease of a node remains valid after the node has died, in milliseconds. */
const LEASE_DURATION_MS = 15_000;
/**
 * How long a round may take, in milliseconds. Together with the pause between two rounds it is shorter than the lease,
 * so that the lease does not expire while a node works.
 */
const ROUND_TIMEOUT_MS = 5000;

interface RoundOptions {
  leaseKey: string;
  /** The pause between two rounds, in milliseconds. */
  intervalMs: number;
  leaseDurationMs?: number;
  roundTimeoutMs?: number;
  /**
   * Runs a round. Work that takes longer than the round must begin in `runWithoutTimeLimit`, and the round must not
   * wait for it.
   * @param isHeld whether this node holds the lease
   */
  runRound: (isHeld: boolean) => Promise<void>;
  /** Called after each round that failed or took too long. */
  onFailure?: () => void;
  onError: (error: unknown, message: string) => void;
  /** The message that is reported for the first of several failed rounds in a row. */
  failureMessage: string;
}

/**
 * Runs rounds on all nodes of a database. Each round takes or renews a lease, which only one node holds at a
 * time. If the node that holds the lease dies, another node takes the lease after it has expired. Each round
 * has a time limit, so it cannot hang on a database that no longer answers.
 */
export class LeasedRounds {
  private readonly db: Db;
  private readonly options: Required<RoundOptions>;
  private readonly nodeId = randomUUID();
  private timer: NodeJS.Timeout | null = null;
  /** The time at which the timer fires, in milliseconds of the steady clock. */
  private dueAt = 0;
  /**
   * The delay of the next round in milliseconds, if `runSoon` was called during the current round; otherwise
   * null.
   */
  private nextDelayMs: number | null = null;
  private currentRound: Promise<void> | null = null;
  private isFailing = false;
  private hasEnded = false;

  constructor(db: Db, options: RoundOptions) {
    this.db = db;
    this.options = {
      leaseDurationMs: LEASE_DURATION_MS,
      roundTimeoutMs: ROUND_TIMEOUT_MS,
      onFailure: () => undefined,
      ...options,
    };
    this.schedule(0);
  }

  get isClosed(): boolean {
    return this.hasEnded;
  }

  /** Runs the next round at the latest after `delayMs`. A round that is due sooner is not postponed. */
  runSoon(delayMs: number): void {
    if (this.currentRound) this.nextDelayMs = Math.min(delayMs, this.nextDelayMs ?? delayMs);
    else if (this.dueAt - performance.now() > delayMs) this.schedule(delayMs);
  }

  /** Whether this node still holds the lease. @param db the transaction that will write */
  isLeaseHeld(db: Db): Promise<boolean> {
    return isLeaseHeld(db, this.nodeId, this.options.leaseKey);
  }

  /** Ends the rounds, waits for `finishWork`, and then releases the lease. */
  async close(finishWork: () => Promise<unknown>): Promise<void> {
    this.hasEnded = true;
    if (this.timer) clearTimeout(this.timer);
    await this.currentRound;
    await finishWork();
    await releaseAndPruneLeases(this.db, this.nodeId);
  }

  private schedule(delayMs: number): void {
    if (this.hasEnded) return;
    if (this.timer) clearTimeout(this.timer);
    this.dueAt = performance.now() + delayMs;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.currentRound = this.runRound().finally(() => {
        this.currentRound = null;
        const delay = Math.min(this.options.intervalMs, this.nextDelayMs ?? Infinity);
        this.nextDelayMs = null;
        this.schedule(delay);
      });
    }, delayMs);
  }

  private async runRound(): Promise<void> {
    const { leaseKey, leaseDurationMs, roundTimeoutMs, runRound, onFailure, onError, failureMessage } =
      this.options;
    try {
      await runWithTimeLimit(roundTimeoutMs, async () => {
        const request = { key: leaseKey, answerAgeMs: null, digest: null };
        const [lease] = await takeLeases(this.db, this.nodeId, [request], leaseDurationMs);
        await runRound(lease?.node === this.nodeId);
      });
      this.isFailing = false;
    } catch (error) {
      onFailure();
      if (!this.isFailing) onError(error, failureMessage);
      this.isFailing = true;
    }
  }
}
