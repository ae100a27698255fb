import { addDays } from '#shared/rules/days.ts';

/** The longest time without a working day, in days. A factory that rests longer has no usable calendar. */
const MAX_REST_DAYS = 400;
/** How far the axis reaches on both sides, in days: 60 years. */
const MAX_DAYS = 22_000;

/** Why days cannot be computed. */
export type AxisProblem = 'planWithoutWorkdays' | 'planTooLong';

export class AxisError extends Error {
  constructor(readonly problem: AxisProblem) {
    super(problem);
  }
}

/** The working days of a factory, counted from a day. Each holds the same number of working minutes. */
export class WorkdayAxis {
  /** The working days from the origin on, and those before it, the latest first. */
  private readonly after: string[] = [];
  private readonly before: string[] = [];
  private lastRead: string;
  private firstRead: string;

  /** @param origin the day from which working days are counted */
  constructor(
    private readonly origin: string,
    private readonly isWorkday: (day: string) => boolean,
    private readonly workdayMinutes: number,
  ) {
    this.lastRead = addDays(origin, -1);
    this.firstRead = origin;
  }

  /** Returns the position of the begin of a day. A day of rest begins with the next working day. */
  toStart(day: string): number {
    return this.countBefore(day) * this.workdayMinutes;
  }

  /** Returns the position of the end of a day. A day of rest ends with the working day before it. */
  toEnd(day: string): number {
    return this.countBefore(addDays(day, 1)) * this.workdayMinutes;
  }

  /** Returns the working day in which work at a position starts. */
  startDay(position: number): string {
    return this.dayAt(Math.floor(position / this.workdayMinutes));
  }

  /** Returns the working day in which work that reaches to a position ends. */
  endDay(position: number): string {
    return this.dayAt(Math.ceil(position / this.workdayMinutes) - 1);
  }

  /** Counts the working days from the origin to a day, which does not count; below 0 before the origin. */
  private countBefore(day: string): number {
    if (day >= this.origin) {
      while (this.lastRead < day) this.readNext();
      return countBelow(this.after, (workday) => workday < day);
    }
    while (this.firstRead > day) this.readPrevious();
    return -countBelow(this.before, (workday) => workday >= day);
  }

  private dayAt(index: number): string {
    if (Math.abs(index) > MAX_DAYS) throw new AxisError('planTooLong');
    while (this.after.length <= index) this.readNext();
    while (this.before.length < -index) this.readPrevious();
    return index >= 0 ? this.after[index]! : this.before[-1 - index]!;
  }

  private readNext(): void {
    this.lastRead = addDays(this.lastRead, 1);
    if (this.isWorkday(this.lastRead)) this.after.push(this.lastRead);
    else this.refuseEndlessRest(this.after.at(-1), this.lastRead);
    if (this.after.length > MAX_DAYS) throw new AxisError('planTooLong');
  }

  private readPrevious(): void {
    this.firstRead = addDays(this.firstRead, -1);
    if (this.isWorkday(this.firstRead)) this.before.push(this.firstRead);
    else this.refuseEndlessRest(this.before.at(-1), this.firstRead);
    if (this.before.length > MAX_DAYS) throw new AxisError('planTooLong');
  }

  private refuseEndlessRest(lastWorkday: string | undefined, day: string): void {
    const from = lastWorkday ?? this.origin;
    const limit = addDays(from, day > from ? MAX_REST_DAYS : -MAX_REST_DAYS);
    if (day > from ? day > limit : day < limit) throw new AxisError('planWithoutWorkdays');
  }
}

/** Counts the first days of a list that fulfil a condition. */
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
