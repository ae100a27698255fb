import { sql } from 'kysely';
import { HOLD_SOURCES, type HoldSource } from '#shared/ledger/quality.ts';
import { subtractQuantities } from '#shared/ledger/quantity.ts';
import type { Db } from '../../db/database.ts';
import type { StoredReport } from '../../ledger/close-reports.ts';

export type ReportedQuantities = Pick<StoredReport, 'id' | 'good' | 'scrap' | 'rework' | 'isRework'>;

/** Counts the pieces that a report moved into each bucket. The bad pieces of a rework report are machinable again. */
const countMovedPieces = ({
  good,
  scrap,
  rework,
  isRework,
}: ReportedQuantities): Record<HoldSource, number> => ({
  good,
  scrap,
  reworkOpen: isRework ? 0 : rework,
  machinable: isRework ? rework : 0,
  concession: 0,
  hold: 0,
});

/** Counts the pieces that a report moved into each bucket and that no exception has taken from this report. */
export async function countReportedPieces(
  db: Db,
  factoryId: number,
  report: ReportedQuantities,
): Promise<Record<HoldSource, number>> {
  const { rows } = await sql<{ source: HoldSource; held: number }>`
    select source, sum(quantity) as held from quality_exception
    where factory_id = ${factoryId} and report_id = ${report.id} and state <> 'cancelled' and deleted_at is null
    group by source`.execute(db);
  const heldBySource = new Map(rows.map(({ source, held }) => [source, held]));
  const movedPieces = countMovedPieces(report);
  return Object.fromEntries(
    HOLD_SOURCES.map((source) => [
      source,
      Math.max(0, subtractQuantities(movedPieces[source], heldBySource.get(source) ?? 0)),
    ]),
  ) as Record<HoldSource, number>;
}
