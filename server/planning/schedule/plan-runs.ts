import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type {
  ScenarioPatch,
  ScheduleKeep,
  ScheduleLevel,
  ScheduleProgress,
} from '#shared/answers/schedule.ts';
import type { Goal } from '#shared/planning/engine/types.ts';
import { getDatabaseTime } from '../../db/clock.ts';
import type { Db } from '../../db/database.ts';
import { runTransaction, type Transaction } from '../../db/transaction.ts';
import { makeStoredBasis } from './compare-basis.ts';
import { readPlanInput, readSnapshot } from './read-plan-input.ts';
import type { PlannerResult } from './planner-messages.ts';
import { runPlanner, type PlannerRun } from './run-planner.ts';
import { makePlanFrame } from './stored-plan.ts';

/** The entity name of computed plans, in the change feed and in the audit log. */
export const SCHEDULE_RUN = 'scheduleRun';
/**
 * The interval at which a node confirms the plans that it is computing, and looks for requests of which it
 * got no notification, in milliseconds.
 */
const CHECK_INTERVAL_MS = 2000;
/** The time without a confirmation of a plan after which its node counts as stopped, in seconds. */
const MAX_SILENCE_SECONDS = 15;
/** The maximum number of plans that a node computes at the same time. */
const MAX_PARALLEL_RUNS = 2;
const PASSES_BY_LEVEL: Readonly<Record<ScheduleLevel, number>> = { quickSearch: 30, fullSearch: 600 };

interface PlannerOptions {
  onError: (error: unknown, message: string) => void;
  /**
   * Whether this node is the only one that uses the database. If it is, plans that are in state `computing` at its
   * start were interrupted.
   */
  isOnlyNode: boolean;
  /** The program of the thread. Tests replace it, and also the number of passes. */
  program?: URL;
  passesByLevel?: Readonly<Record<ScheduleLevel, number>>;
}

interface ClaimedRun {
  factoryId: number;
  id: number;
  keep: ScheduleKeep;
  goal: Goal;
  level: ScheduleLevel;
  horizonDays: number;
  patches: ScenarioPatch[];
  zone: string;
}

interface RunningPlan {
  run: ClaimedRun;
  /** The thread that computes the plan; null while the data of the factory is read. */
  thread: PlannerRun | null;
  /** The promise of the running write of the progress; null if no write is running. */
  progressWrite: Promise<void> | null;
  isCancelled: boolean;
  endPromise: Promise<void>;
}

/** Runs a transaction of the server itself, without an account. */
const writeForServer = <T>(db: Db, factoryId: number, write: (tx: Transaction) => Promise<T>): Promise<T> =>
  runTransaction(db, { factoryId, accountId: null, name: '', ip: '' }, write);

const announceRun = (tx: Transaction, id: number): void => tx.announce('plan', SCHEDULE_RUN, [id]);

/** Marks plans that are being computed as failed, and announces them to open pages. */
async function failRuns(db: Db, condition: ReturnType<typeof sql>, failure: string): Promise<void> {
  const { rows } = await sql<{ factoryId: number; id: number }>`
    select factory_id, id from schedule_run where state = 'computing' and ${condition}`.execute(db);
  for (const { factoryId, id } of rows)
    await writeForServer(db, factoryId, async (tx) => {
      await sql`update schedule_run set state = 'failed', ended_at = now(), failure = ${failure}, progress = null
        where factory_id = ${factoryId} and id = ${id} and state = 'computing'`.execute(tx.db);
      announceRun(tx, id);
    });
}

async function writeResult(db: Db, { factoryId, id }: ClaimedRun, result: PlannerResult): Promise<void> {
  await writeForServer(db, factoryId, async (tx) => {
    await sql`update schedule_run set state = 'ready', ended_at = now(), progress = null,
        figures = ${JSON.stringify(result.figures)}::jsonb,
        before_figures = ${result.before && JSON.stringify(result.before)}::jsonb, moved = ${result.moved},
        machine_changed = ${result.machineChanged}, passes = ${result.passes}, stopped_by = ${result.stoppedBy},
        input_hash = ${result.inputHash}, plan = ${Buffer.from(result.plan)}, basis = ${Buffer.from(result.basis)}
      where factory_id = ${factoryId} and id = ${id} and state = 'computing'`.execute(tx.db);
    announceRun(tx, id);
  });
}

/**
 * Computes the plans that people request, each in its own thread. A request is a row with the state
 * `computing`. The first node that takes the request computes the plan. Any node can cancel it.
 */
export class SchedulePlanner {
  private readonly db: Db;
  private readonly options: PlannerOptions;
  private readonly nodeId = randomUUID();
  private readonly runningPlans = new Map<string, RunningPlan>();
  private readonly timer: NodeJS.Timeout;
  private currentCheck: Promise<void> | null = null;
  private isCheckNeeded = false;
  private isClosed = false;
  private isFailing = false;

  private constructor(db: Db, options: PlannerOptions) {
    this.db = db;
    this.options = options;
    this.timer = setInterval(() => this.startCheck(), CHECK_INTERVAL_MS);
  }

  /**
   * Starts the planner of a node. If this is the only node, all plans that were being computed are marked as
   * failed.
   */
  static async start(db: Db, options: PlannerOptions): Promise<SchedulePlanner> {
    if (options.isOnlyNode) await failRuns(db, sql`node is not null`, 'The server was restarted');
    const planner = new SchedulePlanner(db, options);
    planner.startCheck();
    return planner;
  }

