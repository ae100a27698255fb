import { sql } from 'kysely';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../../db/database.ts';

/** The prefix of proposed codes, and the minimum number of digits after it. */
const CODE_PREFIX = 'OS-';
const MIN_CODE_DIGITS = 4;

/** Proposes the code of the next outsourcing order: the prefix with the next free number. */
export async function proposeOutsourcingCode(db: Db, { factoryId }: CurrentUser): Promise<{ code: string }> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(substr(code, ${CODE_PREFIX.length + 1})::bigint), 0) + 1 as next
    from outsourcing_order
    where factory_id = ${factoryId} and deleted_at is null and code ~ ${`^${CODE_PREFIX}[0-9]{1,9}$`}`.execute(
    db,
  );
  return { code: `${CODE_PREFIX}${String(rows[0]!.next).padStart(MIN_CODE_DIGITS, '0')}` };
}
