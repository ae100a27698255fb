import { createRandomGenerator } from '#shared/kernel/random.ts';
import { NEVER } from './calendar.ts';
import type { Compiled } from './compile.ts';
import { compareObjectives, measure } from './objective.ts';
import type { Objective } from './proposal.ts';
import { findOrderEnds, type Schedule } from './schedule.ts';

/** A blame round ends after so many passes. The next begins from the best pulls. */
const BLAME_ROUND = 40;
/** The blame of the first passes finds most; later, random changes find more. */
const BLAME_PASSES = 80;
/** How strongly lateness raises a pull, and being early lowers it. */
const BLAME = 0.25;
const RELIEF = 0.02;
const MOST_CHANGES = 12;

/** Places tasks by keys. */
export type PlaceByKeys = (keys: Float64Array) => Schedule;

/**
 * Improves a list by pulls: minutes by which all tasks of an order come earlier in the list. The first passes raise the
 * pulls of late orders (blame), the later ones change some pulls at random and keep what is not worse (search).
 */
export class PullSearch {
  private readonly pull: Float64Array;
  private readonly bestPull: Float64Array;
  private best: Objective;
  private bestEnds: Int32Array;
  private readonly keys: Float64Array;
  private readonly meanWeight: number;
  private readonly random: () => number;
  private passes = 0;

  /**
   * @param baseKeys the keys of the best rule
   * @param schedule its plan
   */
  constructor(
    private readonly compiled: Compiled,
    private readonly baseKeys: Float64Array,
    schedule: Schedule,
    seed: number,
  ) {
    const { orders, weightOfOrder } = compiled;
    this.pull = new Float64Array(orders.length);
    this.bestPull = new Float64Array(orders.length);
    this.keys = new Float64Array(baseKeys.length);
    this.best = measure(compiled, schedule);
    this.bestEnds = findOrderEnds(compiled, schedule);
    this.meanWeight = weightOfOrder.reduce((sum, weight) => sum + weight, 0) / orders.length || 1;
    this.random = createRandomGenerator(seed);
  }

  /** Tries one more plan. */
  tryNext(place: PlaceByKeys): Schedule {
    const isBlame = this.passes < BLAME_PASSES;
    if (!isBlame || this.passes % BLAME_ROUND === 0) this.pull.set(this.bestPull);
    if (isBlame && this.passes % BLAME_ROUND === 0) this.blame(this.bestEnds);
    if (!isBlame) this.changeSome();
    this.passes++;
    const { orderOfTask } = this.compiled;
    for (let task = 0; task < this.keys.length; task++) {
      const order = orderOfTask[task]!;
      this.keys[task] = this.baseKeys[task]! - (order < 0 ? 0 : this.pull[order]!);
    }
    const schedule = place(this.keys);
    const objective = measure(this.compiled, schedule);
    const ends = findOrderEnds(this.compiled, schedule);
    if (compareObjectives(this.compiled.input.goal, objective, this.best) <= 0) {
      this.best = objective;
      this.bestEnds = ends;
      this.bestPull.set(this.pull);
    }
    if (isBlame) this.blame(ends);
    return schedule;
  }

  /** Raises the pulls of late orders and lowers those of early ones a little. */
  private blame(ends: Int32Array): void {
    const { dueOfOrder, weightOfOrder, orders } = this.compiled;
    for (let order = 0; order < orders.length; order++) {
      if (ends[order] === -NEVER || dueOfOrder[order] === NEVER) continue;
      const lateBy = ends[order]! - dueOfOrder[order]!;
      this.pull[order]! +=
        lateBy > 0 ? (BLAME * lateBy * weightOfOrder[order]!) / this.meanWeight : RELIEF * lateBy;
    }
  }

  /** Changes 1 to 12 pulls at random, two of three of late orders. */
  private changeSome(): void {
    const { dueOfOrder, orders } = this.compiled;
    const lateOrders: number[] = [];
    for (let order = 0; order < orders.length; order++)
      if (this.bestEnds[order]! > dueOfOrder[order]!) lateOrders.push(order);
    const pick = (count: number): number => Math.floor(this.random() * count);
    const span = 1440 * 2 ** pick(5);
    for (let changes = 1 + pick(MOST_CHANGES); changes > 0; changes--) {
      const isLate = lateOrders.length > 0 && this.random() < 0.66;
      const order = isLate ? lateOrders[pick(lateOrders.length)]! : pick(orders.length);
      this.pull[order]! += (2 * this.random() - (isLate ? 0.5 : 1)) * span;
    }
  }
}
