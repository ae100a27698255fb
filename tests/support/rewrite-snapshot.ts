import { sql } from 'kysely';
import type { Connection } from '#server/db/connect.ts';

/**
 * Changes a closed report in the database, and writes the snapshot of the changed report. A report without an end has
 * no snapshot. No endpoint of the product changes a closed report.
 * @param changes the new values of columns, as the list of an SQL `update`
 */
export const changeClosedReport = (
  { db }: Connection,
  factoryId: number,
  reportId: number,
  changes: ReturnType<typeof sql>,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = 'replica'`.execute(transaction);
    for (const table of ['work_report_person_snapshot', 'work_report_snapshot'])
      await sql`delete from ${sql.table(table)} where factory_id = ${factoryId} and report_id = ${reportId}`.execute(
        transaction,
      );
    await sql`update work_report set ${changes} where factory_id = ${factoryId} and id = ${reportId}`.execute(
      transaction,
    );
    await sql`update work_report_people w set seconds = r.seconds from work_report r
      where r.factory_id = ${factoryId} and r.id = ${reportId} and w.factory_id = r.factory_id and w.owner_id = r.id`.execute(
      transaction,
    );
    await sql`select write_report_snapshots(factory_id, array[id]) from work_report
      where factory_id = ${factoryId} and id = ${reportId} and ended_at is not null`.execute(transaction);
  });
