import { sql } from 'kysely';
import type { KanbanAnswer, ListedKanban } from '#shared/answers/boards/kanban.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { hasPermission, parseKanbanPermissionCode } from '#shared/kernel/permissions.ts';
import { mayReadSource } from '#shared/kernel/source-params.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../../db/database.ts';
import { makeKanbanSource } from '../../hooks/kanban-sources.ts';
import { customerKanban } from '../../reports/customer-kanban.ts';

/** Refuses a kanban that the user may not see. @throws rowNotFound */
export function refuseUnseenKanban(user: CurrentUser, kanbanId: number): void {
  if (!mayReadSource(user, customerKanban, makeKanbanSource(kanbanId).params)) throw makeError('rowNotFound');
}

/** Reads a kanban without its orders. @throws rowNotFound, also for a kanban that the user may not see */
export async function showKanban(db: Db, user: CurrentUser, kanbanId: number): Promise<KanbanAnswer> {
  refuseUnseenKanban(user, kanbanId);
  const { rows } =
    await sql<KanbanAnswer>`select k.id, coalesce(k.heading, k.name) as heading, k.note, k.layout, k.logo,
      c.short_name as customer_name, f.name as factory_name,
      coalesce((select json_agg(json_build_object('field', s.field, 'caption', s.caption) order by s.position)
        from customer_kanban_shown_fields s where s.factory_id = k.factory_id and s.owner_id = k.id), '[]') as fields
    from customer_kanban k
    join customer c on c.factory_id = k.factory_id and c.id = k.customer_id
    join factory f on f.id = k.factory_id
    where k.factory_id = ${user.factoryId} and k.id = ${kanbanId} and k.deleted_at is null`.execute(db);
  if (!rows[0]) throw makeError('rowNotFound');
  return rows[0];
}

/** Returns the ids of the kanbans that a user may see; null for all kanbans of the factory. */
function listPermittedIds(user: CurrentUser): number[] | null {
  if (user.sources) return user.sources.map(({ params }) => Number(params['kanbanId']));
  if (hasPermission(user, 'CUSTOMER_KANBAN_MANAGE')) return null;
  return user.permissions.flatMap((code) => parseKanbanPermissionCode(code) ?? []);
}

/** Lists the kanbans that a user may see, sorted by heading. */
export async function listKanbans(db: Db, user: CurrentUser): Promise<ListedKanban[]> {
  const ids = listPermittedIds(user);
  const { rows } = await sql<ListedKanban>`select id, coalesce(heading, name) as heading from customer_kanban
    where factory_id = ${user.factoryId} and deleted_at is null
      and (${ids}::bigint[] is null or id = any(${ids}::bigint[])) order by heading, id`.execute(db);
  return rows;
}
