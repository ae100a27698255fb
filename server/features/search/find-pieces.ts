import { sql } from 'kysely';
import { MAX_RESULTS_PER_ENTITY, type SearchHit } from '#shared/answers/search.ts';
import type { Db } from '../../db/database.ts';
import type { Viewer } from '../../hooks/hooks.ts';
import { getHooks } from '../../hooks/index.ts';

/**
 * Finds the parts that have a report with exactly this barcode. The part with the latest report comes
 * first. The results show the barcode as the code of the part. Reversed reports are left out.
 */
export async function findPartsOfPiece(db: Db, viewer: Viewer, barcode: string): Promise<SearchHit[]> {
  const scope = getHooks('part').scope?.(viewer) ?? null;
  const { rows } = await sql<{ id: number; name: string; orderId: number }>`
    select t.id, t.name, t.order_id, max(r.id) as last_report_id
    from work_report_barcodes b
    join work_report r on r.factory_id = b.factory_id and r.id = b.owner_id
    join process p on p.factory_id = r.factory_id and p.id = r.process_id
    join part t on t.factory_id = p.factory_id and t.id = p.part_id
    where b.factory_id = ${viewer.factoryId} and b.barcode = ${barcode.trim()}
      and r.reversed_at is null and r.reverses_id is null and t.deleted_at is null ${scope ? sql`and ${scope}` : sql``}
    group by t.id, t.name, t.order_id
    order by last_report_id desc limit ${MAX_RESULTS_PER_ENTITY}`.execute(db);
  return rows.map(({ id, name, orderId }) => ({
    entity: 'part',
    id,
    code: barcode.trim(),
    name,
    sounded: [],
    at: { orderId },
  }));
}
