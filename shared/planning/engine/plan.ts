import { type Compiled, compile } from './compile.ts';
import { copyFoundation, type Foundation, makeFoundation } from './foundation.ts';
import { hashInput } from './hash-input.ts';
import { type LastPlan, readLastPlan, reserveLastPlaces } from './keep.ts';
import { computeNeedBy, findLeastTardiness, type NeedBy } from './need-by.ts';
import { compareObjectives, measure } from './objective.ts';
import { Placer, type PlacingWay } from './place.ts';
import type { Objective, PlanRun, Proposal, StoppedBy } from './proposal.ts';
import { propose } from './propose.ts';
import { PullSearch } from './pulls.ts';
import { listRuleKeys } from './rules.ts';
import { copySchedule, makeSchedule, type Schedule } from './schedule.ts';
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
  private readonly inputHash: string;

  constructor(
    private readonly input: PlanInput,
    private readonly run: PlanRun,
  ) {
    this.compiled = compile(input);
    this.needBy = computeNeedBy(this.compiled);
    this.placer = new Placer(this.compiled);
    this.foundation = makeFoundation(this.compiled);
    this.last = readLastPlan(this.compiled, input.last);
    this.best = makeSchedule(this.compiled.tasks.length);
    this.inputHash = hashInput(input);
  }

  /** Runs the search that the input asks for. */
  execute(): Proposal {
    return this.propose(this.search());
  }

  private search(): StoppedBy {
    const { keep } = this.input;
    if (this.last !== null && keep === 'repair') {
      this.offer(this.placeKept(this.last, Infinity, false), false);
      return 'kept';
    }
    if (this.last !== null) {
      // The last plan as it is comes first, so that another one has to be better.
      this.offer(this.placeKept(this.last, Infinity, false), true);
      this.offer(this.placeKept(this.last, this.compiled.fenceEnd, true), true);
      if (keep === 'order') return 'kept';
    }
    return this.improve();
  }

  /** Tries the rules, then pulls, until the budget is used up or no plan can be better. */
  private improve(): StoppedBy {
    const way = this.makeWay(this.last, this.compiled.fenceEnd, false);
    let bestKeys: Float64Array | null = null;
    let bestRule: Objective | null = null;
    const ruleSchedule = makeSchedule(this.compiled.tasks.length);
    for (const keys of listRuleKeys(this.compiled, this.needBy)) {
      if (bestKeys !== null && this.isCancelled()) return 'cancelled';
      const schedule = this.placer.place(keys, way);
      this.passes++;
      const objective = measure(this.compiled, schedule);
      if (bestRule === null || compareObjectives(this.input.goal, objective, bestRule) < 0) {
        bestRule = objective;
        bestKeys = keys;
        copySchedule(schedule, ruleSchedule);
      }
      this.offer(schedule, true);
    }
    const leastTardiness = findLeastTardiness(this.compiled, this.foundation.schedule, this.last);
    const pulls = new PullSearch(this.compiled, bestKeys!, ruleSchedule, this.run.seed);
    while (this.passes < this.run.passes) {
      if (this.isBestPossible(leastTardiness)) return 'bestPossible';
      if (this.isCancelled()) return 'cancelled';
      this.passes++;
      this.offer(
        pulls.tryNext((keys) => this.placer.place(keys, way)),
        true,
      );
    }
    return this.isBestPossible(leastTardiness) ? 'bestPossible' : 'passes';
  }

  private isBestPossible(leastTardiness: number): boolean {
    const { tardiness, unplaced } = this.bestObjective!;
    return this.input.goal === 'tardiness' && unplaced === 0 && tardiness <= leastTardiness;
  }

  private isCancelled(): boolean {
    return this.run.cancelled?.() ?? false;
  }

  /** Lets tasks stay where a plan starts them before `keptUntil`. */
  private makeWay(last: LastPlan | null, keptUntil: number, keepsMachines: boolean): PlacingWay {
    let { foundation } = this;
    if (last !== null && keptUntil > this.compiled.now) {
      foundation = copyFoundation(foundation);
      reserveLastPlaces(this.compiled, foundation, last, keptUntil);
    }
    return { foundation, last, keepsMachines, fixedChoices: null };
  }

  /** Places in the order of a plan. New tasks come by their need-by starts. */
  private placeKept(last: LastPlan, keptUntil: number, keepsMachines: boolean): Schedule {
    const keys = Float64Array.from(last.start, (start, task) => Math.min(start, this.needBy.start[task]!));
    for (const [task, choice] of last.choice.entries()) if (choice >= 0) keys[task] = last.start[task]!;
    return this.placer.place(keys, this.makeWay(last, keptUntil, keepsMachines));
  }

  /**
   * Keeps a plan if it is better than the best one.
   * @param isPolished whether to place it again in the order of its starts, as long as that makes it better. Planning the
   * result again then moves nothing.
   */
  private offer(schedule: Schedule, isPolished: boolean): void {
    let offered = schedule;
    for (;;) {
      const objective = measure(this.compiled, offered);
      if (
        this.bestObjective !== null &&
        compareObjectives(this.input.goal, objective, this.bestObjective) >= 0
      )
        return;
      this.bestObjective = objective;
      copySchedule(offered, this.best);
      this.tellBetter(objective);
      if (!isPolished) return;
      offered = this.placeKept(this.best, this.compiled.fenceEnd, true);
    }
  }

  private tellBetter(objective: Objective): void {
    this.run.onBetter?.({ objective, passes: this.passes, propose: () => this.propose('passes') });
  }

  private propose(stoppedBy: StoppedBy): Proposal {
    const outcome = { schedule: this.best, objective: this.bestObjective!, passes: this.passes, stoppedBy };
    return propose(this.compiled, this.foundation, this.needBy, outcome, this.inputHash);
  }
}

/**
 * Plans all open operations. The result depends on the input, the seed and the number of passes alone. Each operation
 * is placed, or listed as unplaced with its reason.
 */
export const plan = (input: PlanInput, run: PlanRun): Proposal => new Planning(input, run).execute();
