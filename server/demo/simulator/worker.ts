import { machinesPerPerson } from '#shared/rules/report-limits.ts';
import { content } from '../content.ts';
import { isOnShift, wallClock } from '../shift-clock.ts';
import { minutesOf } from '../masters.ts';
import type { BookedProcess, Standing } from './book.ts';
import type { CallDesk } from './call-desk.ts';
import type { Clock } from './clock.ts';
import type { Crew } from './crew.ts';
import type { Factory, FloorDevice, FloorPerson } from './factory.ts';
import type { Job } from './job.ts';
import { moodOf, type Luck } from './luck.ts';
import type { OneAtATime } from './one-at-a-time.ts';

/** What everybody on the floor shares. */
export interface Floor {
  factory: Factory;
  crew: Crew;
  clock: Clock;
  desk: CallDesk;
  luck: Luck;
  /** Choosing work and beginning it is done by one after the other: two do not reach for the same pieces. */
  turn: OneAtATime;
  zone: string;
}

interface Started {
  reportId: number;
  startedAt: string;
  process: Standing;
}

/** Nobody takes more than this into one report, and nobody reports more often, in minutes. */
const SHORT_JOB = 14;
const LONG_JOB = 45;
/** How often help has to be called for a piece of work; at the start there are some who would have called already. */
const TROUBLE = 0.05;
const FIRST_TROUBLE = 0.14;
/** How often somebody sees to a second machine beside the first, where one person may. */
const SECOND_MACHINE = 0.25;
/** How often a piece of a report is for the bin, or has to be done again, on an ordinary day. */
const SCRAP = 0.06;
const REWORK = 0.02;
/** A report that is open for so much longer than planned was forgotten. */
const FORGOTTEN_MS = 2 * 3_600_000;
/** The look at the clock while somebody works, in milliseconds. */
const LOOK_MS = 10_000;

/** One person of the floor: takes work that is there, does it for its time, and reports what came of it. */
export class Worker {
  readonly person: FloorPerson;
  private readonly floor: Floor;
  /** Until when they were last busy, in real time: nobody is at two things at once. */
  private busyUntil: number;

  constructor(person: FloorPerson, floor: Floor, busyUntil: number) {
    this.person = person;
    this.floor = floor;
    this.busyUntil = busyUntil;
  }

  /** Works until the simulator is stopped. @param open what they were at when it started */
  async run(open: readonly Job[]): Promise<void> {
    const { clock, luck } = this.floor;
    // They come in one after the other.
    await clock.passMs(luck.between(0, 35_000));
    await Promise.all(open.map((job) => this.carryOut(job, this.troubleAt(job, true))));
    let isFirst = open.length === 0;
    for (;;) {
      const job = this.isHere() && !this.isResting() ? await this.begin(isFirst, false) : null;
      if (!job) {
        await clock.passMs(Math.max(4000, clock.inMs(luck.between(1, 3))));
        continue;
      }
      const jobs = [job];
      if (job.machines > 1 && this.floor.luck.chance(SECOND_MACHINE)) {
        const second = await this.begin(false, true);
        if (second) jobs.push(second);
      }
      await Promise.all(jobs.map((one) => this.carryOut(one, this.troubleAt(one, isFirst))));
      isFirst = false;
      await clock.passMinutes(luck.between(0.3, 2.5));
    }
  }

  private isHere(): boolean {
    return isOnShift(this.person.isNight, Date.now(), this.floor.zone);
  }

  /** Most take their break; who is in the middle of something goes on. */
  private isResting(): boolean {
    const time = wallClock(Date.now(), this.floor.zone).slice(11, 16);
    return content.breaks.some(([from, to]) => time >= from && time < to) && this.floor.luck.chance(0.6);
  }

  private get mood(): number {
    return moodOf(this.person.group!, wallClock(Date.now(), this.floor.zone).slice(0, 10));
  }

  private report<T>(path: string, fields: Record<string, unknown>): Promise<T | null> {
    return this.floor.crew.as<T>(this.person.code, 'terminal', `/mes/report/${path}`, fields);
  }

  /** Takes what is due first, or one of the next. @returns null where there is nothing to do, or no machine for it */
  private begin(isFirst: boolean, isSecond: boolean): Promise<Job | null> {
    const { factory, luck, turn } = this.floor;
    return turn.do(async () => {
      const offered = factory.book
        .workFor(this.person.groupId)
        .filter(({ process }) => !isSecond || machinesPerPerson(process.manMachineRatio) > 1)
        .slice(0, 4);
      if (offered.length === 0) return null;
      const { process, quantity } = luck.one(offered);
      const free = factory.known.devices.filter(
        (one) => one.groupId === this.person.groupId && one.takenBy === null && !one.isDown,
      );
      const device = free.length > 0 ? luck.one(free) : null;
      if (!device && process.manMachineRatio !== null) return null;
      const prepares = device !== null && !process.hasRun && !isFirst && !isSecond && luck.chance(0.35);
      return prepares
        ? this.prepare(process, quantity, device)
        : this.start(process, quantity, device, isFirst);
    });
  }

  private prepare(process: BookedProcess, quantity: number, device: FloorDevice): Promise<Job | null> {
    const minutes = this.floor.luck.between(6, 20);
    return this.open(process, Math.min(quantity, 1), device, minutes, true, null);
  }

