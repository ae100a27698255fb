import type { PresentSchedule } from '#shared/answers/schedule.ts';
import { planAll, releaseDay } from '../plan-and-release.ts';
import type { DemoApiCall } from '../demo-call.ts';
import { formatLocalTime } from '../shift-clock.ts';
import type { SimulatorClock } from './clock.ts';
import { CallRefusedError, type Crew } from './crew.ts';
import { PLANNER_CODE, type FactoryCopy } from './factory.ts';

/** The age at which a plan is replaced, in simulated minutes: each night. */
const PLAN_LIFE_MINUTES = 24 * 60;
/** How many orders that are in no plan make the planner plan again before the night. */
const MANY_NEW_ORDERS = 40;
/** The interval between two looks at the plan, in milliseconds. */
const CHECK_INTERVAL_MS = 10_000;
/** The pause before a plan that was refused is computed again, and before its state is asked again, in milliseconds. */
const RETRY_PAUSE_MS = 15_000;
const STATE_PAUSE_MS = 500;

/**
 * Simulates the planner at the schedule: plans the factory each night, and when many orders have come, and releases the
 * plan of the day. The workers get the lines of the released plan.
 */
export class PlanningDesk {
  private readonly factory: FactoryCopy;
  private readonly crew: Crew;
  private readonly clock: SimulatorClock;
  private readonly zone: string;
  /** When the present plan was applied, in milliseconds since 1970; 0 without one. */
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
    const present = await this.crew.callAs<PresentSchedule>(
      PLANNER_CODE,
      'desk',
      '/mes/plan/schedule/present',
      {},
      false,
    );
    this.plannedAt = present?.run?.appliedAt ? Date.parse(present.run.appliedAt) : 0;
    this.plannedOrderIds = new Set(present?.plan?.orders.map(({ id }) => id));
  }

  private isPlanOld(): boolean {
    if (Date.now() - this.plannedAt >= this.clock.toRealMs(PLAN_LIFE_MINUTES)) return true;
    const newOrders = [...this.factory.orderBook.orders.keys()].filter((id) => !this.plannedOrderIds.has(id));
    return newOrders.length >= MANY_NEW_ORDERS;
  }

  /** Plans if the plan is old, and releases the day if it is not released. @returns whether a call was refused */
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
      // The crew has already reported the refusal, for example because an order was closed while it was planned.
      if (!(error instanceof CallRefusedError)) throw error;
      return true;
    }
  }
}
