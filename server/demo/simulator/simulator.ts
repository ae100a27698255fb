import { setMaxListeners } from 'node:events';
import type { ShopWorker } from './factory.ts';
import { CallSimulator } from './call-desk.ts';
import { SimulatorClock } from './clock.ts';
import { Crew, type CrewOptions } from './crew.ts';
import { FactoryCopy, PLANNER_CODE } from './factory.ts';
import { createRandomGenerator } from './random.ts';
import { getStandardMinutes } from '../masters.ts';
import { TaskQueue } from './task-queue.ts';
import { CorrectiveDesk } from './corrective-desk.ts';
import { SimulatedInspector } from './inspector.ts';
import { SimulatedPlanner } from './planner.ts';
import { PlanningDesk } from './planning-desk.ts';
import { QualityDesk } from './quality-desk.ts';
import type { StartedReport } from './job.ts';
import { SimulatedWorker, type WorkerContext } from './worker.ts';

interface SimulatorOptions extends CrewOptions {
  /** The time zone of the factory. It determines when a shift begins and ends. */
  zone: string;
  /** How many times faster than real time the simulated time passes. */
  speed: number;
  /** Called with the error that stops the simulator. */
  onError: (error: unknown, message: string) => void;
}

/** How far back the simulator searches for the last report of a worker, in milliseconds. */
const REPORT_SEARCH_MS = 86_400_000;

/**
 * Converts reports that are open at the start into jobs. Each report is a job of its first person.
 * @returns the jobs by employee id
 */
function takeOverOpenReports(factory: FactoryCopy, clock: SimulatorClock): Map<number, StartedReport[]> {
  const jobsByEmployee = new Map<number, StartedReport[]>();
  for (const { processes } of factory.orderBook.orders.values()) {
    for (const process of processes) {
      for (const report of process.open) {
        const person = report.people[0];
        if (!person) continue;
        const device =
          factory.masterData.devices.find((candidate) => candidate.name === report.deviceName) ?? null;
        if (device) device.takenBy = person.employeeId;
        const minutes = report.started * getStandardMinutes(process.craftName);
        const startedAt = Date.parse(report.startedAt);
        const job: StartedReport = {
          reportId: report.reportId,
          orderId: process.orderId,
          processId: process.id,
          quantity: report.started,
          isPreparation: report.phase === 'preparation',
          device,
          machinesPerPerson: 1,
          minutes,
          startedAt,
          doneAt: startedAt + clock.toReportMs(minutes),
        };
        jobsByEmployee.set(person.employeeId, [...(jobsByEmployee.get(person.employeeId) ?? []), job]);
      }
    }
  }
  return jobsByEmployee;
}

/**
 * Reads when each worker last finished work, so that the next report of the worker does not start earlier. It
 * reads at most 500 reports.
 * @returns milliseconds since 1970, by employee id
 */
async function readLastReportEnds(crew: Crew): Promise<Map<number, number>> {
  const since = new Date(Date.now() - REPORT_SEARCH_MS).toISOString();
  type Row = { endedAt: string | null; people: { employeeId: number }[] };
  const page = await crew.callAs<{ rows: Row[] }>(
    PLANNER_CODE,
    'desk',
    '/mes/report/page',
    { filter: JSON.stringify({ startedAt: { from: since } }), sort: '-startedAt', limit: 500 },
    false,
  );
  const lastEndsByEmployee = new Map<number, number>();
  for (const { endedAt, people } of page?.rows ?? [])
    for (const { employeeId } of people)
      lastEndsByEmployee.set(
        employeeId,
        Math.max(lastEndsByEmployee.get(employeeId) ?? 0, endedAt ? Date.parse(endedAt) : 0),
      );
  return lastEndsByEmployee;
}

/**
 * Simulates the staff of the demonstration factory through the public API. Workers report, make mistakes and
 * call for help. An inspector makes the inspections that are due. The quality staff determine, countersign
 * and trace exceptions, and lead corrective actions. A planner replaces completed orders, plans the factory
 * once per simulated day and releases the plan of the day. Most workers follow the plan.
 */
export class Simulator {
  private readonly options: SimulatorOptions;
  private readonly stopController = new AbortController();
  private runPromise: Promise<unknown> = Promise.resolve();
  /** Whether an error stopped the simulator, for example because the server was unreachable. */
  hasFailed = false;

  constructor(options: SimulatorOptions) {
    this.options = options;
  }

  start(): void {
    this.runPromise = this.runTasks().catch((error: unknown) => this.fail(error));
  }

  /** Stops the simulator. Open reports stay open and are continued at the next start. */
  async close(): Promise<void> {
    this.stopController.abort();
    await this.runPromise;
  }

  private fail(error: unknown): void {
    if (this.stopController.signal.aborted) return;
    this.hasFailed = true;
    this.stopController.abort();
    this.options.onError(error, 'The demo simulator stopped');
  }

  private async runTasks(): Promise<void> {
    const { zone, speed } = this.options;
    // Every worker adds a listener to the signal, so the warning about many listeners is switched
    // off.
    setMaxListeners(0, this.stopController.signal);
    const clock = new SimulatorClock(speed, this.stopController.signal);
    const crew = new Crew(this.options, clock);
    const random = createRandomGenerator(Date.now());
    const factory = await FactoryCopy.read(crew);
    await factory.refresh();
    const callSimulator = new CallSimulator({ factory, crew, clock, random, zone });
    const qualityDesk = new QualityDesk({ factory, crew, clock, random, zone });
    const context: WorkerContext = {
      factory,
      crew,
      clock,
      callSimulator,
      qualityDesk,
      random,
      startQueue: new TaskQueue(),
      zone,
    };
    const jobsByEmployee = takeOverOpenReports(factory, clock);
    const lastEndsByEmployee = await readLastReportEnds(crew);
    const planner = new SimulatedPlanner({ factory, crew, clock, random, zone });
    // This wait must come before the tasks start. If the simulator stopped during a wait after their start,
    // nothing would handle the errors of the tasks.
    const callAnswers = await callSimulator.answerOpenCalls();
    const tasks = [
      planner.run(),
      new PlanningDesk({ factory, crew, clock, zone }).run(),
      new SimulatedInspector({ crew, clock, random }).run(),
      ...callAnswers,
      qualityDesk.run(),
      new CorrectiveDesk({ crew, clock, random, zone }).run(),
      ...factory.masterData.people.map((person: ShopWorker) =>
        new SimulatedWorker(person, context, lastEndsByEmployee.get(person.id) ?? 0).run(
          jobsByEmployee.get(person.id) ?? [],
        ),
      ),
    ];
    // An error in one task stops all tasks. The next start continues from the state in the
    // database.
    await Promise.allSettled(tasks.map((task) => task.catch((error: unknown) => this.fail(error))));
  }
}
