import { isOnShift, wallClock } from './shift-clock.ts';

/** Somebody who may have done it. */
export interface Worker {
  id: number;
  isNight: boolean;
}

/** An order as its past is made up. */
export interface PastOrder {
  quantity: number;
  /** How far it has come: the number of processes that have begun. */
  ahead: number;
  processes: { id: number; minutes: number; devices: number[]; people: Worker[]; usesDevice: boolean }[];
}

interface PastReport {
  line: number;
  processId: number;
  deviceId: number | null;
  people: { employeeId: number; ratio: number }[];
  phase: 'run';
  startedAt: string;
  endedAt: string;
  good: number;
  scrap: number;
}

const MINUTE_MS = 60_000;
/** How long ago the made-up past begins. */
const PAST_MS = 52 * 60 * MINUTE_MS;
/** The last order came in so long ago. */
const NEWEST_MS = 3 * 60 * MINUTE_MS;
/** How many pieces somebody makes before reporting them. */
const BATCH = 5;
/** How far ahead somebody's next shift is looked for. */
const LOOK_MS = 15 * MINUTE_MS;

/** The reports of the last two days: every resource does one thing at a time, people in their shift, and nobody makes more than had arrived. */
class Past {
  readonly reports: (PastReport & { end: number })[] = [];
  private readonly free = new Map<number, number>();
  private readonly end: number;
  private readonly zone: string;

  constructor(now: Date, zone: string) {
    this.end = now.getTime() - 3 * MINUTE_MS;
    this.zone = zone;
  }

  /** When somebody can begin who is wanted from then on. */
  private readyAt(person: Worker, from: number): number {
    let at = Math.max(from, this.free.get(person.id) ?? 0);
    while (at < this.end && !isOnShift(person.isNight, at, this.zone)) at += LOOK_MS;
    return at;
  }

  private deviceAt(device: number, from: number): number {
    return Math.max(from, this.free.get(device) ?? 0);
  }

  /** Whoever is free first, at the device that is free first. */
  private choose(process: PastOrder['processes'][number], from: number) {
    const byTime = <T>(list: readonly T[], at: (one: T) => number) =>
      list.map((one) => ({ one, at: at(one) })).reduce((a, b) => (b.at < a.at ? b : a));
    const device = process.usesDevice
      ? byTime(process.devices, (one) => this.deviceAt(one, from))
      : { one: null, at: from };
    const person = byTime(process.people, (one) => this.readyAt(one, device.at));
    return { person: person.one.id, device: device.one, at: person.at };
  }

  /** What is made of what arrives at a process. @returns what it delivers, and when */
  private work(
    process: PastOrder['processes'][number],
    arrived: readonly { at: number; quantity: number }[],
  ): { at: number; quantity: number }[] {
    const delivered: { at: number; quantity: number }[] = [];
    let waiting = 0;
    for (const arrival of arrived) {
      waiting += arrival.quantity;
      while (waiting > 0) {
        const quantity = Math.min(waiting, BATCH);
        waiting -= quantity;
        const { person, device, at } = this.choose(process, arrival.at);
        const ended = at + Math.max(2, quantity * process.minutes) * MINUTE_MS;
        if (ended > this.end) continue;
        const scrap = this.reports.length % 31 === 17 && quantity > 2 ? 1 : 0;
        this.free.set(person, ended);
        if (device !== null) this.free.set(device, ended);
        delivered.push({ at: ended, quantity: quantity - scrap });
        this.reports.push({
          line: 0,
          processId: process.id,
          deviceId: device,
          people: [{ employeeId: person, ratio: 100 }],
          phase: 'run',
          startedAt: wallClock(at, this.zone),
          endedAt: wallClock(ended, this.zone),
          good: quantity - scrap,
          scrap,
          end: ended,
        });
      }
    }
    return delivered;
  }

  /** @param age how long ago it came in, in milliseconds */
  follow(order: PastOrder, age: number): void {
    let arrived = [{ at: this.end - age, quantity: order.quantity }];
    for (const process of order.processes.slice(0, Math.max(0, order.ahead)))
      arrived = this.work(process, arrived);
  }
}

/** The reports of the last two days, oldest first. The same input gives the same past. */
export function pastReports(orders: readonly PastOrder[], now: Date, zone: string): PastReport[] {
  const past = new Past(now, zone);
  const apart = (PAST_MS - NEWEST_MS) / Math.max(1, orders.length - 1);
  for (const [index, order] of orders.entries()) past.follow(order, PAST_MS - index * apart);
  return past.reports
    .sort((a, b) => a.end - b.end)
    .map(({ end: _end, ...report }, line) => ({ ...report, line: line + 1 }));
}
