import { addDays } from '#shared/rules/days.ts';

/** The maximum number of days of rest in a row. A calendar with more of them is of no use for plans. */
const MAX_REST_DAYS = 400;
/** How many working days the axis has on both sides of its origin: over 60 years. */
const MAX_DAYS = 22_000;

/** Why days cannot be computed. */
export type AxisProblem = 'planWithoutWorkdays' | 'planTooLong';

export class AxisError extends Error {
  constructor(readonly problem: AxisProblem) {
    super(problem);
  }
}

/**
 * The working days of a factory, laid end to end. Each day has the same number of working minutes. Position 0 is the
 * origin.
 */
export class WorkdayAxis {
  /** The working days from the origin on, ascending, and those before the origin, descending. */
  private readonly daysFromOrigin: string[] = [];
  private readonly daysBeforeOrigin: string[] = [];
  private lastRead: string;
  private firstRead: string;

  /** @param origin the day from which positions count */
  constructor(
    private readonly origin: string,
    private readonly isWorkday: (day: string) => boolean,
    private readonly workdayMinutes: number,
  ) {
    this.lastRead = addDays(origin, -1);
    this.firstRead = origin;
  }

  /** Returns the position at which a day starts. For a day of rest, this is the start of the next working day. */
  toStart(day: string): number {
    return this.countBefore(day) * this.workdayMinutes;
  }

  /** Returns the position at which a day ends. For a day of rest, this is the end of the working day before it. */
  toEnd(day: string): number {
    return this.countBefore(addDays(day, 1)) * this.workdayMinutes;
  }

  /** Returns the working day of a position as the start of work: at the border of two days, the later day. */
  startDay(position: number): string {
    return this.dayAt(Math.floor(position / this.workdayMinutes));
  }

  /** Returns the working day of a position as the end of work: at the border of two days, the earlier day. */
  endDay(position: number): string {
    return this.dayAt(Math.ceil(position / this.workdayMinutes) - 1);
  }

  /** Counts the working days from the origin to the day before a day; a negative number for days before the origin. */
  private countBefore(day: string): number {
    if (day >= this.origin) {
      while (this.lastRead < day) this.readNext();
      return countBelow(this.daysFromOrigin, (workday) => workday < day);
    }
    while (this.firstRead > day) this.readPrevious();
    return -countBelow(this.daysBeforeOrigin, (workday) => workday >= day);
  }

  private dayAt(index: number): string {
    if (Math.abs(index) > MAX_DAYS) throw new AxisError('planTooLong');
    while (this.daysFromOrigin.length <= index) this.readNext();
    while (this.daysBeforeOrigin.length < -index) this.readPrevious();
    return index >= 0 ? this.daysFromOrigin[index]! : this.daysBeforeOrigin[-1 - index]!;
  }

  private readNext(): void {
    this.lastRead = addDays(this.lastRead, 1);
    if (this.isWorkday(this.lastRead)) this.daysFromOrigin.push(this.lastRead);
    else this.refuseEndlessRest(this.daysFromOrigin.at(-1), this.lastRead);
    if (this.daysFromOrigin.length > MAX_DAYS) throw new AxisError('planTooLong');
  }

  private readPrevious(): void {
    this.firstRead = addDays(this.firstRead, -1);
    if (this.isWorkday(this.firstRead)) this.daysBeforeOrigin.push(this.firstRead);
    else this.refuseEndlessRest(this.daysBeforeOrigin.at(-1), this.firstRead);
    if (this.daysBeforeOrigin.length > MAX_DAYS) throw new AxisError('planTooLong');
  }

  private refuseEndlessRest(lastWorkday: string | undefined, day: string): void {
    const from = lastWorkday ?? this.origin;
    const limit = addDays(from, day > from ? MAX_REST_DAYS : -MAX_REST_DAYS);
    if (day > from ? day > limit : day < limit) throw new AxisError('planWithoutWorkdays');
  }
}

/** Counts the days that fulfil a condition. In the list, these days must come before all other days. */
function countBelow(days: readonly string[], isBelow: (day: string) => boolean): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBelow(days[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
