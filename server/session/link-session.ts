import { sql } from 'kysely';
import type { Lang } from '#shared/kernel/lang.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../db/database.ts';
import { makeKanbanSource } from '../hooks/kanban-sources.ts';

/**
 * The time without a call after which the session of a visitor of a link ends, in minutes. The page then
 * opens the link again.
 */
export const LINK_SESSION_MINUTES = 12 * 60;
/** The minimum interval between two updates of the last-seen time of a session, in seconds. */
const LAST_SEEN_INTERVAL_SECONDS = 60;

interface LinkSessionRow {
  accountId: number;
  factoryId: number;
  factoryCode: string;
  factoryName: string;
  zone: string;
  id: number;
  kanbanId: number;
  recipient: string;
  language: Lang | null;
  isStale: boolean;
}

/**
 * The condition that a link `k` of the factory `f` is valid today: neither revoked nor expired, and its kanban `b` is
 * not deleted.
 */
export const VALID_LINK_CONDITION = sql`k.revoked_at is null and k.deleted_at is null and b.deleted_at is null
  and k.valid_until >= (now() at time zone f.zone)::date`;

/**
 * Loads the open session of a visitor of a link. The session holds no permission of a role: a visitor may watch the
 * kanban of the link, and nothing else. The session extends itself while the visitor calls, and ends with the validity
 * of the link.
 * @param hash the hash of the session token
 */
export async function loadLinkSession(db: Db, hash: string): Promise<CurrentUser | null> {
  const { rows } =
    await sql<LinkSessionRow>`select a.id as account_id, f.id as factory_id, f.code as factory_code,
      f.name as factory_name, f.zone, k.id, k.kanban_id, k.recipient, k.language,
      s.seen_at < now() - make_interval(secs => ${LAST_SEEN_INTERVAL_SECONDS}) as is_stale
    from session s
    join account a on a.factory_id = s.factory_id and a.id = s.account_id and a.disabled_at is null
    join kanban_link k on k.factory_id = a.factory_id and k.id = a.kanban_link_id
    join customer_kanban b on b.factory_id = k.factory_id and b.id = k.kanban_id
    join factory f on f.id = s.factory_id
    where s.token_hash = ${hash} and s.revoked_at is null and s.expires_at > now() and ${VALID_LINK_CONDITION}`.execute(
      db,
    );
  const row = rows[0];
  if (!row) return null;
  if (row.isStale)
    await sql`update session set seen_at = now(), expires_at = now() + make_interval(mins => ${LINK_SESSION_MINUTES})
      where token_hash = ${hash} and revoked_at is null`.execute(db);
  const { accountId, factoryId, factoryCode, factoryName, zone, id, kanbanId, recipient, language } = row;
  return {
    accountId,
    kind: 'link',
    employeeId: null,
    factoryId,
    factoryCode,
    factoryName,
    zone,
    code: '',
    name: recipient,
    customerId: null,
    supplierId: null,
    homeFactoryId: null,
    language,
    permissions: [],
    mustChangePassword: false,
    workGroupId: null,
    terminal: null,
    link: { id, kanbanId },
    sources: [makeKanbanSource(kanbanId)],
  };
}
