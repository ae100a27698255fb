import { getMachinesPerPerson } from '#shared/rules/report-limits.ts';
import { demoContent } from '../content.ts';
import { isOnShift, formatLocalTime } from '../shift-clock.ts';
import { getStandardMinutes } from '../masters.ts';
import { chooseJobResult } from './job-result.ts';
import { chooseWork } from './choose-work.ts';
import { SKIP_REASONS } from '../words.ts';
import { chooseReportEntries } from './report-entries.ts';
import type { ListedWork, ProcessAnswer } from './order-book.ts';
import type { CallSimulator } from './call-desk.ts';
import type { SimulatorClock } from './clock.ts';
import type { Crew } from './crew.ts';
import type { FactoryCopy, ShopDevice, ShopWorker } from './factory.ts';
import type { StartedReport } from './job.ts';
import { getDailyDifficulty, type RandomGenerator } from './random.ts';
import type { QualityDesk } from './quality-desk.ts';
import type { TaskQueue } from './task-queue.ts';

/** The objects that all workers share. */
export interface WorkerContext {
  factory: FactoryCopy;
  crew: Crew;
  clock: SimulatorClock;
  callSimulator: CallSimulator;
  qualityDesk: QualityDesk;
  random: RandomGenerator;
  /**
   * The queue in which workers choose and start work one after another. Two workers therefore never
   * start the same pieces.
   */
  startQueue: TaskQueue;
  zone: string;
}

interface ReportStartAnswer {
  reportId: number;
  startedAt: string;
  process: ProcessAnswer;
}

/**
 * The range from which the planned duration of a report is chosen, in simulated minutes. A worker's first
 * report is shorter. A report of the last few pieces may be shorter too.
 */
const MIN_REPORT_MINUTES = 14;
const MAX_REPORT_MINUTES = 45;
/**
 * The probability that a worker calls for help during a report on an average day. The first report
 * has a higher probability, the same on every day, so that there are calls soon after the start.
 */
const CALL_PROBABILITY = 0.05;
const FIRST_REPORT_CALL_PROBABILITY = 0.14;
/** The probability that a worker runs a second machine, if the process allows it. */
const SECOND_MACHINE_PROBABILITY = 0.25;
/** How long after its planned end an open report counts as forgotten, in milliseconds. */
const FORGOTTEN_AFTER_MS = 2 * 3_600_000;
/** The interval between two checks while a worker works, in milliseconds. */
const CHECK_INTERVAL_MS = 10_000;

/** Simulates one worker, who starts available work, takes the time for it, and reports the result. */
export class SimulatedWorker {
  readonly person: ShopWorker;
  private readonly context: WorkerContext;
  /**
   * When the worker's last report ended, in milliseconds since 1970. A new report does not start before this
   * time.
   */
  private busyUntil: number;

  constructor(person: ShopWorker, context: WorkerContext, busyUntil: number) {
    this.person = person;
    this.context = context;
    this.busyUntil = busyUntil;
  }

  /**
   * Works until the simulator is stopped.
   * @param openReports the reports of the worker that are open at the start
   */
  async run(openReports: readonly StartedReport[]): Promise<void> {
    const { clock, random } = this.context;
    // A random delay keeps the workers from starting all at once.
    await clock.passMs(random.pickBetween(0, 35_000));
    await Promise.all(openReports.map((job) => this.doJob(job, this.chooseCallTime(job, true))));
    let isFirst = openReports.length === 0;
    for (;;) {
      const job = this.isAtWork() && !this.restsNow() ? await this.startJob(isFirst, false) : null;
      if (!job) {
        await clock.passMs(Math.max(4000, clock.toRealMs(random.pickBetween(1, 3))));
        continue;
      }
      const jobs = [job];
      if (job.machinesPerPerson > 1 && this.context.random.pickBoolean(SECOND_MACHINE_PROBABILITY)) {
        const secondJob = await this.startJob(false, true);
        if (secondJob) jobs.push(secondJob);
      }
      await Promise.all(jobs.map((job) => this.doJob(job, this.chooseCallTime(job, isFirst))));
      isFirst = false;
      await clock.passMinutes(random.pickBetween(0.3, 2.5));
    }
  }

