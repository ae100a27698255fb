import { sql } from 'kysely';
import type { CountersignRound } from '#shared/quality/answers.ts';
import { PRIVATE_ENTRIES } from '#shared/quality/signed-document.ts';
import type { Db } from '../../../db/database.ts';

/**
 * Reads all rounds of the countersigns of an exception, the oldest first.
 * @param showsPrivate whether the caller may read the responsible people and the loss
 */
export async function readRounds(
  db: Db,
  factoryId: number,
  exceptionId: number,
  showsPrivate: boolean,
): Promise<CountersignRound[]> {
  const { rows } = await sql<CountersignRound>`
    with numbered as (
      select r.*, r.number = max(r.number) over (partition by r.stage) as is_last,
        x.state = case r.stage when 'remedies' then 'remediesInCountersign' else 'tracingCountersign' end as is_asked
      from quality_round r join quality_exception x on x.factory_id = r.factory_id and x.id = r.exception_id
      where r.factory_id = ${factoryId} and r.exception_id = ${exceptionId}
    )
    select r.id, r.stage, r.number, r.document, r.document_hash, r.by_name as by, r.at,
      (select coalesce(json_agg(json_build_object('employeeId', s.employee_id, 'name', e.name,
          'remindedAt', (select to_char(max(m.at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from quality_reminder m
            where m.factory_id = s.factory_id and m.round_id = s.round_id and m.signer_id = s.employee_id)) order by s.position), '[]'::json)
        from quality_round_signer s join employee e on e.factory_id = s.factory_id and e.id = s.employee_id
        where s.factory_id = r.factory_id and s.round_id = r.id) as signers,
      (select coalesce(json_agg(json_build_object('signerId', g.signer_id, 'signerName', e.name,
          'deputyName', case when g.signed_by_id <> g.signer_id then d.name end, 'result', g.result, 'comment', g.comment,
          'documentHash', g.document_hash, 'method', g.method, 'at', to_char(g.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          order by g.at, g.id), '[]'::json)
        from quality_signature g
          join employee e on e.factory_id = g.factory_id and e.id = g.signer_id
          join employee d on d.factory_id = g.factory_id and d.id = g.signed_by_id
        where g.factory_id = r.factory_id and g.round_id = r.id) as signatures,
      r.is_last and r.is_asked and not exists (select 1 from quality_signature g
        where g.factory_id = r.factory_id and g.round_id = r.id and g.result = 'notPassed') as is_open
    from numbered r order by r.stage, r.number`.execute(db);
  if (showsPrivate) return rows;
  return rows.map((round) => ({
    ...round,
    document: Object.fromEntries(
      Object.entries(round.document).filter(([entry]) => !PRIVATE_ENTRIES.has(entry)),
    ),
  }));
}
