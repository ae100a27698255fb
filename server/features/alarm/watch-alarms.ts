import { randomUUID } from 'node:crypto';
import type { AlarmMeasure } from '#shared/alarms/measures.ts';
import type { Db } from '../../db/database.ts';
import { releaseAndPruneLeases, takeLeases } from '../../db/lease.ts';
import { runWithTimeLimit } from '../../db/time-limit.ts';
import { evaluateRules, FactoryEvaluationError } from './evaluate-rules.ts';
import type { EnabledRule } from './load-rules.ts';
import { getMeasureIntervalSeconds } from './read-measure.ts';

/** The name of the lease that the evaluating node holds. */
const LEASE_KEY = 'alarms';
/** How long the lease of a node that has died stays, in milliseconds. */
const LEASE_DURATION_MS = 15_000;
const ROUND_INTERVAL_MS = 5000;
/** The shortest pause between two rounds, in milliseconds. */
const MIN_ROUND_INTERVAL_MS = 500;
const ROUND_TIMEOUT_MS = 30_000;
/**
 * How long a node does not evaluate screens after it has begun to evaluate rules, in milliseconds. Screens that could
 * not report, because the server or the database could not be reached, report again within this time.
 */
const SCREEN_GRACE_MS = 60_000;
/** If no round has succeeded for this time, in milliseconds, screens may have been unable to report. */
const MAX_ROUND_GAP_MS = 30_000;
const SECOND_MS = 1000;

const ALL_MEASURES = 'all';
/** The measures that are read again soon after rows of an entity have changed. */
const MEASURES_BY_ENTITY: Readonly<Partial<Record<string, readonly AlarmMeasure[] | typeof ALL_MEASURES>>> = {
  alarmRule: ALL_MEASURES,
  abnormalCall: ['openCallCount', 'callUnansweredMinutes', 'downDeviceCount'],
  wallScreen: ['screenSilentSeconds'],
};

interface WatchOptions {
  onError: (error: unknown, message: string) => void;
  /** The pause between two rounds, in milliseconds; tests shorten it. */
  roundIntervalMs?: number;
  screenGraceMs?: number;
  leaseDurationMs?: number;
}

/**
 * Evaluates the alarm rules of all factories in rounds. Of the nodes that use a database, only the node that holds the
 * lease evaluates them. If this node dies, another node takes over after the lease has expired.
 */
export class AlarmWatch {
  private readonly db: Db;
  private readonly options: Required<WatchOptions>;
  private readonly nodeId = randomUUID();
  /** When each measure of each factory was last read, in milliseconds of the steady clock. */
  private readonly readTimes = new Map<string, number>();
  /** When the evaluation of each factory last failed, in milliseconds of the steady clock. */
  private readonly failureTimes = new Map<number, number>();
  private readonly changedMeasures = new Set<AlarmMeasure | typeof ALL_MEASURES>();
  private timer: NodeJS.Timeout | null = null;
  /** When the timer fires, in milliseconds of the steady clock. */
  private dueAt = 0;
  private currentRound: Promise<void> | null = null;
  private isClosed = false;
  private isFailing = false;
  /** When the current series of successful rounds began, in milliseconds of the steady clock; null if there is none. */
  private steadySince: number | null = null;
  private lastSuccessAt = 0;

  constructor(db: Db, options: WatchOptions) {
    this.db = db;
    this.options = {
      roundIntervalMs: ROUND_INTERVAL_MS,
      screenGraceMs: SCREEN_GRACE_MS,
      leaseDurationMs: LEASE_DURATION_MS,
      ...options,
    };
    this.schedule(0);
  }

  /** Evaluates soon, because rows of an entity have changed. */
  onChange(entity: string): void {
    const measures = MEASURES_BY_ENTITY[entity];
    if (!measures || this.isClosed) return;
    for (const measure of measures === ALL_MEASURES ? ([ALL_MEASURES] as const) : measures)
      this.changedMeasures.add(measure);
    if (this.currentRound) return;
    // A round that is due sooner is not postponed. Otherwise frequent changes would postpone it forever.
    if (this.dueAt - performance.now() <= MIN_ROUND_INTERVAL_MS) return;
    if (this.timer) clearTimeout(this.timer);
    this.schedule(MIN_ROUND_INTERVAL_MS);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    if (this.timer) clearTimeout(this.timer);
    await this.currentRound;
    await releaseAndPruneLeases(this.db, this.nodeId);
  }

  private schedule(delayMs: number): void {
    if (this.isClosed) return;
    this.dueAt = performance.now() + delayMs;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.currentRound = this.runRound().finally(() => {
        this.currentRound = null;
        this.schedule(this.changedMeasures.size > 0 ? MIN_ROUND_INTERVAL_MS : this.options.roundIntervalMs);
      });
    }, delayMs);
  }

  private async runRound(): Promise<void> {
    try {
      await runWithTimeLimit(ROUND_TIMEOUT_MS, () => this.evaluateIfLeased());
      this.isFailing = false;
    } catch (error) {
      if (error instanceof FactoryEvaluationError) this.retryFailedFactories(error.factoryIds);
      else {
        this.steadySince = null;
        this.readTimes.clear();
      }
      if (!this.isFailing) this.options.onError(error, 'The alarm rules cannot be evaluated now');
      this.isFailing = true;
    }
  }

  /** Lets the next round read all measures of the failed factories, and gives their screens time to report. */
  private retryFailedFactories(factoryIds: readonly number[]): void {
    this.lastSuccessAt = performance.now();
    for (const factoryId of factoryIds) {
      this.failureTimes.set(factoryId, this.lastSuccessAt);
      for (const key of this.readTimes.keys())
        if (key.startsWith(`${factoryId} `)) this.readTimes.delete(key);
    }
  }

  private async evaluateIfLeased(): Promise<void> {
    const request = { key: LEASE_KEY, answerAgeMs: null, digest: null };
    const [lease] = await takeLeases(this.db, this.nodeId, [request], this.options.leaseDurationMs);
    const changedMeasures = new Set(this.changedMeasures);
    this.changedMeasures.clear();
    if (lease?.node !== this.nodeId) {
      this.steadySince = null;
      return;
    }
    const now = performance.now();
    if (this.steadySince === null || now - this.lastSuccessAt > MAX_ROUND_GAP_MS) this.steadySince = now;
    const { steadySince } = this;
    const areScreensEvaluated = (factoryId: number): boolean =>
      now - Math.max(steadySince, this.failureTimes.get(factoryId) ?? 0) >= this.options.screenGraceMs;
    const isDue = (rule: EnabledRule): boolean => {
      if (rule.measure === 'screenSilentSeconds' && !areScreensEvaluated(rule.factoryId)) return false;
      const readAt = this.readTimes.get(this.getReadKey(rule));
      return (
        readAt === undefined ||
        readAt === now ||
        changedMeasures.has(ALL_MEASURES) ||
        changedMeasures.has(rule.measure) ||
        now - readAt >= getMeasureIntervalSeconds(rule.measure) * SECOND_MS - MIN_ROUND_INTERVAL_MS
      );
    };
    await evaluateRules(this.db, (rule) => {
      const isRuleDue = isDue(rule);
      if (isRuleDue) this.readTimes.set(this.getReadKey(rule), now);
      return isRuleDue;
    });
    this.lastSuccessAt = performance.now();
  }

  private getReadKey({ factoryId, measure }: EnabledRule): string {
    return `${factoryId} ${measure}`;
  }
}
