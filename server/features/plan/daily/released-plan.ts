import { sql } from 'kysely';
import type { DayRelease } from '#shared/answers/daily-plan.ts';
import type { Db } from '../../../db/database.ts';

/** A line of a released plan. */
export interface PlanLine {
  processId: number;
  /** The share of a split process; 0 for a whole process. */
  shareId: number;
  position: number;
  workGroupId: number | null;
  deviceId: number | null;
  startsAt: string | null;
  endsAt: string | null;
  quantity: number;
  quantityLeft: number;
  deviceMinutes: number | null;
  manMinutes: number | null;
  carriedFrom: string | null;
  wasStarted: boolean;
}

/** The released plan of a day with its lines, in the order of the plan. */
export interface ReleasedPlan {
  release: DayRelease | null;
  lastNumber: number;
  lines: PlanLine[];
}

/** Reads the released plan of a day, and the number of the last release. */
export async function readReleasedPlan(db: Db, factoryId: number, day: string): Promise<ReleasedPlan> {
  const { rows } = await sql<DayRelease & { isCurrent: boolean }>`
    select d.id as plan_id, d.number, d.released_at, d.released_by,
      d.replaced_at is null and d.withdrawn_at is null as is_current,
      (select count(*)::int from daily_plan_line l where l.factory_id = d.factory_id and l.plan_id = d.id) as line_count
    from daily_plan d where d.factory_id = ${factoryId} and d.day = ${day}::date order by d.number desc limit 1`.execute(
    db,
  );
  const lastRelease = rows[0];
  if (!lastRelease?.isCurrent) return { release: null, lastNumber: lastRelease?.number ?? 0, lines: [] };
  const { isCurrent: _isCurrent, ...release } = lastRelease;
  const lines = await sql<PlanLine>`
    select process_id, share_id, position, work_group_id, device_id, starts_at, ends_at, quantity, quantity_left, device_minutes,
      man_minutes, carried_from, was_started
    from daily_plan_line where factory_id = ${factoryId} and plan_id = ${release.planId} order by position`.execute(
    db,
  );
  return { release, lastNumber: release.number, lines: lines.rows };
}
