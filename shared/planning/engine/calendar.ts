import type { Instant, Window } from './types.ts';

/** An instant that never comes. It fits into an Int32Array. */
export const NEVER = 2_147_483_647;
/**
 * Instants and spans are limited to this number of minutes, about 2,000 years. Their sums then fit into an
 * Int32Array.
 */
const MAX_MINUTES = 1_000_000_000;

/** Converts a number to whole minutes, limited to `MAX_MINUTES`. `NaN` becomes 0. */
export const toLimitedMinutes = (value: number): number =>
  Math.max(-MAX_MINUTES, Math.min(MAX_MINUTES, Math.round(value) || 0));

/**
 * Finds the last of sorted numbers that is not above a value. A coarse index makes this faster than a binary search.
 */
class SortedNumbers {
  private readonly index: Int32Array;
  private readonly bitShift: number;

  /** @param values ascending, at least one */
  constructor(private readonly values: Int32Array) {
    const first = values[0]!;
    const span = values.at(-1)! - first;
    let bitShift = 0;
    while (span >>> bitShift > 2 * values.length) bitShift++;
    this.bitShift = bitShift;
    this.index = new Int32Array((span >>> bitShift) + 1);
    for (let slot = 0, position = 0; slot < this.index.length; slot++) {
      while (position + 1 < values.length && values[position + 1]! <= first + slot * 2 ** bitShift)
        position++;
      this.index[slot] = position;
    }
  }

  /** Returns the position of the last number that is not above a value; −1 if all numbers are above it. */
  findLast(value: number): number {
    const { values } = this;
    if (value < values[0]!) return -1;
    if (value >= values[values.length - 1]!) return values.length - 1;
    let position = this.index[(value - values[0]!) >>> this.bitShift]!;
    while (values[position + 1]! <= value) position++;
    return position;
  }
}

/**
 * Sorts windows, joins those that overlap or touch, and cuts them to a span. Windows that are then empty are left out.
 */
function normalizeWindows(windows: readonly Window[], from: Instant, until: Instant): [number, number][] {
  const clampedWindows = windows
    .map(([start, end]): [number, number] => [
      Math.max(from, toLimitedMinutes(start)),
      Math.min(until, toLimitedMinutes(end)),
    ])
    .filter(([start, end]) => start < end)
    .sort((a, b) => a[0] - b[0]);
  const joinedWindows: [number, number][] = [];
  for (const window of clampedWindows) {
    const last = joinedWindows.at(-1);
    if (last && window[0] <= last[1]) last[1] = Math.max(last[1], window[1]);
    else joinedWindows.push(window);
  }
  return joinedWindows;
}

/**
 * The open minutes of a calendar in a row: position 0 is the first open minute from now on, and the next open minute is
 * position 1. So work that a night or a weekend interrupts is one span of positions.
 */
export class WorkAxis {
  /** The number of open minutes until the horizon. */
  readonly total: number;
  private readonly origin: Instant;
  private readonly starts: Int32Array;
  private readonly ends: Int32Array;
  /** The position at which each window starts. */
  private readonly positions: Int32Array;
  private readonly byInstant: SortedNumbers | null;
  private readonly byPosition: SortedNumbers | null;

  constructor(windows: readonly Window[], now: Instant, horizonEnd: Instant) {
    const usedWindows = normalizeWindows(windows, now, horizonEnd);
    this.origin = now;
    this.starts = Int32Array.from(usedWindows, ([start]) => start);
    this.ends = Int32Array.from(usedWindows, ([, end]) => end);
    this.positions = new Int32Array(usedWindows.length);
    let position = 0;
    for (const [index, [start, end]] of usedWindows.entries()) {
      this.positions[index] = position;
      position += end - start;
    }
    this.total = position;
    this.byInstant = position > 0 ? new SortedNumbers(this.starts) : null;
    this.byPosition = position > 0 ? new SortedNumbers(this.positions) : null;
  }

  /**
   * Returns the position of an instant: the open minutes from now until the instant. For an instant before
   * now, returns all minutes from now back to it, as a negative number.
   */
  toWork(instant: Instant): number {
    if (instant < this.origin) return instant - this.origin;
    const index = this.byInstant === null ? -1 : this.byInstant.findLast(instant);
    if (index < 0) return 0;
    return this.positions[index]! + Math.min(instant, this.ends[index]!) - this.starts[index]!;
  }

  /**
   * Returns when work at a position starts. Between two windows, this is the start of the later one. After
   * the horizon, returns `NEVER`.
   */
  startAt(position: number): Instant {
    if (position < 0) return this.origin + position;
    if (position >= this.total) return NEVER;
    const index = this.byPosition!.findLast(position);
    return this.starts[index]! + position - this.positions[index]!;
  }

  /**
   * Returns when work before a position ends. Between two windows, this is the end of the earlier one. After
   * the horizon, returns `NEVER`.
   */
  endAt(position: number): Instant {
    if (position <= 0) return this.origin + position;
    if (position > this.total) return NEVER;
    const index = this.byPosition!.findLast(position - 1);
    return this.starts[index]! + position - this.positions[index]!;
  }

  isOpenAt(instant: Instant): boolean {
    const index = this.byInstant === null ? -1 : this.byInstant.findLast(instant);
    return index >= 0 && instant < this.ends[index]!;
  }
}