  private isAtWork(): boolean {
    return isOnShift(this.person.isNight, Date.now(), this.context.zone);
  }

  /**
   * Whether the worker rests now. During a break, a worker rests with a probability of 60 % at each check.
   * Work that has begun continues.
   */
  private restsNow(): boolean {
    const time = formatLocalTime(Date.now(), this.context.zone).slice(11, 16);
    return (
      demoContent.breaks.some(([from, to]) => time >= from && time < to) &&
      this.context.random.pickBoolean(0.6)
    );
  }

  private get difficulty(): number {
    return getDailyDifficulty(
      this.person.group!,
      formatLocalTime(Date.now(), this.context.zone).slice(0, 10),
    );
  }

  private callReportApi<T>(path: string, fields: Record<string, unknown>): Promise<T | null> {
    return this.context.crew.callAs<T>(this.person.code, 'terminal', `/mes/report/${path}`, fields);
  }

  /**
   * Starts the next process of the released plan, or another one of the first processes in the work list of the group.
   * @param isFirst whether the worker starts the first work since the start of the simulator
   * @param isSecondMachine whether the worker starts a second machine
   * @returns the started job; null if there is no work or no free machine, or if the start is refused
   */
  private startJob(isFirst: boolean, isSecondMachine: boolean): Promise<StartedReport | null> {
    const { factory, random, startQueue } = this.context;
    return startQueue.run(async () => {
      const chosen = chooseWork(this.person.groupId, factory, random, isSecondMachine);
      if (!chosen) return null;
      const { work, device } = chosen;
      const { process } = work;
      const needsPreparation =
        device !== null &&
        !work.isRework &&
        !process.hasRun &&
        !isFirst &&
        !isSecondMachine &&
        random.pickBoolean(0.35);
      return needsPreparation ? this.prepare(work, device) : this.startRun(work, device, isFirst);
    });
  }

  private prepare(work: ListedWork, device: ShopDevice): Promise<StartedReport | null> {
    const minutes = this.context.random.pickBetween(6, 20);
    return this.openReport({ ...work, quantity: Math.min(work.quantity, 1) }, device, minutes, true, null);
  }

  private startRun(
    { process, quantity, isRework }: ListedWork,
    device: ShopDevice | null,
    isFirst: boolean,
  ): Promise<StartedReport | null> {
    const { random } = this.context;
    const pieceMinutes =
      getStandardMinutes(process.craftName) * random.pickBetween(0.85, 1.15) * this.difficulty;
    const reportMinutes = isFirst
      ? random.pickBetween(3, MIN_REPORT_MINUTES)
      : random.pickBetween(MIN_REPORT_MINUTES, MAX_REPORT_MINUTES);
    const wantedPieces = Math.max(1, Math.round(reportMinutes / pieceMinutes));
    const pieces = Math.min(quantity, wantedPieces);
    const minutes = Math.max(2, pieces * pieceMinutes);
    // The first report of a worker may start in the past, as if the worker had begun before the simulator.
    const begunMinutes = isFirst ? minutes * (1 - random.pickBetween(0.05, 1) ** 2) : 0;
    const at = Math.max(this.busyUntil + 1000, Date.now() - begunMinutes * 60_000);
    const work = { process, quantity: pieces, isRework };
    return this.openReport(work, device, minutes, false, at < Date.now() - 5000 ? at : null);
  }

