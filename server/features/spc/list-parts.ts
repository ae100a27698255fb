import { sql } from 'kysely';
import type { InspectedFeature, InspectedPart } from '#shared/quality/spc.ts';
import type { Db } from '../../db/database.ts';

/** The maximum number of listed part codes. */
const MAX_PARTS = 500;

/** Lists the part codes that were inspected. The part code with the latest inspection comes first. */
export async function listInspectedParts(db: Db, factoryId: number): Promise<InspectedPart[]> {
  const { rows } = await sql<InspectedPart>`
    with recursive codes as (
      (select part_code from inspection where factory_id = ${factoryId} and deleted_at is null order by part_code limit 1)
      union all
      select (select i.part_code from inspection i where i.factory_id = ${factoryId} and i.deleted_at is null
        and i.part_code > c.part_code order by i.part_code limit 1)
      from codes c where c.part_code is not null
    )
    select c.part_code, coalesce(t.name, '') as part_name
    from codes c
      cross join lateral (select max(i.raised_at) as at from inspection i
        where i.factory_id = ${factoryId} and i.part_code = c.part_code and i.deleted_at is null) last
      left join lateral (select p.name from part p
        where p.factory_id = ${factoryId} and p.code = c.part_code and p.deleted_at is null
        order by p.id desc limit 1) t on true
    where c.part_code is not null
    order by last.at desc limit ${MAX_PARTS}`.execute(db);
  return rows;
}

/**
 * Lists the characteristics of the procedures by which a part code was inspected, in the order of the
 * procedures.
 */
export async function listInspectedFeatures(
  db: Db,
  factoryId: number,
  partCode: string,
): Promise<InspectedFeature[]> {
  const { rows } = await sql<InspectedFeature>`
    select s.craft_id, c.name as craft_name, k.name as characteristic, max(k.kind) as kind
    from (select distinct sip_id from inspection
      where factory_id = ${factoryId} and part_code = ${partCode} and deleted_at is null) i
      join sip s on s.factory_id = ${factoryId} and s.id = i.sip_id
      join craft c on c.factory_id = s.factory_id and c.id = s.craft_id
      join sip_characteristics k on k.factory_id = s.factory_id and k.owner_id = s.id
    group by s.craft_id, c.name, k.name
    order by c.name, s.craft_id, min(k.seq), k.name`.execute(db);
  return rows;
}
