import { createRandomGenerator } from '#shared/kernel/random.ts';
import { NEVER } from './calendar.ts';
import type { Compiled } from './compile.ts';
import { compareObjectives, computeObjective } from './objective.ts';
import type { Objective } from './proposal.ts';
import { findOrderEnds, type Schedule } from './schedule.ts';

/** After this many passes, a feedback round ends. The next starts from the best advances. */
const PASSES_PER_FEEDBACK_ROUND = 40;
/** How many passes use feedback. After them, random changes find more improvements. */
const FEEDBACK_PASSES = 80;
/**
 * The share of its lateness by which a late order of mean weight is advanced, and the share of its earliness
 * by which an early order is put back.
 */
const LATENESS_FACTOR = 0.25;
const EARLINESS_FACTOR = 0.02;
const MAX_CHANGES = 12;

/** Places the tasks in ascending order of their keys. */
export type PlaceByKeys = (keys: Float64Array) => Schedule;

/**
 * Improves the keys of a rule. Each order has an advance: the minutes that are subtracted from the keys of
 * its tasks, so that the tasks are placed earlier. The first passes raise the advances of late orders, as in
 * squeaky wheel optimization (Joslin and Clements 1999). The later passes change some advances at random, and
 * keep the changes if the plan is not worse.
 */
export class KeySearch {
  private readonly advanceByOrder: Float64Array;
  private readonly bestAdvanceByOrder: Float64Array;
  private best: Objective;
  private bestEnds: Int32Array;
  private readonly keys: Float64Array;
  private readonly meanWeight: number;
  private readonly random: () => number;
  private passes = 0;

  /**
   * @param baseKeys the keys of the best rule
   * @param schedule the plan that these keys give
   */
  constructor(
    private readonly compiled: Compiled,
    private readonly baseKeys: Float64Array,
    schedule: Schedule,
    seed: number,
  ) {
    const { orders, weightOfOrder } = compiled;
    this.advanceByOrder = new Float64Array(orders.length);
    this.bestAdvanceByOrder = new Float64Array(orders.length);
    this.keys = new Float64Array(baseKeys.length);
    this.best = computeObjective(compiled, schedule);
    this.bestEnds = findOrderEnds(compiled, schedule);
    this.meanWeight = weightOfOrder.reduce((sum, weight) => sum + weight, 0) / orders.length || 1;
    this.random = createRandomGenerator(seed);
  }

  /** Tries one more plan. @returns the plan, also if it is worse */
  tryNext(place: PlaceByKeys): Schedule {
    const isFeedback = this.passes < FEEDBACK_PASSES;
    if (!isFeedback || this.passes % PASSES_PER_FEEDBACK_ROUND === 0)
      this.advanceByOrder.set(this.bestAdvanceByOrder);
    if (isFeedback && this.passes % PASSES_PER_FEEDBACK_ROUND === 0) this.advanceLateOrders(this.bestEnds);
    if (!isFeedback) this.changeRandomAdvances();
    this.passes++;
    const { orderOfTask } = this.compiled;
    for (let task = 0; task < this.keys.length; task++) {
      const order = orderOfTask[task]!;
      this.keys[task] = this.baseKeys[task]! - (order < 0 ? 0 : this.advanceByOrder[order]!);
    }
    const schedule = place(this.keys);
    const objective = computeObjective(this.compiled, schedule);
    const ends = findOrderEnds(this.compiled, schedule);
    if (compareObjectives(this.compiled.input.goal, objective, this.best) <= 0) {
      this.best = objective;
      this.bestEnds = ends;
      this.bestAdvanceByOrder.set(this.advanceByOrder);
    }
    if (isFeedback) this.advanceLateOrders(ends);
    return schedule;
  }

  /** Raises the advances of late orders, and lowers those of early orders a little. */
  private advanceLateOrders(ends: Int32Array): void {
    const { dueOfOrder, weightOfOrder, orders } = this.compiled;
    for (let order = 0; order < orders.length; order++) {
      if (ends[order] === -NEVER || dueOfOrder[order] === NEVER) continue;
      const lateBy = ends[order]! - dueOfOrder[order]!;
      this.advanceByOrder[order]! +=
        lateBy > 0
          ? (LATENESS_FACTOR * lateBy * weightOfOrder[order]!) / this.meanWeight
          : EARLINESS_FACTOR * lateBy;
    }
  }

  /** Changes 1 to 12 advances at random. Two of three changes are for late orders. */
  private changeRandomAdvances(): void {
    const { dueOfOrder, orders } = this.compiled;
    const lateOrders: number[] = [];
    for (let order = 0; order < orders.length; order++)
      if (this.bestEnds[order]! > dueOfOrder[order]!) lateOrders.push(order);
    const pick = (count: number): number => Math.floor(this.random() * count);
    const span = 1440 * 2 ** pick(5);
    for (let changes = 1 + pick(MAX_CHANGES); changes > 0; changes--) {
      const isLate = lateOrders.length > 0 && this.random() < 0.66;
      const order = isLate ? lateOrders[pick(lateOrders.length)]! : pick(orders.length);
      this.advanceByOrder[order]! += (2 * this.random() - (isLate ? 0.5 : 1)) * span;
    }
  }
}
