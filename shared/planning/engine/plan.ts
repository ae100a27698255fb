import { NEVER } from './calendar.ts';
import { type Compiled, compilePlanInput } from './compile.ts';
import {
  copyInitialState,
  type InitialState,
  makeInitialState,
  type PlacingOptions,
} from './initial-state.ts';
import { hashInput } from './hash-input.ts';
import { readLastPlan, reserveLastPlaces } from './keep.ts';
import { computeNeedBy, findLeastTardiness, type NeedBy } from './need-by.ts';
import { compareObjectives, computeObjective } from './objective.ts';
import { Placer } from './place.ts';
import { type Objective, PlanAbandoned, type PlanRun, type Proposal, type StoppedBy } from './proposal.ts';
import { propose } from './propose.ts';
import { KeySearch } from './key-search.ts';
import { listRuleKeys } from './rules.ts';
import { copySchedule, type LastPlan, makeSchedule, UNPLACED, type Schedule } from './schedule.ts';
import { makeShop, readSequence } from './sequence-shop.ts';
import type { PlanInput } from './types.ts';

/** One run of the engine: tries plans, keeps the best, and counts passes. */
class Planning {
  readonly compiled: Compiled;
  readonly needBy: NeedBy;
  passes = 0;
  private readonly placer: Placer;
  private readonly initialState: InitialState;
  private readonly lastPlan: LastPlan | null;
  private readonly best: Schedule;
  private bestObjective: Objective | null = null;
  private wasCancelled = false;

  constructor(
    private readonly input: PlanInput,
    private readonly run: PlanRun,
  ) {
    this.compiled = compilePlanInput(input, this.throwIfAbandoned);
    this.throwIfAbandoned();
    this.needBy = computeNeedBy(this.compiled);
    this.placer = new Placer(this.compiled, this.throwIfAbandoned);
    this.lastPlan = readLastPlan(this.compiled, input.last);
    this.initialState = makeInitialState(this.compiled, this.lastPlan);
    this.throwIfAbandoned();
    this.best = makeSchedule(this.compiled.tasks.length);
  }

  /** Runs the search that the input asks for. */
  execute(): Proposal {
    return this.propose(this.search());
  }

  private search(): StoppedBy {
    const { lastPlan } = this;
    const { keep } = this.input;
    if (lastPlan !== null) {
      const repairedSchedule = this.placeAtLastPlaces(lastPlan);
      if (keep === 'repair') {
        this.accept(repairedSchedule, computeObjective(this.compiled, repairedSchedule));
        return 'kept';
      }
      this.tryLastPlan(lastPlan, repairedSchedule);
      if (keep === 'order') return this.isCancelled() ? 'cancelled' : 'kept';
    }
    return this.improve();
  }

  /**
   * Tries the last plan at its places and in its order. If it fits without a change, only a better plan replaces it.
   */
  private tryLastPlan(last: LastPlan, repairedSchedule: Schedule): void {
    const isStillPossible = repairedSchedule.start.every(
      (start, task) => start === last.start[task] && repairedSchedule.choice[task] === last.choice[task],
    );
    if (isStillPossible) {
      // Refining a plan also tries the tasks in the order of the plan.
      this.acceptAndRefine(repairedSchedule);
      return;
    }
    this.acceptAndRefine(this.placeInOrder(last, null));
    const atLastPlaces = this.placeAtLastPlaces(last);
    if (this.input.keep === 'afresh' || this.isBetterWithoutFlow(atLastPlaces))
      this.acceptAndRefine(atLastPlaces);
  }

  /** Checks whether a plan is better than the best plan, without comparing their flows. */
  private isBetterWithoutFlow(schedule: Schedule): boolean {
    const objective = { ...computeObjective(this.compiled, schedule), flow: 0 };
    return compareObjectives(this.input.goal, objective, { ...this.bestObjective!, flow: 0 }) < 0;
  }

  /** Tries the rules, then a search of keys, until the passes are used up or no plan can be better. */
  private improve(): StoppedBy {
    const options = this.makeOptions(this.lastPlan, this.compiled.fenceEnd);
    let bestKeys: Float64Array | null = null;
    let bestRule: Objective | null = null;
    const ruleSchedule = makeSchedule(this.compiled.tasks.length);
    for (const keys of listRuleKeys(this.compiled, this.needBy)) {
      this.throwIfAbandoned();
      if (bestKeys !== null && this.isCancelled()) return 'cancelled';
      const schedule = this.placer.place(keys, options);
      this.passes++;
      const objective = computeObjective(this.compiled, schedule);
      if (bestRule === null || compareObjectives(this.input.goal, objective, bestRule) < 0) {
        bestRule = objective;
        bestKeys = keys;
        copySchedule(schedule, ruleSchedule);
      }
      this.acceptAndRefine(schedule);
    }
    this.trySequence(options);
    const leastTardiness = findLeastTardiness(this.compiled, this.initialState.schedule, this.lastPlan);
    const keySearch = new KeySearch(this.compiled, bestKeys!, ruleSchedule, this.run.seed);
    while (this.passes < this.run.passes) {
      if (this.isBestPossible(leastTardiness)) return 'bestPossible';
      if (this.isCancelled()) return 'cancelled';
      this.passes++;
      this.acceptAndRefine(keySearch.tryNext((keys) => this.placer.place(keys, options)));
    }
    return this.isBestPossible(leastTardiness) ? 'bestPossible' : 'passes';
  }

