import { randomUUID } from 'node:crypto';
import { isLeaseHeld, releaseAndPruneLeases, takeLeases } from '../../db/lease.ts';
import type { Db } from '../../db/database.ts';
import { forecastOrders, listPlannedFactories, type PlannedFactory } from './delays/forecast-orders.ts';
import { keepDelays } from './delays/keep-delays.ts';
import { applyReplans } from './replan/apply-replans.ts';
import { requestReplans } from './replan/request-replans.ts';

/** The name of the lease that the watching node holds. */
const LEASE_KEY = 'orderDelays';
/** How long the lease of a node remains valid after the node has stopped without releasing it, in milliseconds. */
const LEASE_DURATION_MS = 15_000;
const ROUND_INTERVAL_MS = 5000;
/** The delay between a change and the look at its factory, in milliseconds. One look covers all changes before it. */
const CHANGE_DELAY_MS = 1000;
/** The interval of looks without a change, in milliseconds. Work that does not begin becomes late without a change. */
const QUIET_INTERVAL_MS = 300_000;
/** The pause after a look is this many times its duration, so that a large factory does not keep a processor busy. */
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
  /** Tests shorten the pauses. */
  roundIntervalMs?: number;
  changeDelayMs?: number;
  pauseFactor?: number;
}

interface FactoryState {
  /** When the next look may begin, in milliseconds of `performance.now()`. */
  pausedUntil: number;
  /** When the last look began, in milliseconds of `performance.now()`. */
  lookedAt: number;
  /** Whether something has changed since the last look began. */
  isChanged: boolean;
  /** The run of the plan that was applied at the last look. */
  runId: number | null;
  isFailing: boolean;
}

/**
 * Watches the applied plans. A look forecasts the orders of one factory, and stores which of them are late. It compares
 * the whole factory with the known delays, so a missed change only delays a notice. A factory gets a look soon after
 * each change, and every few minutes without one. In each round, the watch also asks for plans and applies them as the
 * settings say. Only the node that holds the lease does all this. If it stops, another node continues after the lease
 * has expired.
 */
export class PlanWatch {
  private readonly db: Db;
  private readonly options: Required<WatchOptions>;
  private readonly nodeId = randomUUID();
  private readonly states = new Map<number, FactoryState>();
  private timer: NodeJS.Timeout | null = null;
  private dueAt = 0;
  private currentRound: Promise<void> | null = null;
  /** The looks that are running, one factory after the other; null if none is. */
  private currentLook: Promise<void> | null = null;
  private isClosed = false;
  private isFailing = false;

  constructor(db: Db, options: WatchOptions) {
    this.db = db;
    this.options = {
      roundIntervalMs: ROUND_INTERVAL_MS,
      changeDelayMs: CHANGE_DELAY_MS,
      pauseFactor: PAUSE_FACTOR,
      ...options,
    };
    this.schedule(0);
  }

  /** Marks a factory for a look soon, because rows of an entity have changed. */
  onChange(entity: string, factoryId: number): void {
    if (this.isClosed || !WATCHED_ENTITIES.has(entity)) return;
    const state = this.states.get(factoryId);
    // This node watches no plan of a factory without a state. Only a new plan matters then: it changes
    // `plannedOperation`.
    if (!state && entity !== 'plannedOperation') return;
    if (state) state.isChanged = true;
    this.scheduleSoon();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    if (this.timer) clearTimeout(this.timer);
    await this.currentRound;
    await this.currentLook;
    await releaseAndPruneLeases(this.db, this.nodeId);
  }

  private scheduleSoon(): void {
    const { changeDelayMs } = this.options;
    // A round that is due sooner is not postponed, or else frequent changes would postpone it forever.
    if (this.currentRound || this.dueAt - performance.now() <= changeDelayMs) return;
    if (this.timer) clearTimeout(this.timer);
    this.schedule(changeDelayMs);
  }

  private schedule(delayMs: number): void {
    if (this.isClosed) return;
    this.dueAt = performance.now() + delayMs;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.currentRound = this.runRound().finally(() => {
        this.currentRound = null;
        this.schedule(this.options.roundIntervalMs);
      });
    }, delayMs);
  }

  private async runRound(): Promise<void> {
    try {
      const request = { key: LEASE_KEY, answerAgeMs: null, digest: null };
      const [lease] = await takeLeases(this.db, this.nodeId, [request], LEASE_DURATION_MS);
      if (lease?.node !== this.nodeId) this.states.clear();
      else {
        await requestReplans(this.db);
        await applyReplans(this.db);
        if (this.currentLook === null) this.beginLooks(await listPlannedFactories(this.db));
      }
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.options.onError(error, 'The applied plans cannot be watched now');
      this.isFailing = true;
    }
  }

  /** Starts the looks that are due. The round does not wait for them, so that the next round renews the lease. */
  private beginLooks(factories: readonly PlannedFactory[]): void {
    const planned = new Set(factories.map(({ factoryId }) => factoryId));
    for (const factoryId of this.states.keys()) if (!planned.has(factoryId)) this.states.delete(factoryId);
    const due = factories.filter((factory) => this.isDue(factory));
    if (due.length === 0) return;
    this.currentLook = this.lookAtAll(due).finally(() => {
      this.currentLook = null;
      if ([...this.states.values()].some(({ isChanged }) => isChanged)) this.scheduleSoon();
    });
  }

  private isDue({ factoryId, runId }: PlannedFactory): boolean {
    const state = this.states.get(factoryId);
    const now = performance.now();
    if (!state) return true;
    if (now < state.pausedUntil) return false;
    return state.isChanged || state.runId !== runId || now - state.lookedAt >= QUIET_INTERVAL_MS;
  }

  private async lookAtAll(factories: readonly PlannedFactory[]): Promise<void> {
    for (const factory of factories) if (!this.isClosed) await this.lookAt(factory);
  }

  private async lookAt(factory: PlannedFactory): Promise<void> {
    const { factoryId, runId } = factory;
    const begin = performance.now();
    const wasFailing = this.states.get(factoryId)?.isFailing ?? false;
    const state: FactoryState = {
      pausedUntil: 0,
      lookedAt: begin,
      isChanged: false,
      runId,
      isFailing: false,
    };
    this.states.set(factoryId, state);
    try {
      const forecast = await forecastOrders(this.db, factory);
      await keepDelays(this.db, factory, forecast, (transaction) =>
        isLeaseHeld(transaction, this.nodeId, LEASE_KEY),
      );
    } catch (error) {
      if (!wasFailing)
        this.options.onError(error, `The delays of factory ${factoryId} cannot be looked for now`);
      state.isFailing = true;
      state.isChanged = true;
    }
    const end = performance.now();
    state.pausedUntil = end + (end - begin) * this.options.pauseFactor;
  }
}
