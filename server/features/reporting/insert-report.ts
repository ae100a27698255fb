import type { Insertable } from 'kysely';
import type { Tables } from '../../db/database.ts';
import type { Work } from '../../db/work.ts';
import type { Share } from './people.ts';

type Said = Omit<Insertable<Tables['workReport']>, 'factoryId' | 'createdBy' | 'updatedBy'>;

/**
 * Writes a report of the floor, with its people.
 * @param seconds how long each of them was at it; null while it is open
 * @returns its id
 */
export async function insertReport(
  { db, factoryId, name }: Work,
  said: Said,
  shares: readonly Share[] = [],
  seconds: number | null = null,
): Promise<number> {
  const { id: ownerId } = await db
    .insertInto('workReport')
    .values({ factoryId, createdBy: name, updatedBy: name, ...said })
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
