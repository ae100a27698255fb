import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { addDays } from '#shared/rules/days.ts';
import type { Connection } from '../db/connect.ts';
import type { DemoApiCall } from '../demo/demo-call.ts';
import { planAll, releaseDay } from '../demo/plan-and-release.ts';
import { log } from '../log.ts';
import { SCHEDULE_RUN, SchedulePlanner } from '../planning/schedule/plan-runs.ts';

/** The pause between two checks whether the plan is computed, in milliseconds. */
const PLAN_CHECK_MS = 50;
/** The number of days before today for which a released plan is added. */
const PAST_DAYS = 2;

/**
 * Adds the released plan of a past day. No API call can do this. The lines of the plan are made from the work
 * that was reported on this day. One line in nine is planned 90 minutes before the real start, and one in
 * seven with more pieces than were made, so that the adherence to the plan is not perfect.
 */
async function releasePastDay(
  { db }: Connection,
  { factoryId, zone }: { factoryId: number; zone: string },
  day: string,
): Promise<void> {
  await sql`
    with work as (
      select r.process_id, min(r.started_at) as begun, max(r.ended_at) as ended, sum(r.good) as good,
             (array_agg(r.device_id order by r.started_at))[1] as device_id
      from work_report r
      where r.factory_id = ${factoryId} and r.process_id is not null and r.phase = 'run' and r.kind = 'finish'
        and r.reversed_at is null and r.reverses_id is null
        and (r.started_at at time zone ${zone})::date = ${day}::date
      group by r.process_id
    ), released as (
      insert into daily_plan (factory_id, day, number, released_at, released_by)
      select ${factoryId}, ${day}::date, 1, ${day}::date::timestamp at time zone ${zone}, '马晓东'
      where exists (select 1 from work)
      returning id
    )
    insert into daily_plan_line (factory_id, plan_id, position, process_id, work_group_id, device_id, starts_at, ends_at,
      quantity, quantity_left, was_started)
    select ${factoryId}, released.id, row_number() over (order by w.starts_at, w.process_id) - 1, w.process_id,
           w.work_group_id, w.device_id, w.starts_at, w.starts_at + (w.ended - w.begun), w.quantity, w.quantity, false
    from released cross join (
      select work.*, p.work_group_id,
             date_trunc('minute', work.begun)
               - make_interval(mins => case when p.id % 9 = 0 then 90 else (p.id % 5)::integer * 4 end) as starts_at,
             case when p.id % 7 = 0 then work.good + greatest(1, ceil(work.good / 4)) else work.good end as quantity
      from work join process p on p.factory_id = ${factoryId} and p.id = work.process_id
    ) w`.execute(db);
}

/** Computes and applies a plan with a separate planner, because the planner of the node does not run yet. */
async function planWithOwnPlanner(connection: Connection, call: DemoApiCall): Promise<void> {
  const planner = await SchedulePlanner.start(connection.db, {
    isOnlyNode: connection.kind === 'embedded',
    onError: (error, message) => log.warn(error, message),
  });
  try {
    await planAll(call, async () => {
      planner.onChange(SCHEDULE_RUN);
      await wait(PLAN_CHECK_MS);
    });
  } finally {
    await planner.close();
  }
}

/**
 * Plans the demonstration factory at its first start, and releases the plans of today and of the days before. If this
 * fails, the simulated planner plans the factory later.
 */
export async function planDemoFactory(
  connection: Connection,
  demo: { factoryId: number; zone: string },
  call: DemoApiCall,
  today: string,
): Promise<void> {
  try {
    await planWithOwnPlanner(connection, call);
    for (let days = PAST_DAYS; days > 0; days--)
      await releasePastDay(connection, demo, addDays(today, -days));
    await releaseDay(call, today, false);
  } catch (error) {
    log.warn(error, 'The demonstration factory begins without a plan');
  }
}
