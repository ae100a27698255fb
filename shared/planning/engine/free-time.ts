import type { Compiled } from './compile.ts';
import { NEVER } from './calendar.ts';

/**
 * The free spans of every lane, on the work axis of its machine. Tasks that touch leave no span between them, so the
 * lists of busy machines stay short.
 */
export class FreeTime {
  /** The spans of each lane in ascending order: start, end, start, end … */
  private readonly spans: Int32Array[];
  /** How many numbers of `spans` are used. */
  private readonly lengths: Int32Array;

  private constructor(spans: Int32Array[], lengths: Int32Array) {
    this.spans = spans;
    this.lengths = lengths;
  }

  /** Makes lanes that are free until the horizon. */
  static make({ machines, laneFrom, axes, axisOfMachine }: Compiled): FreeTime {
    const spans: Int32Array[] = [];
    for (const index of machines.keys())
      for (let lane = laneFrom[index]!; lane < laneFrom[index + 1]!; lane++) {
        const laneSpans = new Int32Array(8);
        laneSpans[1] = axes[axisOfMachine[index]!]!.total;
        spans.push(laneSpans);
      }
    return new FreeTime(spans, new Int32Array(spans.length).fill(2));
  }

  copy(): FreeTime {
    return new FreeTime(
      this.spans.map((spans) => spans.slice()),
      this.lengths.slice(),
    );
  }

  /** Makes this object a copy of another one with the same lanes. It uses no new memory if possible. */
  reset(other: FreeTime): void {
    for (const [lane, otherSpans] of other.spans.entries()) {
      const length = other.lengths[lane]!;
      if (this.spans[lane]!.length < length) this.spans[lane] = new Int32Array(otherSpans.length);
      const spans = this.spans[lane]!;
      for (let index = 0; index < length; index++) spans[index] = otherSpans[index]!;
    }
    this.lengths.set(other.lengths);
  }

  /**
   * Finds the earliest position, from `from` on, at which a lane is free for `duration` > 0.
   * @returns `NEVER` if there is none
   */
  findStart(lane: number, from: number, duration: number): number {
    const spans = this.spans[lane]!;
    const length = this.lengths[lane]!;
    for (let index = this.findSpan(lane, from); index < length; index += 2) {
      const start = spans[index]! > from ? spans[index]! : from;
      if (start + duration <= spans[index + 1]!) return start;
    }
    return NEVER;
  }

  isFree(lane: number, from: number, until: number): boolean {
    return from >= until || this.findStart(lane, from, until - from) === from;
  }

  /** Takes a span. Parts of the span may already be taken. */
  take(lane: number, from: number, until: number): void {
    if (from >= until) return;
    const first = this.findSpan(lane, from);
    const spans = this.spans[lane]!;
    let end = first;
    while (end < this.lengths[lane]! && spans[end]! < until) end += 2;
    if (end === first) return;
    const begin = spans[first]!;
    const last = spans[end - 1]!;
    const keptLength = (begin < from ? 2 : 0) + (until < last ? 2 : 0);
    this.resize(lane, end, first + keptLength - end);
    const changedSpans = this.spans[lane]!;
    let index = first;
    if (begin < from) {
      changedSpans[index++] = begin;
      changedSpans[index++] = from;
    }
    if (until < last) {
      changedSpans[index++] = until;
      changedSpans[index] = last;
    }
  }

  /** Makes a span free again. The whole span must be taken. */
  give(lane: number, from: number, until: number): void {
    if (from >= until) return;
    const next = this.findSpan(lane, from);
    const touchesPrevious = next > 0 && this.spans[lane]![next - 1] === from;
    const touchesNext = next < this.lengths[lane]! && this.spans[lane]![next] === until;
    if (touchesPrevious && touchesNext) {
      this.resize(lane, next + 1, -2);
    } else if (touchesPrevious) {
      this.spans[lane]![next - 1] = until;
    } else if (touchesNext) {
      this.spans[lane]![next] = from;
    } else {
      this.resize(lane, next, 2);
      this.spans[lane]![next] = from;
      this.spans[lane]![next + 1] = until;
    }
  }

  /** Returns the index in `spans` of the first span that ends after a position. */
  private findSpan(lane: number, position: number): number {
    const spans = this.spans[lane]!;
    let low = 0;
    let high = this.lengths[lane]! >> 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (spans[2 * middle + 1]! <= position) low = middle + 1;
      else high = middle;
    }
    return 2 * low;
  }

  /**
   * Moves all numbers from an index on by `by` places. If `by` is negative, they overwrite the numbers before
   * them.
   */
  private resize(lane: number, index: number, by: number): void {
    if (by === 0) return;
    const length = this.lengths[lane]!;
    let spans = this.spans[lane]!;
    if (length + by > spans.length) {
      const longerSpans = new Int32Array(2 * spans.length);
      longerSpans.set(spans);
      this.spans[lane] = spans = longerSpans;
    }
    spans.copyWithin(index + by, index, length);
    this.lengths[lane] = length + by;
  }
}
