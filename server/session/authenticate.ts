import { sql } from 'kysely';
import { TERMINAL_PERMISSION_CODES, OUTSIDE_USER_PERMISSION_CODES } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../db/database.ts';
import { loadKanbanSourcesOfCustomer } from '../hooks/kanban-sources.ts';
import { ACCOUNT_HOLDER_JOINS } from '../hooks/account-holders.ts';
import { hashToken } from '../db/token-hash.ts';
import { loadLinkSession } from './link-session.ts';
import { loadScreenSession } from './screen-session.ts';
import { PERMISSION_APPLIES_CONDITION } from './permission-counts-here.ts';

/**
 * The time without a call after which a session ends, in hours. It does not apply to remembered sessions and
 * to sessions at terminals.
 */
export const SESSION_IDLE_HOURS = 12;
/**
 * The maximum age in days of a session of a person outside of terminals. A remembered session lasts this long even
 * without calls.
 */
export const MAX_SESSION_DAYS = 30;
/** The time without a call after which a terminal's own session ends, in days. */
export const TERMINAL_SESSION_IDLE_DAYS = 60;
/** The minimum interval between two updates of the last-seen time of a session, in seconds. */
const LAST_SEEN_INTERVAL_SECONDS = 60;

/** The stored answer to an earlier call with the same request id. */
export interface EarlierAnswer {
  accountId: number;
  path: string;
  inputHash: string;
  answer: unknown;
}

interface SessionRow extends Omit<CurrentUser, 'mustChangePassword'> {
  loginHash: string | null;
  mustChange: boolean;
  isStale: boolean;
  earlier: EarlierAnswer | null;
}

const buildEarlierAnswerColumn = (requestId: string | null) => sql`
  (select jsonb_build_object('accountId', o.account_id, 'path', o.path, 'inputHash', o.input_hash, 'answer', o.answer)
    from request_once o where o.factory_id = s.factory_id and o.request_id = ${requestId}::uuid) as earlier`;

const TERMINAL_COLUMN = sql`case when t.id is not null
  then jsonb_build_object('id', t.id, 'name', t.name, 'keepMinutes', t.keep_minutes) end as terminal`;
const LAST_SEEN_AND_LOGIN_COLUMNS = sql`s.seen_at < now() - make_interval(secs => ${LAST_SEEN_INTERVAL_SECONDS}) as is_stale, s.login_hash`;
const OPEN_SESSION_CONDITION = sql`s.revoked_at is null and s.expires_at > now() and a.disabled_at is null
  and (a.employee_id is null or (e.deleted_at is null and e.working_status <> 'quit'))
  and (coalesce(a.terminal_id, s.terminal_id) is null or t.deleted_at is null)`;

/**
 * Loads an open session of an employee or a terminal, unless the user entered from another factory. Most sessions are
 * of this kind, so this statement is tried first and joins few tables.
 */
const loadHomeSession = (db: Db, tokenHash: string, requestId: string | null) =>
  sql<SessionRow>`select a.id as account_id, a.kind, a.employee_id, f.id as factory_id, f.code as factory_code,
      f.name as factory_name, f.zone, a.code, coalesce(e.name, t.name, a.code) as name,
      null::bigint as customer_id, null::bigint as supplier_id, null::bigint as home_factory_id, a.language,
      a.must_change and s.terminal_id is null as must_change,
      coalesce(e.work_group_id, t.work_group_id) as work_group_id, ${TERMINAL_COLUMN}, ${LAST_SEEN_AND_LOGIN_COLUMNS},
      array_to_json(array(
        select distinct p.permission from employee_role_ids h
        join role r on r.factory_id = h.factory_id and r.id = h.target_id and r.deleted_at is null
        join role_permissions p on p.factory_id = h.factory_id and p.owner_id = h.target_id
        where h.factory_id = a.factory_id and h.owner_id = a.employee_id
          and (s.terminal_id is null or p.permission = any(${TERMINAL_PERMISSION_CODES}::text[])) and ${PERMISSION_APPLIES_CONDITION} order by 1
      )) as permissions, ${buildEarlierAnswerColumn(requestId)}
    from session s
    join account a on a.factory_id = s.factory_id and a.id = s.account_id
    join factory f on f.id = s.factory_id
    left join employee e on e.factory_id = a.factory_id and e.id = a.employee_id
    left join terminal t on t.factory_id = a.factory_id and t.id = coalesce(a.terminal_id, s.terminal_id)
    where s.token_hash = ${tokenHash} and s.login_hash is null
      and (a.employee_id is not null or a.terminal_id is not null) and ${OPEN_SESSION_CONDITION}`.execute(db);

