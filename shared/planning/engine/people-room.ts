import type { WorkAxis } from './calendar.ts';
import { NEVER } from './calendar.ts';

/** Returns the position of each day's begin on a work axis, not before now. */
export const findDayPositions = (axis: WorkAxis, days: Int32Array): Int32Array =>
  days.map((day) => Math.max(0, axis.toWork(day)));

/** Returns the day in which the minute at a position lies; −1 before the first day. */
export function findDay(dayPositions: Int32Array, position: number): number {
  let low = 0;
  let high = dayPositions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (dayPositions[middle]! <= position) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A job of people: `manMinutes` > 0, spread evenly over `duration` > 0 work minutes. */
export interface CrewJob {
  readonly group: number;
  readonly duration: number;
  readonly manMinutes: number;
}

/** Returns the man minutes of the first `done` work minutes. Shares are whole and add up to all. */
const countDone = ({ duration, manMinutes }: CrewJob, done: number): number =>
  Math.floor((manMinutes * Math.max(0, Math.min(duration, done))) / duration);

/** The man minutes that each group still has on each day. */
export class PeopleRoom {
  constructor(
    private readonly minutes: Int32Array,
    private readonly dayCount: number,
  ) {}

  copy(): PeopleRoom {
    return new PeopleRoom(this.minutes.slice(), this.dayCount);
  }

  reset(other: PeopleRoom): void {
    this.minutes.set(other.minutes);
  }

  /** Returns the man minutes that a group still has; below 0 if pins need more than there are. */
  get(group: number, day: number): number {
    return this.minutes[group * this.dayCount + day]!;
  }

  /**
   * Checks whether a group has people for a job at a position.
   * @returns −1 if it has; else the earliest later position at which it may have; `NEVER` if there is none
   */
  findNext(job: CrewJob, position: number, dayPositions: Int32Array): number {
    const { group, duration, manMinutes } = job;
    const firstDay = findDay(dayPositions, position);
    if (firstDay < 0) return dayPositions.length > 0 ? dayPositions[0]! : NEVER;
    let counted = 0;
    for (let day = firstDay; day < this.dayCount; day++) {
      const dayEnd = dayPositions[day + 1]!;
      const done = countDone(job, dayEnd - position);
      const room = this.get(group, day);
      if (done - counted > room) {
        // So many work minutes of the job fit into this day, if it starts in it.
        const fitting = Math.floor(((Math.max(0, room) + 1) * duration - 1) / manMinutes);
        return Math.max(position + 1, dayEnd - fitting);
      }
      if (position + duration <= dayEnd) return -1;
      counted = done;
    }
    return NEVER;
  }

  /** Calls `visit` with each day of a job and its man minutes on that day. */
  visitDays(
    job: CrewJob,
    position: number,
    dayPositions: Int32Array,
    visit: (day: number, manMinutes: number) => void,
  ): void {
    for (let day = Math.max(0, findDay(dayPositions, position)); day < this.dayCount; day++) {
      const share =
        countDone(job, dayPositions[day + 1]! - position) - countDone(job, dayPositions[day]! - position);
      if (share > 0) visit(day, share);
      if (position + job.duration <= dayPositions[day + 1]!) return;
    }
  }

  take(job: CrewJob, position: number, dayPositions: Int32Array): void {
    this.visitDays(job, position, dayPositions, (day, share) => {
      this.minutes[job.group * this.dayCount + day]! -= share;
    });
  }

  give(job: CrewJob, position: number, dayPositions: Int32Array): void {
    this.visitDays(job, position, dayPositions, (day, share) => {
      this.minutes[job.group * this.dayCount + day]! += share;
    });
  }
}
