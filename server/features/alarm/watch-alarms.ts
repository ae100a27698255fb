import type { AlarmMeasure } from '#shared/alarms/measures.ts';
import { FairTaskLimiter } from '../../call/slot-queue.ts';
import type { Db } from '../../db/database.ts';
import { LeasedRounds } from '../../db/leases/leased-rounds.ts';
import { runWithTimeLimit } from '../../db/time-limit.ts';
import {
  evaluateFactory,
  areAlarmChangesDue,
  loadAlarmsByFactory,
  type AlarmsOfFactory,
} from './evaluate-rules.ts';
import { getMeasureIntervalSeconds } from './read-measure.ts';

/** The name of the lease that the evaluating node holds. */
const LEASE_KEY = 'alarms';
const ROUND_INTERVAL_MS = 5000;
/** The shortest pause between two rounds, in milliseconds. */
const MIN_ROUND_INTERVAL_MS = 500;
/** How long the evaluation of one factory may take, in milliseconds. */
const FACTORY_TIMEOUT_MS = 10_000;
/**
 * The maximum number of factories that are evaluated at the same time. It leaves enough database connections
 * for the requests of clients.
 */
const MAX_PARALLEL_FACTORIES = 4;
/**
 * How long a node does not evaluate screens after it has begun to evaluate rules, in milliseconds. Screens that could
 * not report, because the server or the database could not be reached, report again within this time.
 */
const SCREEN_GRACE_MS = 60_000;
/**
 * If no round has succeeded for this time, in milliseconds, the grace period for screens begins again,
 * because they may have been unable to report.
 */
const MAX_ROUND_GAP_MS = 30_000;
const SECOND_MS = 1000;

const ALL_MEASURES = 'all';
/** The measures that are read again soon after rows of an entity have changed, by the name of the entity. */
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
  factoryTimeoutMs?: number;
}

/**
 * Evaluates the alarm rules of all factories in rounds. A round renews the lease, and starts to evaluate
 * the factories with due rules. It does not wait for these evaluations. A slow factory thus delays neither
 * the other factories nor the next renewal. Of the nodes that use a database, only the node that holds the
 * lease evaluates rules. If this node dies, another node takes over after the lease has expired.
 */
export class AlarmWatch {
  private readonly db: Db;
  private readonly options: Required<Omit<WatchOptions, 'leaseDurationMs'>>;
  private readonly rounds: LeasedRounds;
  /** When each measure of each factory was last read, in milliseconds of `performance.now()`. */
  private readonly lastReadTimes = new Map<string, number>();
  /** When the evaluation of each factory last failed, in milliseconds of `performance.now()`. */
  private readonly failureTimes = new Map<number, number>();
  /** The factories whose rules are being evaluated, or wait for a free slot. */
  private readonly evaluations = new Map<number, Promise<void>>();
  private readonly limiter = new FairTaskLimiter(MAX_PARALLEL_FACTORIES, 1);
  private readonly failingFactoryIds = new Set<number>();
  private readonly changedMeasures = new Set<AlarmMeasure | typeof ALL_MEASURES>();
  /**
   * When the current series of successful rounds began, in milliseconds of `performance.now()`; null if there
   * is none.
   */
  private steadySince: number | null = null;
  private lastSuccessAt = 0;

  constructor(db: Db, options: WatchOptions) {
    this.db = db;
    this.options = {
      roundIntervalMs: ROUND_INTERVAL_MS,
      screenGraceMs: SCREEN_GRACE_MS,
      factoryTimeoutMs: FACTORY_TIMEOUT_MS,
      ...options,
    };
    this.rounds = new LeasedRounds(db, {
      leaseKey: LEASE_KEY,
      intervalMs: this.options.roundIntervalMs,
      ...(options.leaseDurationMs !== undefined && { leaseDurationMs: options.leaseDurationMs }),
      runRound: (isLeaseHeld) => this.startEvaluations(isLeaseHeld),
      onFailure: () => {
        this.steadySince = null;
        this.lastReadTimes.clear();
      },
      onError: options.onError,
      failureMessage: 'The alarm rules cannot be evaluated now',
    });
  }