/**
 * Loads an open session that `loadHomeSession` does not find: the session of a customer or a supplier, or of a user
 * who entered from another factory.
 */
const loadOutsideOrGuestSession = (db: Db, tokenHash: string, requestId: string | null) =>
  sql<SessionRow>`select a.id as account_id, a.kind, a.employee_id, f.id as factory_id, f.code as factory_code, f.name as factory_name,
      f.zone, a.code, coalesce(e.name, u.name, v.name, g.name, c.short_name, t.name, a.code) as name,
      a.customer_id, a.supplier_id, a.home_factory_id, coalesce(a.language, u.language, v.language) as language,
      coalesce(h.must_change, a.must_change) and s.terminal_id is null as must_change,
      coalesce(e.work_group_id, t.work_group_id) as work_group_id,
      ${TERMINAL_COLUMN}, ${LAST_SEEN_AND_LOGIN_COLUMNS},
      array_to_json(array(
        select distinct p.permission from account_role o
        join role r on r.factory_id = o.factory_id and r.id = o.role_id and r.deleted_at is null
        join role_permissions p on p.factory_id = r.factory_id and p.owner_id = r.id
        where o.factory_id = a.factory_id and o.account_id = a.id
          and (s.terminal_id is null or p.permission = any(${TERMINAL_PERMISSION_CODES}::text[])) and ${PERMISSION_APPLIES_CONDITION}
          and (a.kind not in ('customer', 'supplier') or p.permission = any(${OUTSIDE_USER_PERMISSION_CODES}::text[])) order by 1
      )) as permissions, ${buildEarlierAnswerColumn(requestId)}
    from session s
    join account a on a.factory_id = s.factory_id and a.id = s.account_id
    join factory f on f.id = s.factory_id
    ${ACCOUNT_HOLDER_JOINS}
    left join guest g on g.factory_id = a.factory_id and g.id = a.guest_id
    left join account h on h.factory_id = a.home_factory_id and h.id = a.home_account_id
    left join employee m on m.factory_id = h.factory_id and m.id = h.employee_id
    left join session l on l.token_hash = s.login_hash
    left join terminal t on t.factory_id = a.factory_id and t.id = coalesce(a.terminal_id, s.terminal_id)
    where s.token_hash = ${tokenHash} and a.kind not in ('screen', 'link') and ${OPEN_SESSION_CONDITION}
      and (a.customer_id is null or c.deleted_at is null)
      and (a.customer_user_id is null or (u.deleted_at is null and u.enabled))
      and (a.supplier_id is null or p.deleted_at is null)
      and (a.supplier_user_id is null or (v.deleted_at is null and v.enabled))
      and (a.guest_id is null or (g.deleted_at is null and g.enabled
        and h.disabled_at is null and m.deleted_at is null and m.working_status <> 'quit'))
      and (s.login_hash is null or (l.revoked_at is null and l.expires_at > now()))`.execute(db);

/**
 * Loads the user of a session token, and the stored answer of a request id. At most once a minute it also records
 * that the session is in use. This extends the session, except a remembered session outside of terminals.
 * @returns null if there is no such session or it has ended, if the account, user, company or terminal is disabled
 * or deleted, or if the employee has left
 */
export async function authenticate(
  db: Db,
  token: string,
  requestId: string | null = null,
): Promise<{ user: CurrentUser; earlier: EarlierAnswer | null } | null> {
  const tokenHash = hashToken(token);
  const row =
    (await loadHomeSession(db, tokenHash, requestId)).rows[0] ??
    (await loadOutsideOrGuestSession(db, tokenHash, requestId)).rows[0];
  if (!row) {
    const user = (await loadScreenSession(db, tokenHash)) ?? (await loadLinkSession(db, tokenHash));
    return user && { user, earlier: null };
  }
  if (row.isStale) {
    await sql`update session set seen_at = now(), expires_at = case
        when ${row.kind === 'terminal'} then now() + make_interval(days => ${TERMINAL_SESSION_IDLE_DAYS})
        when terminal_id is not null then now() + make_interval(mins => ${row.terminal?.keepMinutes ?? 0})
        when remembered then expires_at
        else least(created_at + make_interval(days => ${MAX_SESSION_DAYS}), now() + make_interval(hours => ${SESSION_IDLE_HOURS})) end
      where token_hash in (${tokenHash}, ${row.loginHash}) and revoked_at is null`.execute(db);
  }
  const { mustChange, isStale: _isStale, loginHash: _login, earlier, ...userFields } = row;
  const user: CurrentUser = { ...userFields, mustChangePassword: mustChange };
  if (user.kind === 'customer') user.sources = await loadKanbanSourcesOfCustomer(db, user);
  return { user, earlier };
}
