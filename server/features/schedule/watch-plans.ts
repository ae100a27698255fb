import type { Db } from '../../db/database.ts';
import { LeasedRounds } from '../../db/leases/leased-rounds.ts';
import { runWithoutTimeLimit, runWithTimeLimit } from '../../db/time-limit.ts';
import { forecastOrders, listPlannedFactories, type PlannedFactory } from './delays/forecast-orders.ts';
import { keepDelays } from './delays/keep-delays.ts';
import { applyReplans } from './replan/apply-replans.ts';
import { requestReplans } from './replan/request-replans.ts';

/** The name of the lease that the watching node holds. */
const LEASE_KEY = 'orderDelays';
const ROUND_INTERVAL_MS = 5000;
/**
 * The delay between a change and the check of its factory, in milliseconds. One check covers all changes
 * before it.
 */
const CHANGE_DELAY_MS = 1000;
/**
 * The interval of the checks of a factory without changes, in milliseconds. Work that does not begin becomes
 * late without a change.
 */
const QUIET_INTERVAL_MS = 300_000;
/** The maximum duration of a check, and of asking for plans and applying them, in milliseconds. */
const WORK_TIMEOUT_MS = 120_000;
/**
 * The pause after a check is this many times the duration of the check, so that a large factory does not keep
 * a processor busy.
 */
const PAUSE_FACTOR = 10;

/** The entities whose rows decide when orders are ready. */
const WATCHED_ENTITIES: ReadonlySet<string> = new Set([
  'abnormalCall',
  'classTable',
  'cycleScheduleSetting',
  'device',
  'employee',
  'holiday',
  'plannedOperation',
  'process',
  'roster',
  'workGroup',
  'workOrder',
  'workReport',
]);

interface WatchOptions {
  onError: (error: unknown, message: string) => void;
  /** Tests set these pauses, in milliseconds, and this factor to small values. */
  roundIntervalMs?: number;
  changeDelayMs?: number;
  pauseFactor?: number;
}

interface FactoryState {
  /** When the next check may begin, in milliseconds of `performance.now()`. */
  pausedUntil: number;
  /** When the last check began, in milliseconds of `performance.now()`. */
  checkedAt: number;
  /** Whether something has changed since the last check began. */
  isChanged: boolean;
  /** The run that was the applied plan when the last check began. */
  runId: number | null;
  isFailing: boolean;
}

/**
 * Watches the applied plans. A check forecasts the orders of one factory, and stores which of them are late.
 * It compares all orders of the factory with the known delays, so a missed change only delays a notice. A
 * factory is checked soon after each change, and every few minutes without a change. The watch also asks for
 * plans and applies them as the settings say. Only the node that holds the lease does all this. A round
 * starts the work that is due and does not wait for it, so that the next round can renew the lease in time.
 */
export class PlanWatch {
  private readonly db: Db;
  private readonly options: Required<WatchOptions>;
  private readonly rounds: LeasedRounds;
  private readonly states = new Map<number, FactoryState>();
  /** The running checks, which check one factory after the other; null if none is running. */
  private currentChecks: Promise<void> | null = null;
  private currentReplan: Promise<void> | null = null;
  private isReplanFailing = false;

  constructor(db: Db, options: WatchOptions) {
    this.db = db;
    this.options = {
      roundIntervalMs: ROUND_INTERVAL_MS,
      changeDelayMs: CHANGE_DELAY_MS,
      pauseFactor: PAUSE_FACTOR,
      ...options,
    };
    this.rounds = new LeasedRounds(db, {
      leaseKey: LEASE_KEY,
      intervalMs: this.options.roundIntervalMs,
      runRound: (isLeaseHeld) => this.startWork(isLeaseHeld),
      onError: options.onError,
      failureMessage: 'The applied plans cannot be watched now',
    });
  }

  /** Makes a factory be checked soon, because rows of an entity have changed. */
  onChange(entity: string, factoryId: number): void {
    if (!WATCHED_ENTITIES.has(entity)) return;
    const state = this.states.get(factoryId);
    // A factory without a state has no plan that this node watches. Only a new plan, which changes
    // `plannedOperation`, matters for it.
    if (!state && entity !== 'plannedOperation') return;
    if (state) state.isChanged = true;
    this.rounds.runSoon(this.options.changeDelayMs);
  }

  close(): Promise<void> {
    return this.rounds.close(() => Promise.all([this.currentChecks, this.currentReplan]));
  }

  private async startWork(isLeaseHeld: boolean): Promise<void> {
    if (!isLeaseHeld) {
      this.states.clear();
      return;
    }
    const factories = await listPlannedFactories(this.db);
    runWithoutTimeLimit(() => {
      this.currentReplan ??= this.replan().finally(() => {
        this.currentReplan = null;
      });
      if (this.currentChecks === null) this.beginChecks(factories);
    });
  }

  private async replan(): Promise<void> {
    try {
      await runWithTimeLimit(WORK_TIMEOUT_MS, async () => {
        await requestReplans(this.db);
        await applyReplans(this.db);
      });
      this.isReplanFailing = false;
    } catch (error) {
      if (!this.isReplanFailing) this.options.onError(error, 'The server cannot ask for plans now');
      this.isReplanFailing = true;
    }
  }

  private beginChecks(factories: readonly PlannedFactory[]): void {
    const plannedFactoryIds = new Set(factories.map(({ factoryId }) => factoryId));
    for (const factoryId of this.states.keys())
      if (!plannedFactoryIds.has(factoryId)) this.states.delete(factoryId);
    const dueFactories = factories.filter((factory) => this.isDue(factory));
    if (dueFactories.length === 0) return;
    this.currentChecks = this.checkFactories(dueFactories).finally(() => {
      this.currentChecks = null;
      if ([...this.states.values()].some(({ isChanged }) => isChanged))
        this.rounds.runSoon(this.options.changeDelayMs);
    });
  }

  private isDue({ factoryId, runId }: PlannedFactory): boolean {
    const state = this.states.get(factoryId);
    const now = performance.now();
    if (!state) return true;
    if (now < state.pausedUntil) return false;
    return state.isChanged || state.runId !== runId || now - state.checkedAt >= QUIET_INTERVAL_MS;
  }

  private async checkFactories(factories: readonly PlannedFactory[]): Promise<void> {
    for (const factory of factories) if (!this.rounds.isClosed) await this.checkFactory(factory);
  }

  private async checkFactory(factory: PlannedFactory): Promise<void> {
    const { factoryId, runId } = factory;
    const startTime = performance.now();
    const wasFailing = this.states.get(factoryId)?.isFailing ?? false;
    const state: FactoryState = {
      pausedUntil: 0,
      checkedAt: startTime,
      isChanged: false,
      runId,
      isFailing: false,
    };
    this.states.set(factoryId, state);
    let isOver = false;
    // After its time limit, a check writes nothing, because its forecast is too old.
    const mayWrite = async (transaction: Db) => !isOver && (await this.rounds.isLeaseHeld(transaction));
    try {
      await runWithTimeLimit(WORK_TIMEOUT_MS, async () => {
        const forecast = await forecastOrders(this.db, factory);
        await keepDelays(this.db, factory, forecast, mayWrite);
      });
    } catch (error) {
      if (!wasFailing)
        this.options.onError(error, `The delays of factory ${factoryId} cannot be looked for now`);
      state.isFailing = true;
      state.isChanged = true;
    } finally {
      isOver = true;
    }
    const endTime = performance.now();
    state.pausedUntil = endTime + (endTime - startTime) * this.options.pauseFactor;
  }
}
