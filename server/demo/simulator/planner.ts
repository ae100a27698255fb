import type { DemoCall } from '../demo-call.ts';
import { placeOrder, planOrder, releaseOrder } from '../orders.ts';
import type { Clock } from './clock.ts';
import type { Crew } from './crew.ts';
import { PLANNER, type Factory } from './factory.ts';
import type { Luck } from './luck.ts';

/** How many orders the planners keep open: enough for everybody, and never more. */
const FULL_BOOK = 150;
/** How far the newest orders reach, in days. */
const NEAREST_DUE = 4;
const FARTHEST_DUE = 10;
/** How often the book is looked at, in milliseconds. */
const LOOK_MS = 4000;
/** A completed order is closed after some time, in minutes of the people's time; so is one that nothing can happen at. */
const CLOSED_AFTER = 20;

/** A call of a planner was refused: this order is left as it is. */
class NotPlaced extends Error {}

/** The planners: they keep the book full, and close what is done or has come to its end short of a piece. */
export class Planner {
  private readonly factory: Factory;
  private readonly crew: Crew;
  private readonly clock: Clock;
  private readonly luck: Luck;
  /** When an order was first seen with nothing left to do. */
  private readonly doneSince = new Map<number, number>();
  private next: number | null = null;

  constructor(of: { factory: Factory; crew: Crew; clock: Clock; luck: Luck }) {
    this.factory = of.factory;
    this.crew = of.crew;
    this.clock = of.clock;
    this.luck = of.luck;
  }

  /** Works until the simulator is stopped. */
  async run(): Promise<void> {
    for (;;) {
      await this.factory.refresh();
      await this.closeDone();
      const { orders } = this.factory.book;
      if ([...orders.values()].filter((one) => one.state !== 'completed').length < FULL_BOOK)
        await this.place();
      await this.lookAround();
      // An almost empty book is filled at once, a full one as room comes.
      await this.clock.passMs(orders.size < FULL_BOOK * 0.95 ? 300 : LOOK_MS);
    }
  }

  private readonly call: DemoCall = async <T>(path: string, fields: Record<string, unknown>) => {
    const answer = await this.crew.as<T>(PLANNER, 'desk', path, fields);
    if (answer === null) throw new NotPlaced(path);
    return answer;
  };

  /** The number of the next order: one more than the highest of those that came last. */
  private async nextNumber(): Promise<number> {
    if (this.next !== null) return this.next;
    const page = await this.crew.as<{ rows: { code: string }[] }>(
      PLANNER,
      'desk',
      '/mes/order/page',
      { search: 'WO-', sort: '-id', limit: 50 },
      false,
    );
    const numbers = (page?.rows ?? []).map((row) => Number(/^WO-\d{4}-(\d+)$/.exec(row.code)?.[1] ?? 0));
    return Math.max(0, ...numbers);
  }

  private async place(): Promise<void> {
    const number = await this.nextNumber();
    this.next = number + 1;
    const due = Math.round(this.luck.between(NEAREST_DUE, FARTHEST_DUE));
    try {
      await releaseOrder(
        this.call,
        await placeOrder(this.call, this.factory.known.masters, planOrder(number, due), new Date()),
      );
    } catch (error) {
      // The refusal was noted; the next number is tried.
      if (!(error instanceof NotPlaced)) throw error;
    }
  }

  private async closeDone(): Promise<void> {
    for (const order of this.factory.book.orders.values()) {
      const isDone =
        order.state === 'completed' || (order.state === 'inProgress' && this.factory.book.isStuck(order));
      if (!isDone) {
        this.doneSince.delete(order.id);
        continue;
      }
      const since = this.doneSince.get(order.id) ?? Date.now();
      this.doneSince.set(order.id, since);
      if (Date.now() - since < this.clock.inMs(CLOSED_AFTER)) continue;
      // What is in the book may be old: it is closed only if it is still so.
      await this.factory.reload(order.id);
      const now = this.factory.book.orders.get(order.id);
      if (!now || (order.state === 'inProgress' && !this.factory.book.isStuck(now))) continue;
      await this.crew.as(PLANNER, 'desk', '/mes/order/close', { id: now.id, version: now.version });
      this.factory.book.orders.delete(now.id);
      this.doneSince.delete(now.id);
    }
  }

  /** Now and then an order is looked at anew: others work in the factory too. */
  private async lookAround(): Promise<void> {
    const ids = [...this.factory.book.orders.keys()];
    if (ids.length > 0) await this.factory.reload(this.luck.one(ids));
  }
}