  /** Starts a round soon if the rules depend on the entity whose rows have changed. */
  onChange(entity: string): void {
    const measures = MEASURES_BY_ENTITY[entity];
    if (!measures) return;
    for (const measure of measures === ALL_MEASURES ? ([ALL_MEASURES] as const) : measures)
      this.changedMeasures.add(measure);
    this.rounds.runSoon(MIN_ROUND_INTERVAL_MS);
  }

  close(): Promise<void> {
    return this.rounds.close(() => Promise.all(this.evaluations.values()));
  }

  private async startEvaluations(isLeaseHeld: boolean): Promise<void> {
    const changedMeasures = new Set(this.changedMeasures);
    this.changedMeasures.clear();
    if (!isLeaseHeld) {
      this.steadySince = null;
      return;
    }
    const alarmsByFactory = await loadAlarmsByFactory(this.db);
    const now = performance.now();
    if (this.steadySince === null || now - this.lastSuccessAt > MAX_ROUND_GAP_MS) this.steadySince = now;
    this.lastSuccessAt = now;
    for (const alarms of alarmsByFactory) {
      const { factoryId } = alarms;
      const dueMeasures = this.findDueMeasures(alarms, changedMeasures, now);
      if (this.evaluations.has(factoryId)) {
        // The running evaluation may have read the values before they changed, so a later round reads all
        // values again.
        if (changedMeasures.size > 0) this.forgetReadTimes(factoryId);
      } else if (dueMeasures.size > 0 || areAlarmChangesDue(this.db, alarms)) {
        for (const measure of dueMeasures) this.lastReadTimes.set(`${factoryId} ${measure}`, now);
        this.evaluations.set(factoryId, this.evaluateInTurn(alarms, dueMeasures));
      }
    }
  }

  private findDueMeasures(
    { factoryId, rules }: AlarmsOfFactory,
    changedMeasures: ReadonlySet<AlarmMeasure | typeof ALL_MEASURES>,
    now: number,
  ): Set<AlarmMeasure> {
    const screensReportSince = Math.max(this.steadySince ?? now, this.failureTimes.get(factoryId) ?? 0);
    const areScreensEvaluated = now - screensReportSince >= this.options.screenGraceMs;
    const isDue = (measure: AlarmMeasure): boolean => {
      if (measure === 'screenSilentSeconds' && !areScreensEvaluated) return false;
      const readAt = this.lastReadTimes.get(`${factoryId} ${measure}`);
      return (
        readAt === undefined ||
        changedMeasures.has(ALL_MEASURES) ||
        changedMeasures.has(measure) ||
        now - readAt >= getMeasureIntervalSeconds(measure) * SECOND_MS - MIN_ROUND_INTERVAL_MS
      );
    };
    return new Set(rules.map(({ measure }) => measure).filter(isDue));
  }

  /**
   * Evaluates a factory as soon as a slot is free. If the evaluation fails, the next round reads all measures
   * of the factory again, and its screens get time to report.
   */
  private async evaluateInTurn(
    alarms: AlarmsOfFactory,
    dueMeasures: ReadonlySet<AlarmMeasure>,
  ): Promise<void> {
    const { factoryId } = alarms;
    let isOver = false;
    // After its time limit, an evaluation writes nothing, because its values are too old.
    const mayWrite = async (transaction: Db) => !isOver && (await this.rounds.isLeaseHeld(transaction));
    const run = async (): Promise<void> => {
      if (this.rounds.isClosed) return;
      await runWithTimeLimit(this.options.factoryTimeoutMs, () =>
        evaluateFactory(this.db, alarms, dueMeasures, mayWrite),
      );
    };
    try {
      await this.limiter.run(run, factoryId);
      this.failingFactoryIds.delete(factoryId);
    } catch (error) {
      this.failureTimes.set(factoryId, performance.now());
      this.forgetReadTimes(factoryId);
      if (!this.failingFactoryIds.has(factoryId))
        this.options.onError(error, `The alarm rules of factory ${factoryId} cannot be evaluated now`);
      this.failingFactoryIds.add(factoryId);
    } finally {
      isOver = true;
      this.evaluations.delete(factoryId);
    }
  }

  private forgetReadTimes(factoryId: number): void {
    for (const key of this.lastReadTimes.keys())
      if (key.startsWith(`${factoryId} `)) this.lastReadTimes.delete(key);
  }
}
