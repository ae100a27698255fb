import { sql } from 'kysely';
import { type CalendarData, createWorkCalendar, type WorkCalendar } from '#shared/planning/work-calendar.ts';
import type { Db } from '../db/database.ts';

/** Reads which days are working days of a factory. Only its holidays matter, and not its shifts. */
export async function readWorkdays(db: Db, factoryId: number): Promise<WorkCalendar['isWorkday']> {
  const holidays = await sql<CalendarData['holidays'][number]>`
    select kind, weekday, date from holiday where factory_id = ${factoryId} and deleted_at is null order by id`.execute(
    db,
  );
  return createWorkCalendar({ shifts: [], rosters: [], holidays: holidays.rows }).isWorkday;
}
