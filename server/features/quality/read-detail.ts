import { sql } from 'kysely';
import type { HeldMovement, QualityComment, QualityDetail } from '#shared/quality/answers.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../../db/database.ts';
import { findSimilarExceptions } from './find-similar.ts';
import { NAMED_PROCESS_COLUMNS, NAMED_PROCESS_TABLES } from '../../ledger/named-process-sql.ts';
import { readRounds } from './countersign/read-rounds.ts';
import { loadResponsiblePeople } from './responsible.ts';

type ExceptionRow = Omit<
  QualityDetail,
  'movements' | 'rounds' | 'comments' | 'similar' | 'processes' | 'signFor' | 'people' | 'loss'
>;

const buildNameSql = (column: 'x.discovery_process_id' | 'x.responsible_process_id') =>
  sql`(select coalesce(q.name, k.name) from process q join craft k on k.factory_id = q.factory_id and k.id = q.craft_id
    where q.factory_id = x.factory_id and q.id = ${sql.ref(column)})`;

async function readFacts(db: Db, factoryId: number, id: number): Promise<ExceptionRow | undefined> {
  const { rows } = await sql<ExceptionRow>`
    select x.id, x.version, x.code, x.state, x.source, x.quantity, x.error_class_id, e.name as error_class, x.description,
      x.picture, x.customer_complaint, x.discovery_process_id, ${buildNameSql('x.discovery_process_id')} as discovery_process,
      x.discoverer_id, d.name as discoverer, x.responsible_process_id,
      ${buildNameSql('x.responsible_process_id')} as responsible_process, x.rework, x.concession, x.scrap, x.root_cause,
      x.preventive_action, x.report_id, r.ended_at as reported_at,
      (select string_agg(w.name, ', ' order by n.position) from work_report_people n
        join employee w on w.factory_id = n.factory_id and w.id = n.employee_id
        where n.factory_id = x.factory_id and n.owner_id = x.report_id) as reported_by,
      (select coalesce(json_agg(json_build_object('employeeId', n.employee_id, 'ratio', n.ratio) order by n.position), '[]'::json)
        from work_report_people n where n.factory_id = x.factory_id and n.owner_id = x.report_id) as report_people,
      card.code as card_code, ${NAMED_PROCESS_COLUMNS},
      case when f.id is not null then json_build_object('id', f.id, 'code', f.code) end as corrects,
      (select coalesce(json_agg(json_build_object('id', y.id, 'code', y.code) order by y.id), '[]'::json)
        from quality_exception y where y.factory_id = x.factory_id and y.corrects_id = x.id and y.deleted_at is null) as corrected_by,
      x.raised_at, x.raised_by_id, coalesce(a.name, x.created_by) as raised_by, x.round, x.determined_at, x.posted_at,
      x.finished_at, x.cancelled_at, x.cancel_reason,
      json_build_object('machinable', p.machinable, 'inWork', p.in_work, 'good', p.good, 'concession', p.concession,
        'reworkOpen', p.rework_open, 'inRework', p.in_rework, 'scrap', p.scrap, 'hold', p.hold, 'outsourced', p.outsourced) as ledger
    from quality_exception x
      join process p on p.factory_id = x.factory_id and p.id = x.process_id
      ${NAMED_PROCESS_TABLES}
      left join classification e on e.factory_id = x.factory_id and e.id = x.error_class_id
      left join employee d on d.factory_id = x.factory_id and d.id = x.discoverer_id
      left join employee a on a.factory_id = x.factory_id and a.id = x.raised_by_id
      left join work_report r on r.factory_id = x.factory_id and r.id = x.report_id
      left join card on card.factory_id = x.factory_id and card.id = x.card_id
      left join quality_exception f on f.factory_id = x.factory_id and f.id = x.corrects_id
    where x.factory_id = ${factoryId} and x.id = ${id} and x.deleted_at is null`.execute(db);
  return rows[0];
}

