import type { PresentSchedule } from '#shared/answers/schedule.ts';
import { planAll, releaseDay } from '../plan-and-release.ts';
import type { DemoApiCall } from '../demo-call.ts';
import { formatLocalTime } from '../shift-clock.ts';
import type { SimulatorClock } from './clock.ts';
import { CallRefusedError, type Crew } from './crew.ts';
import { PLANNER_CODE, type FactoryCopy } from './factory.ts';

/** The age at which a plan is replaced by a new one, in simulated minutes. */
const PLAN_LIFE_MINUTES = 24 * 60;
/**
 * If at least this many orders have no plan, the present plan is replaced before it reaches
 * PLAN_LIFE_MINUTES.
 */
const MANY_NEW_ORDERS = 40;
/** The interval between two checks of the plan, in milliseconds. */
const CHECK_INTERVAL_MS = 10_000;
/** The pause after a refused call, in milliseconds. */
const RETRY_PAUSE_MS = 15_000;
/** The pause between two checks whether a plan is computed, in milliseconds. */
const STATE_PAUSE_MS = 500;

/**
 * Simulates the person who plans. This person plans the factory once per simulated day and after many new
 * orders, and releases the plan of the day. The workers read the lines of the released plan from `factory`.
 */
export class PlanningDesk {
  private readonly factory: FactoryCopy;
  private readonly crew: Crew;
  private readonly clock: SimulatorClock;
  private readonly zone: string;
  /** When the present plan was applied, in milliseconds since 1970; 0 if there is no plan. */
  private plannedAt = 0;
  private plannedOrderIds: ReadonlySet<number> = new Set();
  private releasedDay = '';

  constructor(dependencies: { factory: FactoryCopy; crew: Crew; clock: SimulatorClock; zone: string }) {
    this.factory = dependencies.factory;
    this.crew = dependencies.crew;
    this.clock = dependencies.clock;
    this.zone = dependencies.zone;
  }

  /** Runs until the simulator is stopped. */
  async run(): Promise<void> {
    await this.readPresentPlan();
    for (;;) {
      const isRefused = await this.checkPlan();
      await this.clock.passMs(isRefused ? RETRY_PAUSE_MS : CHECK_INTERVAL_MS);
    }
  }

  private readonly call: DemoApiCall = (path, fields) =>
    this.crew.callOrThrow(PLANNER_CODE, 'desk', path, fields);

  private async readPresentPlan(): Promise<void> {
    const presentSchedule = await this.crew.callAs<PresentSchedule>(
      PLANNER_CODE,
      'desk',
      '/mes/plan/schedule/present',
      {},
      false,
    );
    this.plannedAt = presentSchedule?.run?.appliedAt ? Date.parse(presentSchedule.run.appliedAt) : 0;
    this.plannedOrderIds = new Set(presentSchedule?.plan?.orders.map(({ id }) => id));
  }

  private isPlanOld(): boolean {
    if (Date.now() - this.plannedAt >= this.clock.toRealMs(PLAN_LIFE_MINUTES)) return true;
    const newOrderIds = [...this.factory.orderBook.orders.keys()].filter(
      (id) => !this.plannedOrderIds.has(id),
    );
    return newOrderIds.length >= MANY_NEW_ORDERS;
  }

  /**
   * Computes a new plan if the present one is old. Releases the plan of the day if there is a new plan, or if
   * the day is not released yet.
   * @returns whether a call was refused
   */
  private async checkPlan(): Promise<boolean> {
    const today = formatLocalTime(Date.now(), this.zone).slice(0, 10);
    try {
      const isPlanOld = this.isPlanOld();
      if (isPlanOld) {
        await planAll(this.call, () => this.clock.passMs(STATE_PAUSE_MS));
        this.plannedOrderIds = new Set(this.factory.orderBook.orders.keys());
        this.plannedAt = Date.now();
      }
      if (isPlanOld || this.releasedDay !== today) {
        const { lines } = await releaseDay(this.call, today, isPlanOld);
        this.factory.setPlannedLines(lines);
        this.releasedDay = today;
      }
      return false;
    } catch (error) {
      // The crew has already reported the refusal, for example because an order was closed while the plan was computed.
      if (!(error instanceof CallRefusedError)) throw error;
      return true;
    }
  }
}
