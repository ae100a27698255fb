import { sql } from 'kysely';
import type { ScheduleKeep } from '#shared/answers/schedule.ts';
import { MesError } from '#shared/kernel/errors.ts';
import type { Db } from '../../../db/database.ts';
import { runTransaction, type Transaction } from '../../../db/transaction.ts';
import { requestSchedule } from '../compute.ts';

/**
 * The maximum delay between the set time of a nightly plan and the request for this plan, in hours. A later plan would
 * disturb the working day.
 */
const NIGHT_GRACE_HOURS = 3;
/** A call that stops a machine counts as a breakdown after this many minutes. Most stops are shorter. */
const BREAKDOWN_MINUTES = 15;

/** A factory whose setting lets the server ask for plans. */
interface ReplanningFactory {
  factoryId: number;
  keep: ScheduleKeep;
  appliesItself: boolean;
  /** The day whose nightly plan is due now; null if none is due. */
  dueNight: string | null;
  /** The devices that the applied plan still needs and that are down. */
  downIds: number[];
  /** The value of `downIds` that was stored last. */
  knownIds: number[];
}

async function listReplanningFactories(db: Db): Promise<ReplanningFactory[]> {
  const { rows } = await sql<ReplanningFactory>`
    select s.factory_id, s.replan_keep as keep, s.applies_replan as applies_itself, coalesce(r.down_device_ids, '{}') as known_ids,
      case when l.at - o.at < make_interval(hours => ${NIGHT_GRACE_HOURS}) and r.night is distinct from o.at::date
        then o.at::date end as due_night,
      case when s.replans_after_breakdown then array(
        select d.id from device d where d.factory_id = s.factory_id and d.deleted_at is null
          and (d.status <> 'normal' or exists (select 1 from abnormal_call c
            where c.factory_id = d.factory_id and c.device_id = d.id and c.stops and c.deleted_at is null
              and c.state in ('raised', 'acknowledged', 'onSite')
              and c.raised_at < now() - make_interval(mins => ${BREAKDOWN_MINUTES})))
          and exists (select 1 from planned_operation a
            join process p on p.factory_id = a.factory_id and p.id = a.process_id and p.deleted_at is null
              and p.state not in ('completed', 'specialAcceptance', 'scrapped')
            where a.factory_id = d.factory_id and a.device_id = d.id)
        order by d.id) else '{}' end as down_ids
    from cycle_schedule_setting s
      join factory f on f.id = s.factory_id and f.deleted_at is null
      left join schedule_replan r on r.factory_id = s.factory_id
      cross join lateral (select now() at time zone f.zone as at) l
      cross join lateral (select l.at::date + s.replan_at::time
        - case when l.at::time < s.replan_at::time then interval '1 day' else interval '0' end as at) o
    where s.deleted_at is null and (s.replan_at is not null or s.replans_after_breakdown)
    order by s.factory_id`.execute(db);
  return rows;
}

/** Stores the night and the devices that are down, so that the same plan is not asked for again. */
async function storeRequested(
  { db, factoryId }: Transaction,
  { dueNight, downIds }: ReplanningFactory,
): Promise<void> {
  await sql`insert into schedule_replan as known (factory_id, night, down_device_ids)
    values (${factoryId}, ${dueNight}::date, ${downIds}::bigint[])
    on conflict (factory_id) do update set night = coalesce(excluded.night, known.night),
      down_device_ids = excluded.down_device_ids`.execute(db);
}

async function requestReplan(db: Db, factory: ReplanningFactory): Promise<void> {
  const { factoryId, keep, appliesItself, dueNight, downIds, knownIds } = factory;
  const isNewlyDown = downIds.some((id) => !knownIds.includes(id));
  if (dueNight === null && downIds.join() === knownIds.join()) return;
  await runTransaction(db, { factoryId, accountId: null, name: '', ip: '' }, async (tx) => {
    if (dueNight !== null || isNewlyDown) {
      const isNightly = dueNight !== null;
      const request = { keep, goal: 'tardiness', horizonDays: null, name: null } as const;
      await requestSchedule(
        tx,
        { ...request, patches: [], level: isNightly ? 'fullSearch' : 'quickSearch' },
        { requestedFor: isNightly ? 'replanNightly' : 'replanBreakdown', appliesItself },
      );
    }
    await storeRequested(tx, factory);
  });
}

/**
 * Asks for plans as the settings of factories say: once a night, and once after each breakdown of a machine
 * of the plan. If another plan of a factory is being computed, the next call of this function asks again.
 */
export async function requestReplans(db: Db): Promise<void> {
  for (const factory of await listReplanningFactories(db))
    try {
      await requestReplan(db, factory);
    } catch (error) {
      if (!(error instanceof MesError) || error.code !== 'scheduleComputing') throw error;
    }
}
