import { randomUUID } from 'node:crypto';
import { isLeaseHeld, releaseAndPruneLeases, takeLeases } from '../../db/lease.ts';
import type { Db } from '../../db/database.ts';
import { forecastOrders, listPlannedFactories, type PlannedFactory } from './delays/forecast-orders.ts';
import { keepDelays } from './delays/keep-delays.ts';
import { applyReplans } from './replan/apply-replans.ts';
import { requestReplans } from './replan/request-replans.ts';

/** The name of the lease that the watching node holds. */
const LEASE_KEY = 'orderDelays';
/** How long the lease of a node remains valid after the node has died, in milliseconds. */
const LEASE_DURATION_MS = 15_000;
const ROUND_INTERVAL_MS = 5000;
/** How soon after a change a factory is looked at, in milliseconds. Further changes meanwhile cost nothing. */
const CHANGE_DELAY_MS = 1000;
/** A factory is also looked at so often without any change, in milliseconds, because work that does not begin gets late. */
const QUIET_INTERVAL_MS = 300_000;
/** A look is followed by a pause of so many times its duration, so that a large factory does not keep a processor busy. */
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
  /** When it may be looked at again, in milliseconds of the steady clock. */
  pausedUntil: number;
  lookedAt: number;
  /** Whether something has changed since the last look began. */
  isChanged: boolean;
  runId: number | null;
  isFailing: boolean;
}

/**
 * Looks after each change, and now and then, what becomes of the applied plans, and tells of orders that become late. What
 * is late is found by comparing the factory as it is with the delays that are known, so that no change has to be seen. Only
 * the node that holds the lease looks. If it dies, another one takes over after the lease has expired. It also asks for the
 * plans that the settings want, and applies them if the settings say so.
 */
export class PlanWatch {
  private readonly db: Db;
  private readonly options: Required<WatchOptions>;
  private readonly nodeId = randomUUID();
  private readonly states = new Map<number, FactoryState>();
  private timer: NodeJS.Timeout | null = null;
  private dueAt = 0;
  private currentRound: Promise<void> | null = null;
  /** The look that is going on. Factories are looked at one after the other. */
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

  /** Looks at a factory soon, because rows of an entity have changed. */
  onChange(entity: string, factoryId: number): void {
    if (this.isClosed || !WATCHED_ENTITIES.has(entity)) return;
    const state = this.states.get(factoryId);
    // Without an applied plan, only an applied plan matters, which has its own rows in the feed.
    if (!state && entity !== 'plannedOperation') return;
    if (state) state.isChanged = true;
    this.hasten();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    if (this.timer) clearTimeout(this.timer);
    await this.currentRound;
    await this.currentLook;
    await releaseAndPruneLeases(this.db, this.nodeId);
  }

  private hasten(): void {
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

  /** Begins to look at the factories whose turn it is. The round does not wait, so that the lease is renewed. */
  private beginLooks(factories: readonly PlannedFactory[]): void {
    const planned = new Set(factories.map(({ factoryId }) => factoryId));
    for (const factoryId of this.states.keys()) if (!planned.has(factoryId)) this.states.delete(factoryId);
    const due = factories.filter((factory) => this.isDue(factory));
    if (due.length === 0) return;
    this.currentLook = this.lookAtAll(due).finally(() => {
      this.currentLook = null;
      if ([...this.states.values()].some(({ isChanged }) => isChanged)) this.hasten();
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