  private async openReport(
    { process, quantity, isRework }: ListedWork,
    device: ShopDevice | null,
    minutes: number,
    isPreparation: boolean,
    at: number | null,
  ): Promise<StartedReport | null> {
    const { factory, clock } = this.context;
    const answer = await this.callReportApi<ReportStartAnswer>('start', {
      processId: process.id,
      quantity,
      deviceId: device?.id ?? null,
      phase: isPreparation ? 'preparation' : 'run',
      isRework,
      source: 'kiosk',
      // If the released plan has other work next, the worker gives a reason.
      skipReason: SKIP_REASONS[process.id % SKIP_REASONS.length],
      ...(at === null ? {} : { at: new Date(at).toISOString() }),
    });
    if (!answer) {
      await factory.reload(process.orderId);
      return null;
    }
    if (device) device.takenBy = this.person.id;
    process.openReports += 1;
    process.hasRun ||= !isPreparation;
    factory.orderBook.updateProcess(process.orderId, answer.process);
    const startedAt = Date.parse(answer.startedAt);
    const elapsedMinutes = (Date.now() - startedAt) / 60_000;
    const remainingMs = clock.toRealMs(Math.max(0, minutes - elapsedMinutes));
    return {
      reportId: answer.reportId,
      orderId: process.orderId,
      processId: process.id,
      quantity,
      isPreparation,
      device,
      machinesPerPerson: isPreparation ? 1 : getMachinesPerPerson(process.manMachineRatio),
      minutes,
      startedAt,
      doneAt: Math.max(startedAt + clock.toReportMs(0), Date.now() + remainingMs),
    };
  }

  /**
   * Chooses when a worker will call for help during a job.
   * @returns milliseconds since 1970; null for no call
   */
  private chooseCallTime(job: StartedReport, isFirst: boolean): number | null {
    const { random } = this.context;
    if (
      job.isPreparation ||
      !random.pickBoolean(isFirst ? FIRST_REPORT_CALL_PROBABILITY : CALL_PROBABILITY * this.difficulty)
    )
      return null;
    return (
      Date.now() +
      (isFirst ? random.pickBetween(5, 80) * 1000 : (job.doneAt - Date.now()) * random.pickBetween(0.1, 0.8))
    );
  }

  /**
   * Works until the job is done, and calls for help at the chosen time. After the end of the shift, the
   * worker may stop earlier.
   */
  private async doJob(job: StartedReport, callTime: number | null): Promise<void> {
    const { clock, random, callSimulator } = this.context;
    let hasCalled = false;
    while (Date.now() < job.doneAt) {
      await clock.passMs(Math.min(CHECK_INTERVAL_MS, job.doneAt - Date.now()));
      if (!hasCalled && callTime !== null && Date.now() >= callTime) {
        hasCalled = true;
        const downtimeMs = await callSimulator.callForHelp(this.person, job);
        job.doneAt += downtimeMs;
      }
      const earliestEnd = job.startedAt + clock.toReportMs(0);
      if (!this.isAtWork() && Date.now() > earliestEnd && random.pickBoolean(0.2)) break;
    }
    await this.finishJob(job);
  }

  private async finishJob(job: StartedReport): Promise<void> {
    const { factory, random, qualityDesk } = this.context;
    const now = Date.now();
    const durationMs = Math.max(1, job.doneAt - job.startedAt);
    const timeShare = Math.min(1, (now - job.startedAt) / durationMs);
    const jobResult = chooseJobResult(job, timeShare, this.difficulty, random, factory.masterData);
    const { good, scrap = 0, rework = 0 } = jobResult;
    const entries = chooseReportEntries(
      factory.orderBook.findProcess(job)?.entryRequest ?? null,
      { reportId: job.reportId, pieces: good + scrap + rework },
      random,
    );
    const isForgotten = now - job.doneAt > FORGOTTEN_AFTER_MS;
    const { kind, ...quantities } = jobResult;
    const answer = await this.callReportApi<{ process: ProcessAnswer; endedAt: string }>(kind, {
      reportId: job.reportId,
      ...quantities,
      ...entries,
      ...(isForgotten ? { at: new Date(job.doneAt).toISOString() } : {}),
    });
    if (job.device) job.device.takenBy = null;
    this.busyUntil = answer ? Date.parse(answer.endedAt) : now;
    const { errorClassId } = jobResult;
    if (answer && errorClassId !== undefined) {
      const { reportId, processId } = job;
      await qualityDesk.raiseForReport(this.person, { reportId, processId, scrap, rework, errorClassId });
    }
    await factory.reload(job.orderId);
  }
}
