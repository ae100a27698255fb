import type { WorkAxis } from './calendar.ts';
import { NEVER } from './calendar.ts';

/** Returns the position on a work axis at which each day starts; 0 for days that start before now. */
export const findDayPositions = (axis: WorkAxis, days: Int32Array): Int32Array =>
  days.map((day) => Math.max(0, axis.toWork(day)));

/** Returns the index of the day in which the minute at a position lies; −1 before the first day. */
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

/**
 * The work of a group for a task. `manMinutes` and `duration` are above 0. The man minutes are spread evenly
 * over `duration` work minutes.
 */
export interface CrewJob {
  readonly group: number;
  readonly duration: number;
  readonly manMinutes: number;
}

/**
 * Returns the man minutes of the first `done` work minutes, rounded down. So the shares of all days add up to
 * `manMinutes`.
 */
const countManMinutes = ({ duration, manMinutes }: CrewJob, done: number): number =>
  Math.floor((manMinutes * Math.max(0, Math.min(duration, done))) / duration);

/** The free man minutes of each group on each day. */
export class FreePeople {
  constructor(
    private readonly minutes: Int32Array,
    private readonly dayCount: number,
  ) {}

  copy(): FreePeople {
    return new FreePeople(this.minutes.slice(), this.dayCount);
  }

  reset(other: FreePeople): void {
    this.minutes.set(other.minutes);
  }

  /**
   * Returns the free man minutes of a group on a day; negative if started and pinned tasks need more than the
   * group has.
   */
  getManMinutes(group: number, day: number): number {
    return this.minutes[group * this.dayCount + day]!;
  }

  /**
   * Checks whether a group has enough people for a job that starts at a position.
   * @returns −1 if it has enough people; otherwise the next position to check; `NEVER` if there is no such
   * position
   */
  findLaterPosition(job: CrewJob, position: number, dayPositions: Int32Array): number {
    const { group, duration, manMinutes } = job;
    const firstDay = findDay(dayPositions, position);
    if (firstDay < 0) return dayPositions.length > 0 ? dayPositions[0]! : NEVER;
    let countedMinutes = 0;
    for (let day = firstDay; day < this.dayCount; day++) {
      const dayEnd = dayPositions[day + 1]!;
      const done = countManMinutes(job, dayEnd - position);
      const freeMinutes = this.getManMinutes(group, day);
      if (done - countedMinutes > freeMinutes) {
        // The most work minutes of the job for which the group has people on this day, if the job starts on
        // this day.
        const fittingMinutes = Math.floor(((Math.max(0, freeMinutes) + 1) * duration - 1) / manMinutes);
        return Math.max(position + 1, dayEnd - fittingMinutes);
      }
      if (position + duration <= dayEnd) return -1;
      countedMinutes = done;
    }
    return NEVER;
  }

  /** Calls `visit` for each day on which a job needs people, with its man minutes on that day. */
  visitDays(
    job: CrewJob,
    position: number,
    dayPositions: Int32Array,
    visit: (day: number, manMinutes: number) => void,
  ): void {
    for (let day = Math.max(0, findDay(dayPositions, position)); day < this.dayCount; day++) {
      const share =
        countManMinutes(job, dayPositions[day + 1]! - position) -
        countManMinutes(job, dayPositions[day]! - position);
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
