import { isOnShift, formatLocalTime } from './shift-clock.ts';

/** A worker who can report a process. */
export interface PastReportWorker {
  id: number;
  isNight: boolean;
}

/** An order for which past reports are generated. */
export interface PastReportOrder {
  quantity: number;
  /** The number of processes that have begun; they come first in `processes`. */
  begunProcessCount: number;
  processes: {
    id: number;
    minutes: number;
    deviceIds: number[];
    people: PastReportWorker[];
    usesDevice: boolean;
  }[];
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
/** How long ago the first order began, in milliseconds. */
const OLDEST_ORDER_AGE_MS = 52 * 60 * MINUTE_MS;
/** How long ago the last order began, in milliseconds. */
const NEWEST_ORDER_AGE_MS = 3 * 60 * MINUTE_MS;
/** The maximum quantity of a report. */
const MAX_REPORT_QUANTITY = 5;
/** The step of the search for the start of a worker's next shift, in milliseconds. */
const SHIFT_SEARCH_STEP_MS = 15 * MINUTE_MS;

/**
 * Generates the reports of the last 52 hours. A person or a device does one thing at a time. People start
 * work only in their shift. No process produces more pieces than it has received.
 */
class PastReportGenerator {
  readonly reports: (PastReport & { end: number })[] = [];
  private readonly freeTimesById = new Map<number, number>();
  private readonly periodEnd: number;
  private readonly zone: string;

  constructor(now: Date, zone: string) {
    this.periodEnd = now.getTime() - 3 * MINUTE_MS;
    this.zone = zone;
  }

  /** Finds the time from which a worker is free and on shift, in steps of `SHIFT_SEARCH_STEP_MS`. */
  private findReadyTime(person: PastReportWorker, from: number): number {
    let time = Math.max(from, this.freeTimesById.get(person.id) ?? 0);
    while (time < this.periodEnd && !isOnShift(person.isNight, time, this.zone)) time += SHIFT_SEARCH_STEP_MS;
    return time;
  }

  private getDeviceFreeTime(deviceId: number, from: number): number {
    return Math.max(from, this.freeTimesById.get(deviceId) ?? 0);
  }

  /** Chooses the device that is free earliest, then the worker who is ready earliest. */
  private chooseResources(process: PastReportOrder['processes'][number], from: number) {
    const findEarliest = <T>(candidates: readonly T[], getTime: (candidate: T) => number) =>
      candidates
        .map((candidate) => ({ candidate, time: getTime(candidate) }))
        .reduce((a, b) => (b.time < a.time ? b : a));
    const device = process.usesDevice
      ? findEarliest(process.deviceIds, (deviceId) => this.getDeviceFreeTime(deviceId, from))
      : { candidate: null, time: from };
    const person = findEarliest(process.people, (worker) => this.findReadyTime(worker, device.time));
    return { employeeId: person.candidate.id, deviceId: device.candidate, at: person.time };
  }

  /**
   * Generates the reports of a process for the pieces that arrive at it.
   * @returns the good pieces of each report, with the time at which they are finished
   */
  private reportProcess(
    process: PastReportOrder['processes'][number],
    arrivals: readonly { at: number; quantity: number }[],
  ): { at: number; quantity: number }[] {
    const deliveries: { at: number; quantity: number }[] = [];
    let waitingQuantity = 0;
    for (const arrival of arrivals) {
      waitingQuantity += arrival.quantity;
      while (waitingQuantity > 0) {
        const quantity = Math.min(waitingQuantity, MAX_REPORT_QUANTITY);
        waitingQuantity -= quantity;
        const { employeeId, deviceId, at } = this.chooseResources(process, arrival.at);
        const endTime = at + Math.max(2, quantity * process.minutes) * MINUTE_MS;
        if (endTime > this.periodEnd) continue;
        const scrap = this.reports.length % 31 === 17 && quantity > 2 ? 1 : 0;
        this.freeTimesById.set(employeeId, endTime);
        if (deviceId !== null) this.freeTimesById.set(deviceId, endTime);
        deliveries.push({ at: endTime, quantity: quantity - scrap });
        this.reports.push({
          line: 0,
          processId: process.id,
          deviceId,
          people: [{ employeeId, ratio: 100 }],
          phase: 'run',
          startedAt: formatLocalTime(at, this.zone),
          endedAt: formatLocalTime(endTime, this.zone),
          good: quantity - scrap,
          scrap,
          end: endTime,
        });
      }
    }
    return deliveries;
  }

  /** Generates the reports of an order. @param ageMs how long ago the order began */
  addOrder(order: PastReportOrder, ageMs: number): void {
    let arrivals = [{ at: this.periodEnd - ageMs, quantity: order.quantity }];
    for (const process of order.processes.slice(0, Math.max(0, order.begunProcessCount)))
      arrivals = this.reportProcess(process, arrivals);
  }
}

/** Generates the reports of the last 52 hours, the oldest first. The same input always gives the same reports. */
export function makePastReports(orders: readonly PastReportOrder[], now: Date, zone: string): PastReport[] {
  const generator = new PastReportGenerator(now, zone);
  const orderGapMs = (OLDEST_ORDER_AGE_MS - NEWEST_ORDER_AGE_MS) / Math.max(1, orders.length - 1);
  for (const [index, order] of orders.entries())
    generator.addOrder(order, OLDEST_ORDER_AGE_MS - index * orderGapMs);
  return generator.reports
    .sort((a, b) => a.end - b.end)
    .map(({ end: _end, ...report }, line) => ({ ...report, line: line + 1 }));
}
