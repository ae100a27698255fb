import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type {
  InspectedCharacteristic,
  InspectedValue,
  InspectionDetail,
} from '#shared/quality/inspection.ts';
import type { Db } from '../../db/database.ts';
import { NAMED_PROCESS_COLUMNS, NAMED_PROCESS_TABLES } from '../../ledger/named-process-sql.ts';
import { readResubmission } from './resubmit.ts';

type InspectionFacts = Omit<
  InspectionDetail,
  'characteristics' | 'values' | 'exceptions' | 'resubmission'
> & {
  sipId: number;
};

/**
 * Reads the characteristics of a procedure, with the number of pieces of a sample on which each is checked.
 */
export async function readCharacteristics(
  db: Db,
  factoryId: number,
  sipId: number,
  sampleCount: number,
): Promise<InspectedCharacteristic[]> {
  const { rows } = await sql<InspectedCharacteristic>`
    select k.seq, k.name, k.kind, k.nominal, k.lower as lower_limit, k.upper as upper_limit, k.unit, k.decimals, k.method,
      k.tool, k.gauge_kind_id, c.name as gauge_kind_name,
      least(coalesce(k.sample_per_batch, ${sampleCount}::integer), ${sampleCount}::integer) as sample_count
    from sip_characteristics k left join classification c on c.factory_id = k.factory_id and c.id = k.gauge_kind_id
    where k.factory_id = ${factoryId} and k.owner_id = ${sipId} order by k.seq`.execute(db);
  return rows;
}

/** Reads the values of an inspection, piece by piece. */
export async function readValues(db: Db, factoryId: number, id: number): Promise<InspectedValue[]> {
  const { rows } = await sql<InspectedValue>`
    select v.seq, v.sample_number, v.value, v.is_ok, v.gauge_id, v.gauge, v.gauge_problem, e.name as by, v.at
    from inspection_value v left join employee e on e.factory_id = v.factory_id and e.id = v.employee_id
    where v.factory_id = ${factoryId} and v.inspection_id = ${id} order by v.sample_number, v.seq`.execute(
    db,
  );
  return rows;
}

async function readFacts(db: Db, factoryId: number, id: number): Promise<InspectionFacts | undefined> {
  const { rows } = await sql<InspectionFacts>`
    select i.id, i.version, i.code, i.state, i.inspection_kind, i.sip_id, s.name as sip_name, s.edition as sip_edition,
      i.batch_quantity, i.sample_count, i.accept_number, i.sampling, i.aql, i.severity, i.bad_count, d.name as device_name,
      i.card_id, u.short_name as supplier_name, i.lot, i.raised_at, e.name as inspector, i.concluded_at, i.remark, i.picture,
      i.released_at, i.released_by, i.reason,
      case when b.id is not null then json_build_object('id', b.id, 'code', b.code) end as resubmits,
      (select coalesce(json_agg(json_build_object('id', y.id, 'code', y.code) order by y.id), '[]'::json) from inspection y
        where y.factory_id = i.factory_id and y.resubmits_id = i.id and y.deleted_at is null) as resubmitted_by, ${NAMED_PROCESS_COLUMNS}
    from inspection i
      join sip s on s.factory_id = i.factory_id and s.id = i.sip_id
      join process p on p.factory_id = i.factory_id and p.id = i.process_id
      ${NAMED_PROCESS_TABLES}
      left join inspection b on b.factory_id = i.factory_id and b.id = i.resubmits_id
      left join device d on d.factory_id = i.factory_id and d.id = i.device_id
      left join supplier u on u.factory_id = i.factory_id and u.id = i.supplier_id
      left join employee e on e.factory_id = i.factory_id and e.id = i.inspector_id
    where i.factory_id = ${factoryId} and i.id = ${id} and i.deleted_at is null`.execute(db);
  return rows[0];
}

/**
 * Reads an inspection with its characteristics, its values and the exceptions that were raised for it.
 * @throws rowNotFound
 */
export async function readInspectionDetail(db: Db, factoryId: number, id: number): Promise<InspectionDetail> {
  const facts = await readFacts(db, factoryId, id);
  if (!facts) throw makeError('rowNotFound');
  const { sipId, ...shownFacts } = facts;
  const { rows: exceptions } = await sql<{ id: number; code: string }>`
    select id, code from quality_exception
    where factory_id = ${factoryId} and inspection_id = ${id} and deleted_at is null order by id`.execute(db);
  return {
    ...shownFacts,
    characteristics: await readCharacteristics(db, factoryId, sipId, facts.sampleCount),
    values: await readValues(db, factoryId, id),
    exceptions,
    resubmission: await readResubmission(db, factoryId, id),
  };
}
