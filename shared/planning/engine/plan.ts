import { NEVER } from './calendar.ts';
import { type Compiled, compile } from './compile.ts';
import { copyFoundation, type Foundation, makeFoundation, type PlacingWay } from './foundation.ts';
import { hashInput } from './hash-input.ts';
import { readLastPlan, reserveLastPlaces } from './keep.ts';
import { computeNeedBy, findLeastTardiness, type NeedBy } from './need-by.ts';
import { compareObjectives, measure } from './objective.ts';
import { Placer } from './place.ts';
import { type Objective, PlanAbandoned, type PlanRun, type Proposal, type StoppedBy } from './proposal.ts';
import { propose } from './propose.ts';
import { PullSearch } from './pulls.ts';
import { listRuleKeys } from './rules.ts';
import { copySchedule, type LastPlan, makeSchedule, MISSED, type Schedule } from './schedule.ts';
import { makeShop, readSequence } from './sequence-shop.ts';
import type { PlanInput } from './types.ts';

/** One run of the engine: tries plans, keeps the best, and counts passes. */
class Planning {
  readonly compiled: Compiled;
  readonly needBy: NeedBy;
  passes = 0;
  private readonly placer: Placer;
  private readonly foundation: Foundation;
  private readonly last: LastPlan | null;
  private readonly best: Schedule;
  private bestObjective: Objective | null = null;
  private wasCancelled = false;

  constructor(
    private readonly input: PlanInput,
    private readonly run: PlanRun,
  ) {
    this.compiled = compile(input, this.look);
    this.look();
    this.needBy = computeNeedBy(this.compiled);
    this.placer = new Placer(this.compiled, this.look);
    this.last = readLastPlan(this.compiled, input.last);
    this.foundation = makeFoundation(this.compiled, this.last);
    this.look();
    this.best = makeSchedule(this.compiled.tasks.length);
  }

  /** Runs the search that the input asks for. */
  execute(): Proposal {
    return this.propose(this.search());
  }

  private search(): StoppedBy {
    const { last } = this;
    const { keep } = this.input;
    if (last !== null) {
      const repaired = this.placeInPlaces(last);
      if (keep === 'repair') {
        this.accept(repaired, measure(this.compiled, repaired));
        return 'kept';
      }
      this.offerLast(last, repaired);
      if (keep === 'order') return this.isCancelled() ? 'cancelled' : 'kept';
    }
    return this.improve();
  }

  /** Tries the last plan as it is and in its order. While it still stands, another one has to be better. */
  private offerLast(last: LastPlan, repaired: Schedule): void {
    const stands = repaired.start.every(
      (start, task) => start === last.start[task] && repaired.choice[task] === last.choice[task],
    );
    if (stands) {
      // Its order is tried while it is polished.
      this.offer(repaired);
      return;
    }
    this.offer(this.placeInOrder(last, null));
    const inPlaces = this.placeInPlaces(last);
    if (this.input.keep === 'afresh' || this.isLessLate(inPlaces)) this.offer(inPlaces);
  }

  /** Tells whether a plan is better than the best one, not counting that orders end earlier than they have to. */
  private isLessLate(schedule: Schedule): boolean {
    const objective = { ...measure(this.compiled, schedule), flow: 0 };
    return compareObjectives(this.input.goal, objective, { ...this.bestObjective!, flow: 0 }) < 0;
  }

  /** Tries the rules, then pulls, until the budget is used up or no plan can be better. */
  private improve(): StoppedBy {
    const way = this.makeWay(this.last, this.compiled.fenceEnd);
    let bestKeys: Float64Array | null = null;
    let bestRule: Objective | null = null;
    const ruleSchedule = makeSchedule(this.compiled.tasks.length);
    for (const keys of listRuleKeys(this.compiled, this.needBy)) {
      this.look();
      if (bestKeys !== null && this.isCancelled()) return 'cancelled';
      const schedule = this.placer.place(keys, way);
      this.passes++;
      const objective = measure(this.compiled, schedule);
      if (bestRule === null || compareObjectives(this.input.goal, objective, bestRule) < 0) {
        bestRule = objective;
        bestKeys = keys;
        copySchedule(schedule, ruleSchedule);
      }
      this.offer(schedule);
    }
    this.offerSequence(way);
    const leastTardiness = findLeastTardiness(this.compiled, this.foundation.schedule, this.last);
    const pulls = new PullSearch(this.compiled, bestKeys!, ruleSchedule, this.run.seed);
    while (this.passes < this.run.passes) {
      if (this.isBestPossible(leastTardiness)) return 'bestPossible';
      if (this.isCancelled()) return 'cancelled';
      this.passes++;
      this.offer(pulls.tryNext((keys) => this.placer.place(keys, way)));
    }
    return this.isBestPossible(leastTardiness) ? 'bestPossible' : 'passes';
  }

