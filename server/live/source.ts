import { setTimeout as pause } from 'node:timers/promises';
import type { MissedFrames, Frame, SourceSnapshot } from '#shared/kernel/live.ts';
import type { ReportDescriptor } from '#shared/kernel/report.ts';
import type { SourceFactory } from '../call/backend.ts';
import { runWithLogName } from '../log.ts';
import type { SourceAnswer, SourceRefusal } from './query-source.ts';
import { SourceHistory } from './source-history.ts';

/**
 * Minimum interval between two frames of a source, in milliseconds. The first change after a quiet time is
 * sent at once.
 */
export const MIN_COMPUTE_INTERVAL_MS = 250;
/**
 * The pauses after the first to fourth failed computation in a row, in milliseconds. After more failures the
 * last pause is used. A source without rows always uses the first pause.
 */
const RETRY_DELAYS_MS = [500, 1000, 2000, 5000];
/** The time without a watcher after which the rows count as old, in milliseconds. */
const MAX_UNWATCHED_MS = 60_000;
/** How long a watcher waits for new rows before it gets old rows, in milliseconds. */
const MAX_WAIT_FOR_NEW_ROWS_MS = 2000;
/** Minimum interval between two computations of a recorded source that nobody watches, in milliseconds. */
const MIN_UNWATCHED_INTERVAL_MS = 2000;
/** The longest pause after a slow computation, in milliseconds. */
const MAX_PAUSE_MS = 5000;

/** The session of a socket that watches a source. The source uses it to call the backend. */
interface Watcher {
  token: string;
  ip: string;
  accountId: number;
}

interface SourceDependencies {
  /** Returns the run id of the node. */
  getRunId: () => string;
  /** Returns the position up to which the feed was read. */
  getPosition: () => number;
  /**
   * Returns the time at which the rows were last known to be current, provided that no change was announced:
   * ISO 8601; empty if unknown.
   */
  getLastVerifiedTime: () => string;
  queryRows: (source: Source) => Promise<SourceAnswer>;
  publishFrame: (source: Source, frame: Frame) => void;
  /** Returns the time of the database, in milliseconds since 1970. */
  getNowMs: () => number;
}

const getLaterTime = (left: string, right: string): string => (left > right ? left : right);

/**
 * A report with one set of parameters, as the employees of a factory or one account of a customer or supplier
 * may see it. Each node computes the rows of a source for all its watching sockets together.
 */
export class Source {
  readonly key: string;
  readonly factory: SourceFactory;
  readonly report: ReportDescriptor;
  readonly params: Record<string, string>;
  /** The watchers by socket id. */
  readonly watchers = new Map<string, Watcher>();
  /** The factory for which the rows are recorded; null if they are not recorded. */
  recordingFactory: SourceFactory | null = null;
  /** When the last watcher left, the recording ended or the source was created, in milliseconds since 1970. */
  idleSince: number;
  private readonly dependencies: SourceDependencies;
  private history: SourceHistory;
  private isDirty = true;
  private isComputing = false;
  private isClosed = false;
  /** Whether the rows are old because nobody watched the source. */
  private isOld = false;
  private confirmedAt = '';
  /** The earliest time of the next computation, in milliseconds of the steady clock. */
  private notBefore = 0;
  private failureCount = 0;
  private generation = 0;
  private timer: NodeJS.Timeout | null = null;
  private waitingCallbacks: ((problem: SourceRefusal | null) => void)[] = [];

  constructor(
    identity: {
      key: string;
      factory: SourceFactory;
      report: ReportDescriptor;
      params: Record<string, string>;
    },
    dependencies: SourceDependencies,
  ) {
    this.key = identity.key;
    this.factory = identity.factory;
    this.report = identity.report;
    this.params = identity.params;
    this.dependencies = dependencies;
    this.idleSince = dependencies.getNowMs();
    this.history = new SourceHistory(this.key, this.report.rowKey, dependencies.getRunId());
  }

  watch(socketId: string, watcher: Watcher): void {
    if (this.watchers.size === 0) this.prepareForFirstWatcher();
    this.watchers.set(socketId, watcher);
    this.schedule();
  }

  unwatch(socketId: string): void {
    if (this.watchers.delete(socketId) && this.watchers.size === 0)
      this.idleSince = this.dependencies.getNowMs();
  }

  /** Whether somebody watches the source or its rows are recorded. */
  get isUsed(): boolean {
    return this.watchers.size > 0 || this.recordingFactory !== null;
  }

  /**
   * Keeps the rows current even while nobody watches the source, so that they can be recorded.
   * @param factory null if the rows are no longer recorded
   */
  keepForRecording(factory: SourceFactory | null): void {
    if (factory === null && this.watchers.size === 0) this.idleSince = this.dependencies.getNowMs();
    this.recordingFactory = factory;
    this.schedule();
  }

  /** Returns the rows for a recording; see `SourceHistory`. */
  getRowTexts(): { texts: ReadonlyMap<string, string>; changedAt: string } | null {
    return this.history.getRowTexts();
  }

