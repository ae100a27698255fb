import { sql } from 'kysely';
import { LANGS } from '#shared/kernel/lang.ts';
import {
  buildKanbanPermissionCode,
  hasPermission,
  parseKanbanPermissionCode,
} from '#shared/kernel/permissions.ts';
import type { ReportPermission } from '#shared/kernel/report.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { translateTerm } from '#shared/terms/index.ts';
import type { Db } from '../db/database.ts';

/**
 * Lists the permissions for the customer kanbans of the factory, one for each kanban. Users who manage neither roles
 * nor kanbans see only the kanbans that they may open.
 */
export async function listKanbanPermissions(db: Db, user: CurrentUser): Promise<ReportPermission[]> {
  const maySeeAll = hasPermission(user, ['SYSTEM_BASIC_ROLE', 'CUSTOMER_KANBAN_MANAGE']);
  const permittedIds = user.permissions.flatMap((code) => parseKanbanPermissionCode(code) ?? []);
  const { rows } = await sql<{ id: number; name: string }>`select id, name from customer_kanban
    where factory_id = ${user.factoryId} and deleted_at is null
      and (${maySeeAll} or id = any(${permittedIds}::bigint[])) order by name`.execute(db);
  return rows.map(({ id, name }) => {
    const [zh_CN, en_US, zh_TW, ja_JP] = LANGS.map((lang) =>
      translateTerm(lang, 'kanbanPermission', { name }),
    );
    return { code: buildKanbanPermissionCode(id), title: [zh_CN!, en_US!, zh_TW!, ja_JP!] };
  });
}