/** Lists the signers of the open round for whom the caller may sign now. */
async function listSignersToSignFor(
  db: Db,
  user: CurrentUser,
  { rounds }: Pick<QualityDetail, 'rounds'>,
): Promise<QualityDetail['signFor']> {
  const round = rounds.find(({ isOpen }) => isOpen);
  if (!round || user.employeeId === null) return [];
  const waitingSigners = round.signers
    .filter(({ employeeId }) => !round.signatures.some(({ signerId }) => signerId === employeeId))
    .map(({ employeeId, name }) => ({ employeeId, name }));
  if (round.signers.some(({ employeeId }) => employeeId === user.employeeId))
    return waitingSigners.filter(({ employeeId }) => employeeId === user.employeeId);
  const { rows } = await sql<{ employeeId: number }>`select distinct employee_id from signing_deputy
    where factory_id = ${user.factoryId} and deleted_at is null and deputy_id = ${user.employeeId}
      and (now() at time zone ${user.zone})::date between valid_from and valid_until
      -- A person signs a round only once, also as the deputy of several signers.
      and not exists (select 1 from quality_signature g
        where g.factory_id = ${user.factoryId} and g.round_id = ${round.id} and g.signed_by_id = ${user.employeeId})`.execute(
    db,
  );
  return waitingSigners.filter(({ employeeId }) => rows.some((deputy) => deputy.employeeId === employeeId));
}

async function readLoss(db: Db, factoryId: number, id: number): Promise<QualityDetail['loss']> {
  const { rows } = await sql<NonNullable<QualityDetail['loss']>>`
    select lost_hours, lost_material_cost, lost_manufacturing_cost, reason,
      json_build_object('lostHours', proposed_hours, 'lostMaterialCost', proposed_material_cost,
        'lostManufacturingCost', proposed_manufacturing_cost) as proposed
    from quality_loss where factory_id = ${factoryId} and exception_id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Whether the caller may read the responsible people and the loss of an exception. */
async function mayReadPrivateEntries(db: Db, user: CurrentUser, id: number): Promise<boolean> {
  if (hasPermission(user, ['QUALITY_DETERMINE', 'QUALITY_PUNISH'])) return true;
  if (user.employeeId === null) return false;
  const { rows } = await sql`
    select 1 from quality_responsible
    where factory_id = ${user.factoryId} and exception_id = ${id} and employee_id = ${user.employeeId}
    union all
    select 1 from quality_round r
      join quality_round_signer s on s.factory_id = r.factory_id and s.round_id = r.id
      left join signing_deputy d on d.factory_id = s.factory_id and d.employee_id = s.employee_id and d.deleted_at is null
        and d.deputy_id = ${user.employeeId} and (now() at time zone ${user.zone})::date between d.valid_from and d.valid_until
    where r.factory_id = ${user.factoryId} and r.exception_id = ${id}
      and (s.employee_id = ${user.employeeId} or d.id is not null)
    limit 1`.execute(db);
  return rows.length > 0;
}

async function readMovements(db: Db, factoryId: number, id: number): Promise<HeldMovement[]> {
  const { rows } = await sql<HeldMovement>`
    select from_account as "from", to_account as "to", quantity, at from ledger_entry
    where factory_id = ${factoryId} and exception_id = ${id} order by id`.execute(db);
  return rows;
}

async function readComments(db: Db, factoryId: number, id: number): Promise<QualityComment[]> {
  const { rows } = await sql<QualityComment>`
    select id, text, picture, by_name as by, at from quality_comment
    where factory_id = ${factoryId} and exception_id = ${id} order by id`.execute(db);
  return rows;
}

async function listOrderProcesses(
  db: Db,
  factoryId: number,
  orderId: number,
): Promise<QualityDetail['processes']> {
  const { rows } = await sql<QualityDetail['processes'][number]>`
    select p.id as process_id, p.seq || ' ' || coalesce(p.name, c.name) as name, t.name as part_name
    from process p ${NAMED_PROCESS_TABLES}
    where p.factory_id = ${factoryId} and o.id = ${orderId} and p.deleted_at is null and t.deleted_at is null
    order by t.id, p.seq, p.id`.execute(db);
  return rows;
}

/**
 * Reads an exception with its rounds, movements, comments and similar exceptions.
 * @throws rowNotFound
 */
export async function readQualityDetail(db: Db, user: CurrentUser, id: number): Promise<QualityDetail> {
  const { factoryId } = user;
  const exceptionFacts = await readFacts(db, factoryId, id);
  if (!exceptionFacts) throw makeError('rowNotFound');
  const showsPrivate = await mayReadPrivateEntries(db, user, id);
  const rounds = await readRounds(db, factoryId, id, showsPrivate);
  return {
    ...exceptionFacts,
    rounds,
    movements: await readMovements(db, factoryId, id),
    comments: await readComments(db, factoryId, id),
    similar: await findSimilarExceptions(db, factoryId, id),
    processes: await listOrderProcesses(db, factoryId, exceptionFacts.orderId),
    signFor: await listSignersToSignFor(db, user, { rounds }),
    people: showsPrivate ? await loadResponsiblePeople(db, factoryId, id) : null,
    loss: showsPrivate ? await readLoss(db, factoryId, id) : null,
  };
}
