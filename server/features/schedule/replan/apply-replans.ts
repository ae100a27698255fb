import { sql } from 'kysely';
import type { ScheduleFigures } from '#shared/answers/schedule.ts';
import { MesError } from '#shared/kernel/errors.ts';
import { compareObjectives } from '#shared/planning/engine/objective.ts';
import type { Goal } from '#shared/planning/engine/types.ts';
import type { Db } from '../../../db/database.ts';
import { runTransaction } from '../../../db/transaction.ts';
import { SCHEDULE_RUN } from '../../../planning/schedule/plan-runs.ts';
import { applySchedule } from '../apply.ts';

/** A plan that the server has asked for and may apply. `before` has the figures of the present plan. */
interface ReadyReplan {
  factoryId: number;
  zone: string;
  id: number;
  goal: Goal;
  figures: ScheduleFigures;
  before: ScheduleFigures | null;
}

/** Turns a plan into a proposal that only people can apply. */
async function leaveToPeople(db: Db, { factoryId, id }: ReadyReplan): Promise<void> {
  await runTransaction(db, { factoryId, accountId: null, name: '', ip: '' }, async (tx) => {
    await sql`update schedule_run set applies_itself = false where factory_id = ${factoryId} and id = ${id}`.execute(
      tx.db,
    );
    tx.announce('plan', SCHEDULE_RUN, [id]);
  });
}

/**
 * Applies the plans that the settings of factories let the server apply. If a plan is worse than the present one, or if
 * it can no longer be applied, for example because the factory has changed, people decide about it.
 */
export async function applyReplans(db: Db): Promise<void> {
  const { rows } = await sql<ReadyReplan>`
    select r.factory_id, f.zone, r.id, r.goal, r.figures, r.before_figures as before from schedule_run r
    join factory f on f.id = r.factory_id and f.deleted_at is null
    where r.applies_itself and r.state = 'ready' order by r.id`.execute(db);
  for (const replan of rows) {
    const { factoryId, zone, id, goal, figures, before } = replan;
    if (before !== null && compareObjectives(goal, figures.objective, before.objective) > 0) {
      await leaveToPeople(db, replan);
      continue;
    }
    try {
      await runTransaction(db, { factoryId, accountId: null, name: '', ip: '' }, (tx) =>
        applySchedule(tx, { factoryId, zone }, id),
      );
    } catch (error) {
      if (!(error instanceof MesError)) throw error;
      await leaveToPeople(db, replan);
    }
  }
}
