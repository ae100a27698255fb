import { sql } from 'kysely';
import type { Work } from '../db/work.ts';

/** A piece of work: who did it where, and since when. */
interface Piece {
  people: readonly { employeeId: number }[];
  deviceId: number | null;
  startedAt: string;
}

/**
 * How much of a piece of work are breaks of the shift that it belongs to: that of the first of its people, of its
 * device where nobody is named. Without a shift nothing is cut.
 */
export async function breakSeconds(work: Work, report: Piece, endedAt: string): Promise<number> {
  const found = await sql<{ seconds: number }>`
    select break_seconds(f.id, f.zone, ${report.people[0]?.employeeId ?? null}::bigint, ${report.deviceId}::bigint,
      ${report.startedAt}::timestamptz, ${endedAt}::timestamptz) as seconds
    from factory f where f.id = ${work.factoryId}`.execute(work.db);
  return found.rows[0]?.seconds ?? 0;
}
