import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import {
  CORRECTIVE_TREND_MONTHS,
  type CorrectiveDetail,
  type CorrectiveException,
  type CorrectiveMeasure,
  type CorrectiveStoryEvent,
} from '#shared/quality/corrective.ts';
import type { Db } from '../../../db/database.ts';
import { buildClassPathSql } from './class-path-sql.ts';
import { COVERS_DEFECT, DEFECT_TABLES } from './defect-scope-sql.ts';

type CorrectiveFacts = Omit<CorrectiveDetail, 'measures' | 'events' | 'exceptions' | 'trend'>;

async function readFacts(db: Db, factoryId: number, id: number): Promise<CorrectiveFacts | undefined> {
  const { rows } = await sql<CorrectiveFacts>`
    select a.id, a.version, a.code, a.state, a.error_class_id,
      ${buildClassPathSql(sql`a.factory_id`, sql`a.error_class_id`)} as error_class, a.craft_id, c.name as craft,
      a.part_code, a.problem, a.leader_id, l.name as leader, a.containment, a.root_cause, a.preventive_action,
      a.check_after_days, a.check_due_on, a.round, a.raised_at, a.created_by as raised_by, a.closed_at, a.closing_reason,
      array(select m.target_id from corrective_action_member_ids m
        where m.factory_id = a.factory_id and m.owner_id = a.id order by m.position) as member_ids,
      array(select e.name from corrective_action_member_ids m
        join employee e on e.factory_id = m.factory_id and e.id = m.target_id
        where m.factory_id = a.factory_id and m.owner_id = a.id order by m.position) as members,
      array(select w.why from corrective_action_whys w
        where w.factory_id = a.factory_id and w.owner_id = a.id order by w.position) as whys
    from corrective_action a
      join employee l on l.factory_id = a.factory_id and l.id = a.leader_id
      left join craft c on c.factory_id = a.factory_id and c.id = a.craft_id
    where a.factory_id = ${factoryId} and a.id = ${id} and a.deleted_at is null`.execute(db);
  return rows[0];
}

async function readMeasures(db: Db, factoryId: number, id: number): Promise<CorrectiveMeasure[]> {
  const { rows } = await sql<CorrectiveMeasure>`
    select m.id, m.version, m.kind, m.what, m.owner_id, e.name as owner, m.due_on, m.state, m.done_on, m.done_by, m.result
    from corrective_measure m join employee e on e.factory_id = m.factory_id and e.id = m.owner_id
    where m.factory_id = ${factoryId} and m.corrective_id = ${id} and m.deleted_at is null
    order by m.due_on, m.id`.execute(db);
  return rows;
}

async function readEvents(db: Db, factoryId: number, id: number): Promise<CorrectiveStoryEvent[]> {
  const { rows } = await sql<CorrectiveStoryEvent>`
    select v.id, v.kind, v.exception_id, x.code as exception_code, v.reason, v.by_name as by, v.at
    from corrective_event v
      left join quality_exception x on x.factory_id = v.factory_id and x.id = v.exception_id
    where v.factory_id = ${factoryId} and v.corrective_id = ${id} order by v.id`.execute(db);
  return rows;
}

async function readExceptions(db: Db, factoryId: number, id: number): Promise<CorrectiveException[]> {
  const { rows } = await sql<CorrectiveException>`
    select x.id, x.code, x.state, x.raised_at, x.quantity, t.code as part_code, coalesce(p.name, c.name) as process_name,
      x.description
    from corrective_action_exception_ids l
      join quality_exception x on x.factory_id = l.factory_id and x.id = l.target_id ${DEFECT_TABLES}
      join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
    where l.factory_id = ${factoryId} and l.owner_id = ${id}
    order by x.raised_at, x.id`.execute(db);
  return rows;
}

/**
 * Counts the exceptions with the same defect in each of the last CORRECTIVE_TREND_MONTHS months. Months
 * without such an exception are included.
 */
async function readTrend(
  db: Db,
  { factoryId, zone }: CurrentUser,
  id: number,
): Promise<CorrectiveDetail['trend']> {
  const { rows } = await sql<CorrectiveDetail['trend'][number]>`
    with months as (
      select date_trunc('month', now() at time zone ${zone}) - make_interval(months => n) as month
      from generate_series(0, ${CORRECTIVE_TREND_MONTHS - 1}::integer) n
    ), found as (
      select date_trunc('month', x.raised_at at time zone ${zone}) as month
      from corrective_action a
        join quality_exception x on x.factory_id = a.factory_id and x.deleted_at is null and x.state <> 'cancelled'
          and x.raised_at >= (select min(month) from months) at time zone ${zone} ${DEFECT_TABLES}
      where a.factory_id = ${factoryId} and a.id = ${id} and ${COVERS_DEFECT}
    )
    select to_char(m.month, 'YYYY-MM') as month, count(f.month)::integer as exceptions
    from months m left join found f on f.month = m.month
    group by m.month order by m.month`.execute(db);
  return rows;
}

/** Reads a corrective action with its measures, events, exceptions and trend. @throws rowNotFound */
export async function readCorrective(db: Db, user: CurrentUser, id: number): Promise<CorrectiveDetail> {
  const { factoryId } = user;
  const facts = await readFacts(db, factoryId, id);
  if (!facts) throw makeError('rowNotFound');
  return {
    ...facts,
    measures: await readMeasures(db, factoryId, id),
    events: await readEvents(db, factoryId, id),
    exceptions: await readExceptions(db, factoryId, id),
    trend: await readTrend(db, user, id),
  };
}