  /**
   * Waits for the first rows, and for new rows if nobody has watched the source for some time. It waits at
   * most `MAX_WAIT_FOR_NEW_ROWS_MS` for new rows, because a tile shows the age of old rows.
   * @returns the refusal if there are no rows; null if there are rows
   */
  waitForRows(): Promise<SourceRefusal | null> {
    if (this.history.hasRows && !this.isOld) return Promise.resolve(null);
    const computation = new Promise<SourceRefusal | null>((resolve) => {
      this.waitingCallbacks.push(resolve);
      this.schedule();
    });
    if (!this.history.hasRows) return computation;
    return Promise.race([
      computation.then(() => null),
      pause(MAX_WAIT_FOR_NEW_ROWS_MS, null, { ref: false }),
    ]);
  }

  /** Marks the rows as possibly changed, and schedules a computation. */
  invalidate(): void {
    this.confirmedAt = this.getLastGoodTime();
    this.isDirty = true;
    this.schedule();
  }

  /** The time at which the rows were last known to be current: ISO 8601; empty if unknown. */
  getLastGoodTime(): string {
    // After the clock was set back, a time in the future would hide how old the rows are.
    const now = new Date(this.dependencies.getNowMs()).toISOString();
    if (this.confirmedAt > now) this.confirmedAt = now;
    // The rows are not confirmed during a computation, because it may take long or never end.
    if (this.isDirty || this.isComputing) return this.confirmedAt;
    return getLaterTime(this.confirmedAt, this.dependencies.getLastVerifiedTime());
  }

  makeSnapshot(): SourceSnapshot {
    return this.history.makeSnapshot(this.getLastGoodTime());
  }

  findMissedFrames(runId: string, pos: number): MissedFrames | null {
    return this.history.findMissedFrames(runId, pos);
  }

  getDigest(): string | null {
    return this.history.getDigest();
  }

  /** Discards the rows and computes them again, because the database was restored or feed rows are missing. */
  reset(): void {
    this.generation++;
    this.history = new SourceHistory(this.key, this.report.rowKey, this.dependencies.getRunId());
    this.isDirty = true;
    this.schedule();
  }

  close(): void {
    this.isClosed = true;
    if (this.timer) clearTimeout(this.timer);
    this.answerWaiters({ code: 'internal' });
  }

  /**
   * Marks the rows as old if nobody has watched the source for a long time, or shortens the pause of a source that was
   * only recorded.
   */
  private prepareForFirstWatcher(): void {
    if (this.recordingFactory !== null) {
      this.notBefore = Math.min(this.notBefore, performance.now() + MIN_COMPUTE_INTERVAL_MS);
      if (this.timer) clearTimeout(this.timer);
      this.timer = null;
    } else if (this.dependencies.getNowMs() - this.idleSince >= MAX_UNWATCHED_MS) {
      this.isOld = true;
      this.invalidate();
    }
  }

  private schedule(): void {
    if (this.isComputing || this.isClosed || this.timer || !this.isDirty || !this.isUsed) return;
    const waitMs = this.notBefore - performance.now();
    if (waitMs <= 0) {
      void this.computeWithLogName();
      return;
    }
    this.timer = setTimeout(() => {
      this.timer = null;
      if (this.isUsed) void this.computeWithLogName();
    }, waitMs);
  }

  private computeWithLogName(): Promise<void> {
    return runWithLogName(`source ${this.report.path}`, () => this.computeRows());
  }

  private async computeRows(): Promise<void> {
    const { generation } = this;
    this.isComputing = true;
    this.isDirty = false;
    const startedAtMs = performance.now();
    const at = new Date(this.dependencies.getNowMs()).toISOString();
    // The position is read before the rows. The rows may already contain later commits; it does no harm if a
    // client applies these twice.
    const pos = this.dependencies.getPosition();
    // A rejected promise becomes a refusal, so that the source does not wait forever.
    const answer = await this.dependencies.queryRows(this).catch((): SourceAnswer => ({ code: 'internal' }));
    this.isComputing = false;
    if (this.isClosed) return;
    const now = performance.now();
    if (generation !== this.generation) {
      this.isDirty = true;
    } else if ('rows' in answer) {
      this.failureCount = 0;
      this.confirmedAt = at;
      const frame = this.history.storeRows(answer.rows, pos, at);
      // Only a frame starts the minimum interval, so that the first change after a quiet time is sent at
      // once. After each computation the source also pauses for as long as the computation took, but at most
      // for `MAX_PAUSE_MS`.
      const minIntervalMs = frame ? MIN_COMPUTE_INTERVAL_MS : 0;
      const minIntervalEnd =
        startedAtMs + (this.watchers.size === 0 ? MIN_UNWATCHED_INTERVAL_MS : minIntervalMs);
      this.notBefore = Math.max(minIntervalEnd, now + Math.min(now - startedAtMs, MAX_PAUSE_MS));
      if (frame) this.dependencies.publishFrame(this, frame);
      this.answerWaiters(null);
    } else {
      this.isDirty = true;
      const retryDelayMs = this.history.hasRows
        ? RETRY_DELAYS_MS[Math.min(this.failureCount, RETRY_DELAYS_MS.length - 1)]!
        : RETRY_DELAYS_MS[0]!;
      this.failureCount++;
      this.notBefore = now + retryDelayMs;
      this.answerWaiters(answer);
    }
    this.schedule();
  }

  private answerWaiters(problem: SourceRefusal | null): void {
    this.isOld = false;
    const { waitingCallbacks: callbacks } = this;
    this.waitingCallbacks = [];
    for (const callback of callbacks) callback(problem);
  }
}
