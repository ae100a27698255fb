import { sql } from 'kysely';
import type { ScheduleKeep } from '#shared/answers/schedule.ts';
import { MesError } from '#shared/kernel/errors.ts';
import type { Db } from '../../../db/database.ts';
import { runTransaction, type Transaction } from '../../../db/transaction.ts';
import { requestSchedule } from '../compute.ts';

/** How long a plan of the night is made up for, in hours. After that, it would come in the middle of the day. */
const NIGHT_GRACE_HOURS = 3;
/** From so many minutes on, a call that stops a machine counts as a breakdown. Most stops are over sooner. */
const BREAKDOWN_MINUTES = 15;

/** A factory that plans by itself, as its setting says. */
interface ReplanningFactory {
  factoryId: number;
  keep: ScheduleKeep;
  appliesItself: boolean;
  /** The day of the night whose plan is due; null if none is. */
  dueNight: string | null;
  /** The devices that the applied plan still needs and that are down. */
  downIds: number[];
  /** The devices that were down when this was last looked at. */
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

/** Keeps what was asked for, so that it is not asked for again. */
async function keepAsked(
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
      const isNight = dueNight !== null;
      const request = { keep, goal: 'tardiness', horizonDays: null, name: null, patches: [] } as const;
      await requestSchedule(
        tx,
        { ...request, patches: [], level: isNight ? 'fullSearch' : 'quickSearch' },
        { requestedFor: isNight ? 'replanNightly' : 'replanBreakdown', appliesItself },
      );
    }
    await keepAsked(tx, factory);
  });
}

/**
 * Asks for the plans that the settings of factories want: once a night, and once when a machine of the plan breaks down. While
 * another plan is computed, it asks later.
 */
export async function requestReplans(db: Db): Promise<void> {
  for (const factory of await listReplanningFactories(db))
    try {
      await requestReplan(db, factory);
    } catch (error) {
      if (!(error instanceof MesError) || error.code !== 'scheduleComputing') throw error;
    }
}