  /**
   * Must be called when rows of an entity have changed. If they are plans, it looks for new requests and
   * cancellations.
   */
  onChange(entity: string): void {
    if (entity === SCHEDULE_RUN) this.startCheck();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.timer);
    await this.currentCheck;
    const plans = [...this.runningPlans.values()];
    for (const plan of plans) {
      plan.isCancelled = true;
      plan.thread?.cancel();
    }
    await Promise.all(plans.map(({ endPromise }) => endPromise));
    await failRuns(this.db, sql`node = ${this.nodeId}::uuid`, 'The server was stopped');
  }

  private startCheck(): void {
    if (this.isClosed) return;
    this.isCheckNeeded = true;
    this.currentCheck ??= this.runChecks().finally(() => {
      this.currentCheck = null;
    });
  }

  private async runChecks(): Promise<void> {
    while (this.isCheckNeeded && !this.isClosed) {
      this.isCheckNeeded = false;
      try {
        await this.confirmOrCancelRuns();
        await failRuns(
          this.db,
          sql`node is not null and alive_at < now() - make_interval(secs => ${MAX_SILENCE_SECONDS})`,
          'The node that computed it has stopped',
        );
        if (this.runningPlans.size < MAX_PARALLEL_RUNS)
          for (const run of await this.claimRuns()) this.beginRun(run);
        this.isFailing = false;
      } catch (error) {
        if (!this.isFailing) this.options.onError(error, 'The planner cannot read its requests now');
        this.isFailing = true;
      }
    }
  }

  /** Confirms that this node is computing its plans, and stops the plans that somebody has cancelled. */
  private async confirmOrCancelRuns(): Promise<void> {
    if (this.runningPlans.size === 0) return;
    const { rows } = await sql<{ factoryId: number; id: number }>`
      update schedule_run set alive_at = now() where node = ${this.nodeId}::uuid and state = 'computing'
      returning factory_id, id`.execute(this.db);
    const computingKeys = new Set(rows.map(({ factoryId, id }) => `${factoryId} ${id}`));
    for (const [key, plan] of this.runningPlans) {
      if (computingKeys.has(key)) continue;
      plan.isCancelled = true;
      plan.thread?.cancel();
    }
  }

  /** Claims requests that no node has claimed, as many as this node can still compute. */
  private async claimRuns(): Promise<ClaimedRun[]> {
    const { rows } = await sql<ClaimedRun>`
      update schedule_run r set node = ${this.nodeId}::uuid, alive_at = now() from factory f
      where (r.factory_id, r.id) in (
        select factory_id, id from schedule_run where state = 'computing' and node is null
        order by id limit ${MAX_PARALLEL_RUNS - this.runningPlans.size} for update skip locked)
        and f.id = r.factory_id
      returning r.factory_id, r.id, r.keep, r.goal, r.level, r.horizon_days, r.patches, f.zone`.execute(
      this.db,
    );
    return rows;
  }

  private beginRun(run: ClaimedRun): void {
    const key = `${run.factoryId} ${run.id}`;
    const plan: RunningPlan = {
      run,
      thread: null,
      progressWrite: null,
      isCancelled: false,
      endPromise: Promise.resolve(),
    };
    this.runningPlans.set(key, plan);
    plan.endPromise = this.computePlan(plan)
      .catch(async (error: unknown) => {
        this.options.onError(error, `The plan ${run.id} of factory ${run.factoryId} failed`);
        const failure = error instanceof Error ? error.message : String(error);
        await failRuns(this.db, sql`factory_id = ${run.factoryId} and id = ${run.id}`, failure);
      })
      .catch((error: unknown) => this.options.onError(error, `The plan ${run.id} cannot be marked as failed`))
      .finally(() => {
        this.runningPlans.delete(key);
        this.startCheck();
      });
  }

  private async computePlan(plan: RunningPlan): Promise<void> {
    const { run } = plan;
    const at = getDatabaseTime(this.db);
    const [reading, presentReading] = await readSnapshot(this.db, async (snapshot) => [
      await readPlanInput(snapshot, run, run, at),
      // The present plan is continued with the data of the factory, without the changes of a scenario.
      run.patches.length > 0 ? await readPlanInput(snapshot, run, { ...run, patches: [] }, at) : null,
    ]);
    if (plan.isCancelled) return;
    const passes = (this.options.passesByLevel ?? PASSES_BY_LEVEL)[run.level];
    const job = {
      input: reading.input,
      presentInput: presentReading?.input ?? reading.input,
      frame: makePlanFrame(reading.input, reading.sourceData),
      basis: makeStoredBasis(reading),
      passes,
    };
    const onProgress = (progress: ScheduleProgress): void => {
      // While a progress report is being written, later reports are dropped.
      plan.progressWrite ??= this.writeProgress(run, progress).finally(() => {
        plan.progressWrite = null;
      });
    };
    plan.thread = runPlanner(job, onProgress, this.options.program);
    const result = await plan.thread.result;
    await plan.progressWrite;
    if (result && !plan.isCancelled) await writeResult(this.db, run, result);
  }

  private async writeProgress({ factoryId, id }: ClaimedRun, progress: ScheduleProgress): Promise<void> {
    try {
      await writeForServer(this.db, factoryId, async (tx) => {
        await sql`update schedule_run set progress = ${JSON.stringify(progress)}::jsonb, alive_at = now()
          where factory_id = ${factoryId} and id = ${id} and state = 'computing'`.execute(tx.db);
        announceRun(tx, id);
      });
    } catch (error) {
      this.options.onError(error, `The progress of plan ${id} cannot be written`);
    }
  }
}
