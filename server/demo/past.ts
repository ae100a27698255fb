/** An order as the past is made up for it. */
export interface SeededOrder {
  quantity: number;
  /** How far it has come: the number of processes that have begun. */
  ahead: number;
  processes: { id: number; minutes: number; devices: number[]; people: number[]; usesDevice: boolean }[];
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

/** The wall clock of a zone: 'YYYY-MM-DDTHH:mm:ss'. */
function wallClock(at: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at);
  return parts.replace(' ', 'T');
}

const MINUTE_MS = 60_000;
/** How long ago the made-up past begins. */
const PAST_MS = 40 * 60 * MINUTE_MS;
/** How many pieces somebody makes before reporting them. */
const BATCH = 8;

/**
 * The reports of the last two days: every resource does one thing at a time, and nobody makes more than had arrived.
 * The same input gives the same past.
 */
export function pastReports(orders: readonly SeededOrder[], now: Date, zone: string): PastReport[] {
  const end = now.getTime() - 3 * MINUTE_MS;
  const free = new Map<number, number>();
  const reports: (PastReport & { end: number })[] = [];
  for (const [index, order] of orders.entries()) {
    let arrived: { at: number; quantity: number }[] = [
      { at: end - PAST_MS + index * 11 * MINUTE_MS, quantity: order.quantity },
    ];
    for (const [step, process] of order.processes.slice(0, Math.max(0, order.ahead)).entries()) {
      const delivered: { at: number; quantity: number }[] = [];
      const person = process.people[(index + step) % process.people.length]!;
      const device = process.devices[(index + step) % process.devices.length]!;
      let waiting = 0;
      for (const arrival of arrived) {
        waiting += arrival.quantity;
        while (waiting > 0) {
          const quantity = Math.min(waiting, BATCH);
          const began = Math.max(arrival.at, free.get(person) ?? 0, free.get(device) ?? 0);
          const ended = began + Math.max(2, quantity * process.minutes) * MINUTE_MS;
          waiting -= quantity;
          if (ended > end) continue;
          const scrap = (index * 7 + step * 3 + reports.length) % 29 === 0 ? 1 : 0;
          free.set(person, ended);
          free.set(device, ended);
          delivered.push({ at: ended, quantity: quantity - scrap });
          reports.push({
            line: 0,
            processId: process.id,
            deviceId: process.usesDevice ? device : null,
            people: [{ employeeId: person, ratio: 100 }],
            phase: 'run',
            startedAt: wallClock(began, zone),
            endedAt: wallClock(ended, zone),
            good: quantity - scrap,
            scrap,
            end: ended,
          });
        }
      }
      arrived = delivered;
    }
  }
  return reports
    .sort((a, b) => a.end - b.end)
    .map(({ end: _end, ...report }, line) => ({ ...report, line: line + 1 }));
}
