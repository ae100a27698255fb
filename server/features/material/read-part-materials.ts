import { sql } from 'kysely';
import type { MaterialIssue, PartMaterials } from '#shared/reporting/issued-materials.ts';
import type { Db } from '../../db/database.ts';
import { loadPlannedMaterials } from '../../ledger/material-issues.ts';

/** The maximum number of issues that are listed. The quantities count all of them. */
const MAX_LISTED_ISSUES = 200;

/** Reads the planned and the issued quantity of each material of a part, and its issues, the last issue first. */
export async function readPartMaterials(db: Db, factoryId: number, partId: number): Promise<PartMaterials> {
  const materials = await loadPlannedMaterials(db, factoryId, partId);
  const { rows: issues } = await sql<MaterialIssue>`
    select i.id, i.at, i.by_name, i.material_id, m.name as material_name, u.name as unit, i.quantity, i.beyond_plan, i.remark,
      i.report_id, coalesce(p.name, c.name) as process_name, i.reverses_id is not null as is_reversal,
      exists (select 1 from material_issue r where r.factory_id = i.factory_id and r.reverses_id = i.id) as is_reversed
    from material_issue i
    join material m on m.factory_id = i.factory_id and m.id = i.material_id
    left join unit u on u.factory_id = m.factory_id and u.id = m.unit_id
    left join work_report r on r.factory_id = i.factory_id and r.id = i.report_id
    left join process p on p.factory_id = r.factory_id and p.id = r.process_id
    left join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
    where i.factory_id = ${factoryId} and i.part_id = ${partId}
    order by i.id desc limit ${MAX_LISTED_ISSUES}`.execute(db);
  return { materials, issues };
}
