import { sql, type RawBuilder } from 'kysely';
import { isBeyondPlan, type PlannedMaterial } from '#shared/reporting/report-entries.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import type { Db } from '../db/database.ts';
import type { Transaction } from '../db/transaction.ts';

/**
 * Builds the SQL expression of the planned materials of the part with the alias `t`, as JSON in the shape of
 * `PlannedMaterial`.
 */
export const buildPlannedMaterialsSql = (): RawBuilder<PlannedMaterial[]> => sql`coalesce((
  select json_agg(json_build_object('materialId', m.id, 'code', m.code, 'name', m.name, 'unit', u.name,
      'planned', l.planned_quantity, 'perPiece', round(l.planned_quantity / t.quantity, 4),
      'issued', coalesce((select sum(i.quantity) from material_issue i
        where i.factory_id = l.factory_id and i.part_id = t.id and i.material_id = l.material_id), 0)) order by l.position)
  from part_materials l
  join material m on m.factory_id = l.factory_id and m.id = l.material_id
  left join unit u on u.factory_id = m.factory_id and u.id = m.unit_id
  where l.factory_id = t.factory_id and l.owner_id = t.id), '[]'::json)`;

/** Loads the planned materials of a part, with the issued quantity of each material. */
export async function loadPlannedMaterials(
  db: Db,
  factoryId: number,
  partId: number,
): Promise<PlannedMaterial[]> {
  const { rows } = await sql<{ materials: PlannedMaterial[] }>`
    select ${buildPlannedMaterialsSql()} as materials from part t
    where t.factory_id = ${factoryId} and t.id = ${partId} and t.deleted_at is null`.execute(db);
  return rows[0]?.materials ?? [];
}

/**
 * Finds a planned material of a part by code or id, and locks it against deletion.
 * @param fieldPath the name of the field that names the material
 * @throws materialUnknown, rowNotFound; materialNotPlanned, which names the planned materials
 */
export async function findMaterialToIssue(
  tx: Transaction,
  partId: number,
  codeOrId: { code: string } | { id: number },
  planned: readonly PlannedMaterial[],
  fieldPath: string,
): Promise<PlannedMaterial> {
  const { rows } = await sql<{ id: number; name: string }>`select id, name from material
    where factory_id = ${tx.factoryId} and deleted_at is null
      and ${'id' in codeOrId ? sql`id = ${codeOrId.id}` : sql`upper(code) = upper(${codeOrId.code})`}
    order by id limit 1 for share`.execute(tx.db);
  const problems = { [fieldPath]: { reason: 'notAReference' } } as const;
  const materialRow = rows[0];
  if (!materialRow)
    throw 'code' in codeOrId
      ? makeError('materialUnknown', { code: codeOrId.code }, problems)
      : makeError('rowNotFound', {}, problems);
  const material = planned.find(({ materialId }) => materialId === materialRow.id);
  if (material) return material;
  const part = await tx.db
    .selectFrom('part')
    .select('name')
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', partId)
    .executeTakeFirstOrThrow();
  throw makeError(
    'materialNotPlanned',
    { name: materialRow.name, part: part.name, planned: planned.map(({ name }) => name).join(', ') || '—' },
    problems,
  );
}

/** A quantity of a planned material that is to be issued. */
interface MaterialToIssue {
  material: PlannedMaterial;
  quantity: number;
}

/** An issued quantity, and whether the issue exceeds the plan. */
type IssuedMaterial = MaterialToIssue & { beyondPlan: boolean };

/**
 * Issues materials to a part. The caller must have locked the part. A quantity beyond the plan is issued too, and its
 * issue is marked.
 * @param source the report that issues the materials, or a remark for an issue by hand
 */
export async function postMaterialIssues(
  tx: Transaction,
  partId: number,
  items: readonly MaterialToIssue[],
  { reportId = null, remark = null }: { reportId?: number | null; remark?: string | null },
): Promise<IssuedMaterial[]> {
  const issuedByMaterial = new Map<number, number>();
  const issues = items.map(({ material, quantity }): IssuedMaterial => {
    const issuedQuantity = issuedByMaterial.get(material.materialId) ?? material.issued;
    issuedByMaterial.set(material.materialId, addQuantities(issuedQuantity, quantity));
    return {
      material,
      quantity,
      beyondPlan: isBeyondPlan({ ...material, issued: issuedQuantity }, quantity),
    };
  });
  if (issues.length === 0) return issues;
  const rows = issues.map(({ material, quantity, beyondPlan }) => ({
    material_id: material.materialId,
    quantity,
    beyond_plan: beyondPlan,
  }));
  await sql`insert into material_issue (factory_id, part_id, material_id, quantity, price, beyond_plan, report_id, remark, by_name)
    select ${tx.factoryId}::bigint, ${partId}::bigint, n.material_id, n.quantity, m.standard_price, n.beyond_plan,
      ${reportId}::bigint, ${remark}::text, ${tx.name}::text
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (material_id bigint, quantity numeric, beyond_plan boolean)
    join material m on m.factory_id = ${tx.factoryId} and m.id = n.material_id`.execute(tx.db);
  tx.announce('progress', 'part', [partId]);
  return issues;
}

/**
 * The issues to reverse: the issues of a report, with the id of its reversal, or one issue by hand, with the reason.
 */
type IssuesToTakeBack = { ofReportId: number; reportId: number } | { issueId: number; remark: string };

/** Reverses issues by adding opposite issues. The caller must have locked the parts. */
export async function takeBackMaterialIssues(
  tx: Transaction,
  issuesToTakeBack: readonly IssuesToTakeBack[],
): Promise<void> {
  const { rows } = await sql<{ partId: number }>`
    insert into material_issue (factory_id, part_id, material_id, quantity, price, report_id, reverses_id, remark, by_name)
    select i.factory_id, i.part_id, i.material_id, -i.quantity, i.price, n."reportId", i.id, n.remark, ${tx.name}::text
    from jsonb_to_recordset(${JSON.stringify(issuesToTakeBack)}::jsonb)
      as n ("ofReportId" bigint, "reportId" bigint, "issueId" bigint, remark text)
    join material_issue i on i.factory_id = ${tx.factoryId} and (i.report_id = n."ofReportId" or i.id = n."issueId")
    where i.reverses_id is null
    returning part_id`.execute(tx.db);
  if (rows.length > 0) tx.announce('progress', 'part', [...new Set(rows.map(({ partId }) => partId))]);
}
