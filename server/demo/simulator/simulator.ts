import { setMaxListeners } from 'node:events';
import type { FloorPerson } from './factory.ts';
import { CallDesk } from './call-desk.ts';
import { Clock } from './clock.ts';
import { Crew, type CrewOptions } from './crew.ts';
import { Factory, PLANNER } from './factory.ts';
import { makeLuck } from './luck.ts';
import { minutesOf } from '../masters.ts';
import { OneAtATime } from './one-at-a-time.ts';
import { Planner } from './planner.ts';
import type { Job } from './job.ts';
import { Worker, type Floor } from './worker.ts';

/** What the simulator is given by the house that it runs in. */
interface SimulatorOptions extends CrewOptions {
  /** The factory's zone: shifts are worked by its clock. */
  zone: string;
  /** How many times as fast as the wall clock people live. */
  speed: number;
  /** Told of what goes wrong otherwise. */
  onError: (error: unknown, what: string) => void;
}

/** How far back somebody's last report is looked for, in milliseconds. */
const BACK_MS = 86_400_000;

/** What somebody was at when the simulator started. */
function openJobs(factory: Factory, clock: Clock): Map<number, Job[]> {
  const jobs = new Map<number, Job[]>();
  for (const { processes } of factory.book.orders.values()) {
    for (const process of processes) {
      for (const report of process.open) {
        const person = report.people[0];
        if (!person) continue;
        const device = factory.known.devices.find((one) => one.name === report.deviceName) ?? null;
        if (device) device.takenBy = person.employeeId;
        const minutes = report.started * minutesOf(process.craftName);
        const startedAt = Date.parse(report.startedAt);
        const job: Job = {
          reportId: report.reportId,
          orderId: process.orderId,
          processId: process.id,
          quantity: report.started,
          isPreparation: report.phase === 'preparation',
          device,
          machines: 1,
          minutes,
          startedAt,
          doneAt: startedAt + clock.reportMs(minutes),
        };
        jobs.set(person.employeeId, [...(jobs.get(person.employeeId) ?? []), job]);
      }
    }
  }
  return jobs;
}

/** When each person was last busy, so that nobody begins before that. */
async function lastBusy(crew: Crew): Promise<Map<number, number>> {
  const since = new Date(Date.now() - BACK_MS).toISOString();
  type Row = { endedAt: string | null; people: { employeeId: number }[] };
  const page = await crew.as<{ rows: Row[] }>(
    PLANNER,
    'desk',
    '/mes/report/page',
    { filter: JSON.stringify({ startedAt: { from: since } }), sort: '-startedAt', limit: 500 },
    false,
  );
  const busy = new Map<number, number>();
  for (const { endedAt, people } of page?.rows ?? [])
    for (const { employeeId } of people)
      busy.set(employeeId, Math.max(busy.get(employeeId) ?? 0, endedAt ? Date.parse(endedAt) : 0));
  return busy;
}

/**
 * The people of the demonstration factory at work: they take what is due, report over the public wire, make mistakes,
 * call for help, and plan new orders as old ones leave. Nothing of it is known to the product: it sees people.
 */
export class Simulator {
  private readonly options: SimulatorOptions;
  private readonly stop = new AbortController();
  private running: Promise<unknown> = Promise.resolve();
  /** It has come to its end by itself: the product could not be reached, or said what nobody expected. */
  hasFailed = false;

  constructor(options: SimulatorOptions) {
    this.options = options;
  }

  start(): void {
    this.running = this.work().catch((error: unknown) => this.fail(error));
  }

  /** Lets everybody put down what they are at; open reports stay open, and are taken up at the next start. */
  async close(): Promise<void> {
    this.stop.abort();
    await this.running;
  }

  private fail(error: unknown): void {
    if (this.stop.signal.aborted) return;
    this.hasFailed = true;
    this.stop.abort();
    this.options.onError(error, 'The people of the demonstration factory gave up');
  }

  private async work(): Promise<void> {
    const { zone, speed } = this.options;
    // Everybody waits for it.
    setMaxListeners(0, this.stop.signal);
    const clock = new Clock(speed, this.stop.signal);
    const crew = new Crew(this.options, clock);
    const luck = makeLuck(Date.now());
    const factory = await Factory.read(crew);
    await factory.refresh();
    const desk = new CallDesk({ factory, crew, clock, luck, zone });
    const floor: Floor = { factory, crew, clock, desk, luck, turn: new OneAtATime(), zone };
    const jobs = openJobs(factory, clock);
    const busy = await lastBusy(crew);
    const planner = new Planner({ factory, crew, clock, luck });
    const everybody = [
      planner.run(),
      ...(await desk.takeOver()),
      ...factory.known.people.map((person: FloorPerson) =>
        new Worker(person, floor, busy.get(person.id) ?? 0).run(jobs.get(person.id) ?? []),
      ),
    ];
    // What one does not understand none does: all stop, and begin anew from what is written down.
    await Promise.allSettled(everybody.map((one) => one.catch((error: unknown) => this.fail(error))));
  }
}
