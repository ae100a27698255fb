import { sql } from 'kysely';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../../db/database.ts';
import { tokenHash } from '../../live/token-hash.ts';

/** How long a session lives without a call, and at most; a remembered one lives that long from the start. */
export const IDLE_HOURS = 12;
export const LONGEST_DAYS = 30;
/** How often a session's last call is written down, in seconds. */
const SEEN_SECONDS = 60;

/** The first answer of a request id, as it was kept. */
export interface Earlier {
  accountId: number;
  path: string;
  inputHash: string;
  answer: unknown;
}

interface Row extends Omit<CurrentUser, 'mustChangePassword'> {
  mustChange: boolean;
  stale: boolean;
  earlier: Earlier | null;
}

/**
 * The person whose session a token is, and what a request id was answered before, in one statement.
 * null where the session ended, the account is closed or the person has left.
 */
export async function recognise(
  db: Db,
  token: string,
  requestId: string | null = null,
): Promise<{ user: CurrentUser; earlier: Earlier | null } | null> {
  const hash = tokenHash(token);
  const found = await sql<Row>`
    select a.id as account_id, a.kind, a.employee_id, f.id as factory_id, f.code as factory_code, f.name as factory_name,
      f.zone, a.code, coalesce(e.name, c.short_name, a.code) as name, a.must_change,
      s.seen_at < now() - make_interval(secs => ${SEEN_SECONDS}) as stale,
      array(
        select distinct p.permission from employee_role_ids h
        join role r on r.factory_id = h.factory_id and r.id = h.target_id and r.deleted_at is null
        join role_permissions p on p.factory_id = h.factory_id and p.owner_id = h.target_id
        where h.factory_id = a.factory_id and h.owner_id = a.employee_id order by 1
      ) as permissions,
      (select jsonb_build_object('accountId', o.account_id, 'path', o.path, 'inputHash', o.input_hash, 'answer', o.answer)
        from request_once o where o.factory_id = s.factory_id and o.request_id = ${requestId}::uuid) as earlier
    from session s
    join account a on a.factory_id = s.factory_id and a.id = s.account_id
    join factory f on f.id = s.factory_id
    left join employee e on e.factory_id = a.factory_id and e.id = a.employee_id
    left join customer c on c.factory_id = a.factory_id and c.id = a.customer_id
    where s.token_hash = ${hash} and s.revoked_at is null and s.expires_at > now() and a.disabled_at is null
      and (a.employee_id is null or (e.deleted_at is null and e.working_status <> 'quit'))
      and (a.customer_id is null or c.deleted_at is null)`.execute(db);
  const row = found.rows[0];
  if (!row) return null;
  if (row.stale) {
    await sql`update session set seen_at = now(), expires_at = case when remembered then expires_at
        else least(created_at + make_interval(days => ${LONGEST_DAYS}), now() + make_interval(hours => ${IDLE_HOURS})) end
      where token_hash = ${hash} and revoked_at is null`.execute(db);
  }
  const { mustChange, stale: _stale, earlier, ...user } = row;
  return { user: { ...user, mustChangePassword: mustChange }, earlier };
}
