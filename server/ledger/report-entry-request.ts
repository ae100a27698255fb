import { sql, type RawBuilder } from 'kysely';
import { REPORT_WAY_RULES, REPORT_WAYS, type ReportEntryKind } from '#shared/entities/report-ways.ts';
import type { ProductionParameter, ReportEntryRequest } from '#shared/reporting/report-entries.ts';
import type { Db } from '../db/database.ts';
import { buildPlannedMaterialsSql } from './material-issues.ts';

const PARAMETERS_OF_CRAFT_SQL = sql<ProductionParameter[]>`coalesce((
  select json_agg(json_build_object('code', m.code, 'name', m.name, 'unit', m.unit, 'lowerLimit', m.lower_limit,
      'upperLimit', m.upper_limit, 'required', m.required, 'decimals', m.decimals) order by m.position)
  from craft_production_parameters m where m.factory_id = c.factory_id and m.owner_id = c.id), '[]'::json)`;

/**
 * The SQL expressions of the requested entries, by kind of entry. The query must use the aliases `c` (craft) and `t`
 * (part).
 */
const REQUEST_SQL_BY_KIND: Readonly<Record<ReportEntryKind, RawBuilder<unknown>>> = {
  parameters: sql`json_build_object('kind', 'parameters', 'parameters', ${PARAMETERS_OF_CRAFT_SQL})`,
  barcodes: sql`json_build_object('kind', 'barcodes', 'pattern', c.barcode_content, 'required', c.barcode_required)`,
  materials: sql`json_build_object('kind', 'materials', 'materials', ${buildPlannedMaterialsSql()})`,
};

/**
 * The SQL expression of the `ReportEntryRequest` of a process: the entries that a person makes when work ends. It is
 * null if there are none. The query must use the aliases `c` (craft) and `t` (part).
 */
export const REPORT_ENTRY_REQUEST_SQL: RawBuilder<ReportEntryRequest | null> = sql`case c.report_way ${sql.join(
  REPORT_WAYS.flatMap((way) => {
    const { entryKind } = REPORT_WAY_RULES[way];
    return entryKind ? [sql`when ${sql.lit(way)} then ${REQUEST_SQL_BY_KIND[entryKind]}`] : [];
  }),
  sql` `,
)} end`;

/** Loads the entries that a person makes when work on a process ends; null if the craft requests none. */
export async function loadReportEntryRequest(
  db: Db,
  factoryId: number,
  processId: number,
): Promise<ReportEntryRequest | null> {
  const { rows } = await sql<{
    request: ReportEntryRequest | null;
  }>`select ${REPORT_ENTRY_REQUEST_SQL} as request
    from process p
    join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
    join part t on t.factory_id = p.factory_id and t.id = p.part_id
    where p.factory_id = ${factoryId} and p.id = ${processId}`.execute(db);
  return rows[0]?.request ?? null;
}
