import { sql } from 'kysely';
import {
  compareHolidays,
  type HolidayChanges,
  type OfficialDay,
  type DatedHoliday,
} from '#shared/rules/holiday-import.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { entities } from '#shared/entities/index.ts';
import { saveRecords } from '../../crud/save.ts';
import type { Db } from '../../db/database.ts';
import { waitForLock } from '../../db/lock.ts';
import type { Transaction } from '../../db/transaction.ts';

type VersionedHoliday = DatedHoliday & { version: number };

async function readStoredHolidays(
  db: Db,
  factoryId: number,
  days: readonly OfficialDay[],
): Promise<VersionedHoliday[]> {
  if (days.length === 0) return [];
  const { rows } = await sql<VersionedHoliday>`select id, version, date, kind, name from holiday
    where factory_id = ${factoryId} and deleted_at is null and date = any(${days.map((day) => day.date)}::date[])
    order by date`.execute(db);
  return rows;
}

/** Compares the days of an official calendar with the stored holidays. */
export const compareOfficialDays = async (
  db: Db,
  factoryId: number,
  days: readonly OfficialDay[],
): Promise<HolidayChanges> => compareHolidays(days, await readStoredHolidays(db, factoryId, days));

/**
 * Saves the days of an official calendar, all or none. Days that are already correct stay
 * unchanged.
 */
export async function importHolidays(
  tx: Transaction,
  user: CurrentUser,
  days: readonly OfficialDay[],
): Promise<{ added: number; changed: number; same: number }> {
  await waitForLock(tx, 'twins', 'holiday');
  const storedHolidays = await readStoredHolidays(tx.db, tx.factoryId, days);
  const versionById = new Map(storedHolidays.map((day) => [day.id, day.version]));
  const { add: addedDays, change: changedDays, same: unchangedCount } = compareHolidays(days, storedHolidays);
  const changes = [
    ...addedDays.map((day) => ({ id: null, version: null, givenValues: { ...day } })),
    ...changedDays.map(({ from, to }) => ({
      id: from.id,
      version: versionById.get(from.id)!,
      givenValues: { ...to },
    })),
  ];
  if (changes.length > 0) await saveRecords(tx, entities.holiday as EntityDeclaration, user, changes);
  return { added: addedDays.length, changed: changedDays.length, same: unchangedCount };
}