  private start(
    process: BookedProcess,
    quantity: number,
    device: FloorDevice | null,
    isFirst: boolean,
  ): Promise<Job | null> {
    const { luck } = this.floor;
    const each = minutesOf(process.craftName) * luck.between(0.85, 1.15) * this.mood;
    const length = isFirst ? luck.between(3, SHORT_JOB) : luck.between(SHORT_JOB, LONG_JOB);
    const wanted = Math.max(1, Math.round(length / each));
    const pieces = Math.min(quantity, wanted);
    const minutes = Math.max(2, pieces * each);
    // When the simulator starts people are in the middle of their work, some of them nearly done.
    const begun = isFirst ? minutes * (1 - luck.between(0.05, 1) ** 2) : 0;
    const at = Math.max(this.busyUntil + 1000, Date.now() - begun * 60_000);
    return this.open(process, pieces, device, minutes, false, at < Date.now() - 5000 ? at : null);
  }

  private async open(
    process: BookedProcess,
    quantity: number,
    device: FloorDevice | null,
    minutes: number,
    isPreparation: boolean,
    at: number | null,
  ): Promise<Job | null> {
    const { factory, clock } = this.floor;
    const started = await this.report<Started>('start', {
      processId: process.id,
      quantity,
      deviceId: device?.id ?? null,
      phase: isPreparation ? 'preparation' : 'run',
      source: 'kiosk',
      ...(at === null ? {} : { at: new Date(at).toISOString() }),
    });
    if (!started) {
      await factory.reload(process.orderId);
      return null;
    }
    if (device) device.takenBy = this.person.id;
    process.openReports += 1;
    process.hasRun ||= !isPreparation;
    factory.book.note(process.orderId, started.process);
    const startedAt = Date.parse(started.startedAt);
    const behind = (Date.now() - startedAt) / 60_000;
    const left = clock.inMs(Math.max(0, minutes - behind));
    return {
      reportId: started.reportId,
      orderId: process.orderId,
      processId: process.id,
      quantity,
      isPreparation,
      device,
      machines: isPreparation ? 1 : machinesPerPerson(process.manMachineRatio),
      minutes,
      startedAt,
      doneAt: Math.max(startedAt + clock.reportMs(0), Date.now() + left),
    };
  }

  /** When something goes wrong with a piece of work, in real time; null where nothing does. */
  private troubleAt(job: Job, isFirst: boolean): number | null {
    const { luck } = this.floor;
    if (job.isPreparation || !luck.chance(isFirst ? FIRST_TROUBLE : TROUBLE * this.mood)) return null;
    return (
      Date.now() + (isFirst ? luck.between(5, 80) * 1000 : (job.doneAt - Date.now()) * luck.between(0.1, 0.8))
    );
  }

  /** Works until it is done or the shift ends; on the way something may go wrong. */
  private async carryOut(job: Job, troubleAt: number | null): Promise<void> {
    const { clock, luck, desk } = this.floor;
    let called = false;
    while (Date.now() < job.doneAt) {
      await clock.passMs(Math.min(LOOK_MS, job.doneAt - Date.now()));
      if (!called && troubleAt !== null && Date.now() >= troubleAt) {
        called = true;
        const stood = await desk.call(this.person, job);
        job.doneAt += stood;
      }
      const least = job.startedAt + clock.reportMs(0);
      if (!this.isHere() && Date.now() > least && luck.chance(0.2)) break;
    }
    await this.close(job);
  }

  private async close(job: Job): Promise<void> {
    const { factory } = this.floor;
    const now = Date.now();
    const whole = Math.max(1, job.doneAt - job.startedAt);
    const part = Math.min(1, (now - job.startedAt) / whole);
    const result = this.resultOf(job, part);
    const isForgotten = now - job.doneAt > FORGOTTEN_MS;
    const { kind, ...quantities } = result;
    const answer = await this.report<{ process: Standing; endedAt: string }>(kind, {
      reportId: job.reportId,
      ...quantities,
      ...(isForgotten ? { at: new Date(job.doneAt).toISOString() } : {}),
    });
    if (job.device) job.device.takenBy = null;
    this.busyUntil = answer ? Date.parse(answer.endedAt) : now;
    await factory.reload(job.orderId);
  }

  /** What came of it: mostly all of it and good, sometimes less, on bad days a piece for the bin or to be done again. */
  private resultOf(job: Job, part: number) {
    const { luck, factory } = this.floor;
    if (job.isPreparation) return { kind: 'unfinished', good: 0 } as const;
    const isWhole = part >= 0.99 && !luck.chance(0.12);
    const share = isWhole ? 1 : part >= 0.99 ? luck.between(0.5, 0.9) : part;
    const made = isWhole ? job.quantity : Math.floor(job.quantity * share);
    if (made < 1) return { kind: 'unfinished', good: 0 } as const;
    const scrap = made > 1 && luck.chance(SCRAP * this.mood) ? 1 : 0;
    const rework = scrap === 0 && made > 2 && luck.chance(REWORK * this.mood) ? 1 : 0;
    return {
      kind: made >= job.quantity ? 'finish' : 'unfinished',
      good: made - scrap - rework,
      scrap,
      rework,
      ...(scrap + rework > 0 ? { errorClassId: luck.one(factory.known.errorClasses) } : {}),
    } as const;
  }
}
