import { sql } from 'kysely';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { ProcedureScope } from '#shared/answers/procedures.ts';
import { loadRecords } from '../../crud/read.ts';
import type { Db } from '../../db/database.ts';
import type { Viewer } from '../../hooks/hooks.ts';

/**
 * Lists the crafts that have published procedures of a kind. If a procedure applies only to parts with a
 * certain code, its entry also has this code.
 */
export async function listProcedureScopes(
  db: Db,
  factoryId: number,
  kind: 'sop' | 'sip',
): Promise<ProcedureScope[]> {
  const result = await sql<ProcedureScope>`select distinct craft_id, part_code from ${sql.table(kind)}
    where factory_id = ${factoryId} and state = 'published' and deleted_at is null order by 1, 2`.execute(db);
  return result.rows;
}

/**
 * Reads the published procedures that apply to a process. They belong to the craft of the process.
 * Their part code is empty, or is that of the part.
 * @throws rowNotFound
 */
export async function readProcedures(
  db: Db,
  viewer: Viewer,
  processId: number,
): Promise<{ sops: Entity<'sop'>[]; sips: Entity<'sip'>[] }> {
  const result = await sql<{ sops: number[] | null; sips: number[] | null }>`
    select
      (select array_agg(d.id order by d.code) from sop d where d.factory_id = p.factory_id and d.craft_id = p.craft_id
        and d.state = 'published' and d.deleted_at is null and coalesce(d.part_code, t.code) = t.code) as sops,
      (select array_agg(d.id order by d.code) from sip d where d.factory_id = p.factory_id and d.craft_id = p.craft_id
        and d.state = 'published' and d.deleted_at is null and coalesce(d.part_code, t.code) = t.code) as sips
    from process p join part t on t.factory_id = p.factory_id and t.id = p.part_id
    where p.factory_id = ${viewer.factoryId} and p.id = ${processId} and p.deleted_at is null`.execute(db);
  const procedureIds = result.rows[0];
  if (!procedureIds) throw makeError('rowNotFound', {}, { processId: { reason: 'notAReference' } });
  const [sops, sips] = await Promise.all([
    loadRecords(db, entities.sop as EntityDeclaration, viewer, procedureIds.sops ?? []),
    loadRecords(db, entities.sip as EntityDeclaration, viewer, procedureIds.sips ?? []),
  ]);
  return { sops: sops as unknown as Entity<'sop'>[], sips: sips as unknown as Entity<'sip'>[] };
}
