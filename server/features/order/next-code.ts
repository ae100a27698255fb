import { sql } from 'kysely';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../../db/database.ts';

/**
 * The components of the proposed code if there is no order, or if the code of the latest order has no number.
 */
const DEFAULT_ORDER_CODE_COMPONENTS = { prefix: 'W-', number: 1, width: 4, suffix: '' };

/** The SQL expression for the code of a candidate row `c`. Its number has at least `width` digits. */
const CANDIDATE_CODE_SQL = sql`c.prefix || lpad(c.number::text, greatest(c.width, length(c.number::text)), '0') || c.suffix`;

/**
 * Proposes the code of the next order. It increments the last number in the code of the latest
 * order, keeps its digits (WO-0099 → WO-0100), and skips the codes of other orders.
 */
export async function proposeOrderCode(db: Db, { factoryId }: CurrentUser): Promise<{ code: string }> {
  const { rows } = await sql<{ code: string }>`
    with recursive latest as (
      select regexp_match(code, '^(.*?)([0-9]{1,15})([^0-9]*)$') as parts
      from work_order where factory_id = ${factoryId} and deleted_at is null
      order by id desc limit 1
    ), candidate as (
      (select parts[1] as prefix, parts[2]::bigint + 1 as number, length(parts[2]) as width, parts[3] as suffix
        from latest where parts is not null
      union all
      select ${DEFAULT_ORDER_CODE_COMPONENTS.prefix}::text, ${DEFAULT_ORDER_CODE_COMPONENTS.number}::bigint, ${DEFAULT_ORDER_CODE_COMPONENTS.width}::int, ${DEFAULT_ORDER_CODE_COMPONENTS.suffix}::text
        where not exists (select from latest where parts is not null))
      union all
      select c.prefix, c.number + 1, c.width, c.suffix from candidate c
      where exists (select from work_order o
        where o.factory_id = ${factoryId} and o.code = ${CANDIDATE_CODE_SQL} and o.deleted_at is null)
    )
    select ${CANDIDATE_CODE_SQL} as code from candidate c order by c.number desc limit 1`.execute(db);
  return rows[0]!;
}
