import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** Sums the pieces that were reported at a process, good and bad, without reversed reports. */
export async function sumReportedPieces(db: Db, factoryId: number, processId: number): Promise<number> {
  const { rows } = await sql<{ pieceCount: number }>`
    select coalesce(sum(good + scrap + rework), 0) as piece_count from work_report
    where factory_id = ${factoryId} and process_id = ${processId} and reversed_at is null and reverses_id is null
      and kind in ('start', 'unfinished', 'finish')`.execute(db);
  return rows[0]!.pieceCount;
}
