import { sql, type RawBuilder } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { RecallOrigin, TracedSubject } from '#shared/quality/recall.ts';
import { parseBarcode } from '#shared/rules/barcode.ts';
import type { Db } from '../../db/database.ts';
import { NAMED_PROCESS_TABLES } from '../../ledger/named-process-sql.ts';
import type { TracedPieces } from './reached-parts-sql.ts';

/** For each origin, the SQL that selects its code and name. The WHERE clause is added later. */
const SUBJECT_SQL: Readonly<Record<Exclude<RecallOrigin, 'card'>, RawBuilder<unknown>>> = {
  part: sql`select concat_ws(' · ', o.code, s.code) as code, s.name from part s
    join work_order o on o.factory_id = s.factory_id and o.id = s.order_id`,
  process: sql`select concat_ws(' · ', o.code, t.code) as code, coalesce(p.name, c.name) as name
    from process s join process p on p.factory_id = s.factory_id and p.id = s.id ${NAMED_PROCESS_TABLES}`,
  device: sql`select s.code, s.name from device s`,
  employee: sql`select s.code, s.name from employee s`,
  material: sql`select s.code, s.name from material s`,
};

/**
 * Reads the code and the name of the origin of a recall.
 * @throws rowNotFound if the factory has no row with this id
 */
export async function readSubject(
  db: Db,
  factoryId: number,
  { origin, id }: { origin: Exclude<RecallOrigin, 'card'>; id: number },
): Promise<TracedSubject> {
  const { rows } = await sql<TracedSubject>`${SUBJECT_SQL[origin]}
    where s.factory_id = ${factoryId} and s.id = ${id}`.execute(db);
  if (!rows[0]) throw makeError('rowNotFound', {}, { [`${origin}Id`]: { reason: 'notAReference' } });
  return rows[0];
}

/**
 * Finds the pieces that a person has scanned or typed: those of a card, or the piece with a barcode.
 * @throws rowNotFound if there is neither a card with this code nor a piece with this barcode
 */
export async function findPieces(
  db: Db,
  { factoryId, factoryCode }: Pick<CurrentUser, 'factoryId' | 'factoryCode'>,
  text: string,
): Promise<{ pieces: TracedPieces; subject: TracedSubject }> {
  const barcode = parseBarcode(text, factoryCode);
  const code = 'code' in barcode && (barcode.type ?? 'CARD') === 'CARD' ? barcode.code : text.trim();
  const { rows } = await sql<TracedSubject & TracedPieces>`
    select c.id as card_id, null as barcode, c.code, t.name, case when c.deleted_at is null then 0 else 1 end as rank
      from card c join part t on t.factory_id = c.factory_id and t.id = c.part_id
      where c.factory_id = ${factoryId} and c.code = any(${[code, code.toUpperCase()]}::text[])
    union all
    select null, b.barcode, b.barcode, t.name, 2 from work_report_barcodes b
      join work_report r on r.factory_id = b.factory_id and r.id = b.owner_id and r.reversed_at is null
      join process p on p.factory_id = r.factory_id and p.id = r.process_id
      join part t on t.factory_id = p.factory_id and t.id = p.part_id
      where b.factory_id = ${factoryId} and b.barcode = ${text.trim()}
    order by rank limit 1`.execute(db);
  const foundPieces = rows[0];
  if (!foundPieces) throw makeError('rowNotFound', {}, { code: { reason: 'notAReference' } });
  const { cardId, barcode: pieceBarcode, code: foundCode, name } = foundPieces;
  return { pieces: { cardId, barcode: pieceBarcode }, subject: { code: foundCode, name } };
}
