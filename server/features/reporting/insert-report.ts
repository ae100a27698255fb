import { sql, type Insertable } from 'kysely';
import type { DatabaseTables } from '../../db/database.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { PersonShare } from './people.ts';

type ReportValues = Omit<Insertable<DatabaseTables['workReport']>, 'factoryId' | 'createdBy' | 'updatedBy'>;

/**
 * Inserts a report with its people.
 * @param seconds how long each person worked; null while the report is open
 * @returns the report's id
 */
export async function insertReport(
  { db, factoryId, name }: Transaction,
  values: ReportValues,
  shares: readonly PersonShare[] = [],
  seconds: number | null = null,
): Promise<number> {
  const { id: reportId } = await db
    .insertInto('workReport')
    .values({ factoryId, createdBy: name, updatedBy: name, ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (shares.length > 0) {
    const people = shares.map((share, position) => ({
      position,
      employee_id: share.employeeId,
      ratio: share.ratio,
    }));
    await sql`/* deferred */ insert into work_report_people (factory_id, owner_id, position, employee_id, ratio, seconds)
      select ${factoryId}::bigint, ${reportId}::bigint, position, employee_id, ratio, ${seconds}::integer
      from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p (position integer, employee_id bigint, ratio numeric)`.execute(
      db,
    );
  }
  return reportId;
}