  private isBestPossible(leastTardiness: number): boolean {
    const { tardiness, unplaced } = this.bestObjective!;
    return this.input.goal === 'tardiness' && unplaced === 0 && tardiness <= leastTardiness;
  }

  private readonly throwIfAbandoned = (): void => {
    if (this.run.isAbandoned?.()) throw new PlanAbandoned();
  };

  /** Checks whether the search is cancelled. A cancelled search stays cancelled. */
  private isCancelled(): boolean {
    this.throwIfAbandoned();
    this.wasCancelled ||= this.run.isCancelled?.() ?? false;
    return this.wasCancelled;
  }

  /**
   * For the goal makespan, starts the search for sequences from the best plan, and tries the sequence that it
   * finds.
   */
  private trySequence(options: PlacingOptions): void {
    const { searchSequence, seed, passes } = this.run;
    if (this.input.goal !== 'makespan' || searchSequence === undefined || this.isCancelled()) return;
    const shop = makeShop(this.compiled, this.best);
    const isCancelled = (): boolean => this.isCancelled();
    const answer = searchSequence(shop.shop, { seed, rounds: passes, isCancelled });
    const { keys, fixedChoices } = readSequence(this.compiled, this.needBy, shop, answer);
    this.passes++;
    this.acceptAndRefine(this.placer.place(keys, { ...options, fixedChoices }));
  }

  /** Makes options that let tasks stay at their last places if the last plan starts them before `keptUntil`. */
  private makeOptions(lastPlan: LastPlan | null, keptUntil: number): PlacingOptions {
    let { initialState } = this;
    if (lastPlan !== null && keptUntil > this.compiled.now) {
      initialState = copyInitialState(initialState);
      reserveLastPlaces(this.compiled, initialState, lastPlan, keptUntil);
    }
    return { initialState, lastPlan, keepsMachines: false, fixedChoices: null };
  }

  /**
   * Returns the starts in a plan as keys. Tasks that are not in the plan get their latest starts without a
   * queue.
   */
  private makeStartKeys(last: LastPlan): Float64Array {
    return Float64Array.from(last.start, (start, task) =>
      start === NEVER ? this.needBy.start[task]! : start,
    );
  }

  /** Lets each task stay where a plan put it, if it still fits there, and puts the other tasks into gaps. */
  private placeAtLastPlaces(last: LastPlan): Schedule {
    return this.placer.place(this.makeStartKeys(last), this.makeOptions(last, Infinity));
  }

  /**
   * Places the tasks in the order of a plan.
   * @param fixedChoices choices that must not change; if null, machines change as `MACHINE_CHANGE_THRESHOLD`
   * allows
   */
  private placeInOrder(last: LastPlan, fixedChoices: Int32Array | null): Schedule {
    const options = this.makeOptions(last, this.compiled.fenceEnd);
    return this.placer.place(this.makeStartKeys(last), { ...options, keepsMachines: true, fixedChoices });
  }

  /**
   * Keeps a plan if it is better than the best plan. Then it tries two variants of the best plan, as long as one of
   * them is better: the same order on the same machines or, if tasks found no room, the same places with these tasks in
   * the gaps. A later run with the same order therefore moves nothing.
   */
  private acceptAndRefine(schedule: Schedule): void {
    if (!this.acceptIfBetter(schedule)) return;
    while (!this.isCancelled()) {
      if (this.acceptIfBetter(this.placeInOrder(this.best, this.best.choice))) continue;
      const hasTaskWithoutRoom = this.best.unplacedReason.some(
        (reason) => reason > UNPLACED.predecessorUnplaced,
      );
      if (!hasTaskWithoutRoom || !this.acceptIfBetter(this.placeAtLastPlaces(this.best))) return;
    }
  }

  private acceptIfBetter(schedule: Schedule): boolean {
    const objective = computeObjective(this.compiled, schedule);
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
    const inputHash = this.run.skipsInputHash ? '' : hashInput(this.input, this.throwIfAbandoned);
    return propose(
      this.compiled,
      this.initialState,
      this.needBy,
      { ...outcome, inputHash, explainedOrder: this.run.explainedOrder ?? null },
      this.throwIfAbandoned,
    );
  }
}

/**
 * Plans all open operations. The result depends on the input, the seed and the number of passes alone. Each operation
 * is placed, or listed as unplaced with its reason.
 * @throws PlanAbandoned if `run.isAbandoned` answers true
 */
export const plan = (input: PlanInput, run: PlanRun): Proposal => new Planning(input, run).execute();