  private isBestPossible(leastTardiness: number): boolean {
    const { tardiness, unplaced } = this.bestObjective!;
    return this.input.goal === 'tardiness' && unplaced === 0 && tardiness <= leastTardiness;
  }

  private readonly look = (): void => {
    if (this.run.abandoned?.()) throw new PlanAbandoned();
  };

  /** Reads whether to stop. Once it is so, it stays so. */
  private isCancelled(): boolean {
    this.look();
    this.wasCancelled ||= this.run.cancelled?.() ?? false;
    return this.wasCancelled;
  }

  /** For the goal makespan, tries the sequence that the search of sequences finds from the best plan. */
  private offerSequence(way: PlacingWay): void {
    const { searchSequence, seed, passes } = this.run;
    if (this.input.goal !== 'makespan' || searchSequence === undefined || this.isCancelled()) return;
    const shop = makeShop(this.compiled, this.best);
    const cancelled = (): boolean => this.isCancelled();
    const answer = searchSequence(shop.shop, { seed, rounds: passes, cancelled });
    const { keys, fixedChoices } = readSequence(this.compiled, this.needBy, shop, answer);
    this.passes++;
    this.offer(this.placer.place(keys, { ...way, fixedChoices }));
  }

  /** Lets tasks stay where a plan starts them before `keptUntil`. */
  private makeWay(last: LastPlan | null, keptUntil: number): PlacingWay {
    let { foundation } = this;
    if (last !== null && keptUntil > this.compiled.now) {
      foundation = copyFoundation(foundation);
      reserveLastPlaces(this.compiled, foundation, last, keptUntil);
    }
    return { foundation, last, keepsMachines: false, fixedChoices: null };
  }

  /** Returns the starts of a plan as keys. New tasks come by their need-by starts. */
  private makeOrderKeys(last: LastPlan): Float64Array {
    return Float64Array.from(last.start, (start, task) =>
      start === NEVER ? this.needBy.start[task]! : start,
    );
  }

  /** Lets every task stay where a plan put it, if it can, and puts the others into gaps. */
  private placeInPlaces(last: LastPlan): Schedule {
    return this.placer.place(this.makeOrderKeys(last), this.makeWay(last, Infinity));
  }

  /**
   * Places in the order of a plan.
   * @param fixedChoices the machines that must not change; null: a machine changes where that saves hours
   */
  private placeInOrder(last: LastPlan, fixedChoices: Int32Array | null): Schedule {
    const way = this.makeWay(last, this.compiled.fenceEnd);
    return this.placer.place(this.makeOrderKeys(last), { ...way, keepsMachines: true, fixedChoices });
  }

  /**
   * Keeps a plan if it is better than the best one. Then polishes it, as long as that makes it better, so that planning
   * it once more moves nothing: places it in its order and on its machines, and what found no room into its gaps.
   */
  private offer(schedule: Schedule): void {
    if (!this.acceptIfBetter(schedule)) return;
    while (!this.isCancelled()) {
      if (this.acceptIfBetter(this.placeInOrder(this.best, this.best.choice))) continue;
      const isFull = this.best.missed.some((reason) => reason > MISSED.predecessorUnplaced);
      if (!isFull || !this.acceptIfBetter(this.placeInPlaces(this.best))) return;
    }
  }

  private acceptIfBetter(schedule: Schedule): boolean {
    const objective = measure(this.compiled, schedule);
    const best = this.bestObjective;
    if (best !== null && compareObjectives(this.input.goal, objective, best) >= 0) return false;
    this.accept(schedule, objective);
    return true;
  }

  private accept(schedule: Schedule, objective: Objective): void {
    this.bestObjective = objective;
    copySchedule(schedule, this.best);
    this.run.onBetter?.({ objective, passes: this.passes, propose: () => this.propose('passes') });
  }

  private propose(stoppedBy: StoppedBy): Proposal {
    const outcome = { schedule: this.best, objective: this.bestObjective!, passes: this.passes, stoppedBy };
    const inputHash = hashInput(this.input, this.look);
    return propose(this.compiled, this.foundation, this.needBy, { ...outcome, inputHash }, this.look);
  }
}

/**
 * Plans all open operations. The result depends on the input, the seed and the number of passes alone. Each operation
 * is placed, or listed as unplaced with its reason.
 * @throws PlanAbandoned if `run.abandoned` answers true
 */
export const plan = (input: PlanInput, run: PlanRun): Proposal => new Planning(input, run).execute();
