import { sql } from 'kysely';
import {
  compareHolidays,
  type HolidayChanges,
  type OfficialDay,
  type StoredDay,
} from '#shared/rules/holiday-import.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { entities } from '#shared/entities/index.ts';
import { saveAll } from '../../crud/save.ts';
import type { Db } from '../../db/database.ts';
import { lockName } from '../../db/lock.ts';
import type { Work } from '../../db/work.ts';

type Kept = StoredDay & { version: number };

async function standing(db: Db, factoryId: number, days: readonly OfficialDay[]): Promise<Kept[]> {
  if (days.length === 0) return [];
  const { rows } = await sql<Kept>`select id, version, date, kind, name from holiday
    where factory_id = ${factoryId} and deleted_at is null and date = any(${days.map((day) => day.date)}::date[])
    order by date`.execute(db);
  return rows;
}

/** What writing the days of an official calendar would change. */
export const compareOfficial = async (
  db: Db,
  factoryId: number,
  days: readonly OfficialDay[],
): Promise<HolidayChanges> => compareHolidays(days, await standing(db, factoryId, days));

/** Writes the days of an official calendar, all or none; what stands already as it should stays untouched. */
export async function importHolidays(
  work: Work,
  user: CurrentUser,
  days: readonly OfficialDay[],
): Promise<{ added: number; changed: number; same: number }> {
  await lockName(work, 'twins', 'holiday');
  const there = await standing(work.db, work.factoryId, days);
  const versions = new Map(there.map((day) => [day.id, day.version]));
  const { add, change, same } = compareHolidays(days, there);
  const intents = [
    ...add.map((day) => ({ id: null, version: null, given: { ...day } })),
    ...change.map(({ from, to }) => ({ id: from.id, version: versions.get(from.id)!, given: { ...to } })),
  ];
  if (intents.length > 0) await saveAll(work, entities.holiday as EntityDeclaration, user, intents);
  return { added: add.length, changed: change.length, same };
}
