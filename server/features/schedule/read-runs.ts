import { sql, type RawBuilder } from 'kysely';
import type { ScheduleRun, ScheduleState } from '#shared/answers/schedule.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { Db } from '../../db/database.ts';
import type { Transaction } from '../../db/transaction.ts';

/** The maximum number of proposals that are kept, besides scenarios and the present plan. */
export const MAX_KEPT_RUNS = 50;

/** The SQL condition for the present plan. */
export const PRESENT_CONDITION_SQL = sql`r.state = 'applied' and r.replaced_at is null`;

/** The patches of a run, each with the name of its order, group or machine. */
const NAMED_PATCHES_SQL = sql`coalesce((
  select jsonb_agg(p.patch || jsonb_build_object('name', coalesce(o.code, g.name, d.name, '')) order by p.position)
  from jsonb_array_elements(r.patches) with ordinality as p (patch, position)
    left join work_order o on o.factory_id = r.factory_id and o.id = (p.patch->>'orderId')::bigint
    left join work_group g on g.factory_id = r.factory_id and g.id = (p.patch->>'workGroupId')::bigint
    left join device d on d.factory_id = r.factory_id and d.id = (p.patch->>'deviceId')::bigint
  ), '[]'::jsonb)`;

export async function loadScheduleRuns(
  db: Db,
  factoryId: number,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<ScheduleRun[]> {
  const { rows } = await sql<ScheduleRun>`
    select r.id, r.state, r.name, ${NAMED_PATCHES_SQL} as patches, r.keep, r.goal, r.level, r.horizon_days, r.requested_at,
      r.requested_by, r.requested_for, r.applies_itself, r.ended_at,
      r.applied_at, r.applied_by, r.replaced_at, r.progress, r.figures, r.before_figures as before, r.moved,
      r.machine_changed, r.passes, r.stopped_by
    from schedule_run r where r.factory_id = ${factoryId} and ${condition}
    order by r.id desc`.execute(db);
  return rows;
}

/** Reads a proposal. @throws rowNotFound */
export async function readScheduleRun(db: Db, factoryId: number, id: number): Promise<ScheduleRun> {
  const [run] = await loadScheduleRuns(db, factoryId, sql`r.id = ${id}`);
  if (!run) throw makeError('rowNotFound');
  return run;
}

/** Locks a proposal, and returns its state. @throws rowNotFound */
export async function lockScheduleRun({ db, factoryId }: Transaction, id: number): Promise<ScheduleState> {
  const { rows } = await sql<{ state: ScheduleState }>`
    select state from schedule_run where factory_id = ${factoryId} and id = ${id} for update`.execute(db);
  if (!rows[0]) throw makeError('rowNotFound');
  return rows[0].state;
}

/**
 * Reads the plan or the basis of a proposal, in packed form; null if the proposal is not ready.
 * @throws rowNotFound
 */
export async function readPacked(
  db: Db,
  factoryId: number,
  id: number,
  column: 'plan' | 'basis',
): Promise<Uint8Array | null> {
  const { rows } = await sql<{ packed: Uint8Array | null }>`
    select ${sql.ref(column)} as packed from schedule_run where factory_id = ${factoryId} and id = ${id}`.execute(
    db,
  );
  if (!rows[0]) throw makeError('rowNotFound');
  return rows[0].packed;
}
