import type { DemoApiCall } from '../demo-call.ts';
import { createOrder, releaseOrder } from '../orders.ts';
import type { SimulatorClock } from './clock.ts';
import { toLocalDate } from '../shift-clock.ts';
import { CallRefusedError, type Crew } from './crew.ts';
import { planNextOrder } from './due-date.ts';
import { PLANNER_CODE, type FactoryCopy } from './factory.ts';
import type { RandomGenerator } from './random.ts';

/** The number of uncompleted orders below which the planner adds another order. */
export const MIN_OPEN_ORDERS = 110;
/** The interval between two checks of the open orders, in milliseconds, unless many orders are missing. */
const CHECK_INTERVAL_MS = 4000;
/** How long a completed or stuck order stays open before the planner closes it, in simulated minutes. */
const CLOSE_ORDER_AFTER_MINUTES = 20;

/** Simulates the planner, who adds new orders and closes completed or stuck ones. */
export class SimulatedPlanner {
  private readonly factory: FactoryCopy;
  private readonly crew: Crew;
  private readonly clock: SimulatorClock;
  private readonly random: RandomGenerator;
  /** When the planner first saw each order completed or stuck: milliseconds since 1970, by order id. */
  private readonly doneSinceByOrder = new Map<number, number>();
  private readonly zone: string;
  private nextOrderNumber: number | null = null;

  constructor(dependencies: {
    factory: FactoryCopy;
    crew: Crew;
    clock: SimulatorClock;
    random: RandomGenerator;
    zone: string;
  }) {
    this.factory = dependencies.factory;
    this.crew = dependencies.crew;
    this.clock = dependencies.clock;
    this.random = dependencies.random;
    this.zone = dependencies.zone;
  }

  /** Runs until the simulator is stopped. */
  async run(): Promise<void> {
    for (;;) {
      await this.factory.refresh();
      await this.closeDoneOrders();
      const { orders } = this.factory.orderBook;
      if ([...orders.values()].filter((order) => order.state !== 'completed').length < MIN_OPEN_ORDERS)
        await this.placeOrder();
      await this.reloadRandomOrder();
      // If many orders are missing, the planner adds them at short intervals.
      await this.clock.passMs(orders.size < MIN_OPEN_ORDERS * 0.95 ? 300 : CHECK_INTERVAL_MS);
    }
  }

  private readonly call: DemoApiCall = (path, fields) =>
    this.crew.callOrThrow(PLANNER_CODE, 'desk', path, fields);

  /**
   * Returns the number of the next order. Orders are numbered from 0, and their codes from 1. Before the first order of
   * this planner, the next number is therefore the highest number in the codes of the latest orders.
   */
  private async getNextOrderNumber(): Promise<number> {
    if (this.nextOrderNumber !== null) return this.nextOrderNumber;
    const page = await this.crew.callAs<{ rows: { code: string }[] }>(
      PLANNER_CODE,
      'desk',
      '/mes/order/page',
      { search: 'WO-', sort: '-id', limit: 50 },
      false,
    );
    const numbers = (page?.rows ?? []).map((row) => Number(/^WO-\d{4}-(\d+)$/.exec(row.code)?.[1] ?? 0));
    return Math.max(0, ...numbers);
  }

  private async placeOrder(): Promise<void> {
    const number = await this.getNextOrderNumber();
    this.nextOrderNumber = number + 1;
    const orders = this.factory.orderBook.orders.values();
    const localNow = toLocalDate(Date.now(), this.zone);
    const plan = planNextOrder(number, orders, localNow);
    try {
      await releaseOrder(
        this.call,
        await createOrder(this.call, this.factory.masterData.masterDataIds, plan, localNow),
      );
    } catch (error) {
      // The crew has already reported the refusal. The planner tries the next number later.
      if (!(error instanceof CallRefusedError)) throw error;
    }
  }

  private async closeDoneOrders(): Promise<void> {
    for (const order of this.factory.orderBook.orders.values()) {
      const isDone =
        order.state === 'completed' ||
        (order.state === 'inProgress' && this.factory.orderBook.isStuck(order));
      if (!isDone) {
        this.doneSinceByOrder.delete(order.id);
        continue;
      }
      const since = this.doneSinceByOrder.get(order.id) ?? Date.now();
      this.doneSinceByOrder.set(order.id, since);
      if (Date.now() - since < this.clock.toRealMs(CLOSE_ORDER_AFTER_MINUTES)) continue;
      // The copy may be out of date, so the processes are read again before the order is closed.
      await this.factory.reload(order.id);
      const currentOrder = this.factory.orderBook.orders.get(order.id);
      if (!currentOrder || (order.state === 'inProgress' && !this.factory.orderBook.isStuck(currentOrder)))
        continue;
      await this.crew.callAs(PLANNER_CODE, 'desk', '/mes/order/close', {
        id: currentOrder.id,
        version: currentOrder.version,
      });
      this.factory.orderBook.orders.delete(currentOrder.id);
      this.doneSinceByOrder.delete(currentOrder.id);
    }
  }

  /** Reads a random order again, because real users also change orders. */
  private async reloadRandomOrder(): Promise<void> {
    const ids = [...this.factory.orderBook.orders.keys()];
    if (ids.length > 0) await this.factory.reload(this.random.pickOne(ids));
  }
}
