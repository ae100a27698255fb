import type { Insertable } from 'kysely';
import type { DatabaseTables } from '../../db/database.ts';
import type { Work } from '../../db/work.ts';
import type { PersonShare } from './people.ts';

type ReportValues = Omit<Insertable<DatabaseTables['workReport']>, 'factoryId' | 'createdBy' | 'updatedBy'>;

/**
 * Inserts a report with its people.
 * @param seconds how long each person worked; null while the report is open
 * @returns the report's id
 */
export async function insertReport(
  { db, factoryId, name }: Work,
  values: ReportValues,
  shares: readonly PersonShare[] = [],
  seconds: number | null = null,
): Promise<number> {
  const { id: ownerId } = await db
    .insertInto('workReport')
    .values({ factoryId, createdBy: name, updatedBy: name, ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (shares.length > 0) {
    await db
      .insertInto('workReportPeople')
      .values(shares.map((share, position) => ({ factoryId, ownerId, position, ...share, seconds })))
      .execute();
  }
  return ownerId;
}
