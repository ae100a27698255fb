import { sql, type RawBuilder } from 'kysely';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { hasPermission, getReadPermission } from '#shared/kernel/permissions.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { entityNames, getEntity } from '#shared/entities/index.ts';
import type { DeletedRow } from '#shared/answers/recovery.ts';
import { isDeletable, listOwnerReferences } from '../../crud/owner-references.ts';
import { buildDisplayName } from '../../crud/select.ts';
import type { Db } from '../../db/database.ts';
import { makeContainsPattern } from '../../db/like-pattern.ts';
import { toSnakeCase } from '../../db/names.ts';
import type { Viewer } from '../../hooks/hooks.ts';
import { getHooks } from '../../hooks/index.ts';

/** The filters and the page of the list of deleted rows. */
interface DeletedRowsQuery {
  entity: string | null;
  search: string | null;
  /** The first and the last day of deletion, in the time zone of the factory. */
  from: string | null;
  until: string | null;
  offset: number;
  limit: number;
}

/**
 * Lists the entities whose deleted rows the user may see.
 * @param entityName limits the list to one entity; null for all
 * @throws fieldsInvalid if the user may not see the deleted rows of the named entity
 */
function listVisibleEntities(viewer: Viewer, entityName: string | null): EntityDeclaration[] {
  const deletableEntities = entityNames
    .map(getEntity)
    .filter((entity) => isDeletable(entity) && hasPermission(viewer, getReadPermission(entity.permission)));
  if (entityName === null) return deletableEntities;
  const namedEntities = deletableEntities.filter((entity) => entity.name === entityName);
  if (namedEntities.length === 0) throw makeError('fieldsInvalid', {}, { entity: { reason: 'notAChoice' } });
  return namedEntities;
}

/**
 * Builds the query for the deleted rows of an entity. It leaves out rows that were deleted together
 * with their owner, because they are restored with the owner.
 */
function buildDeletedRowsQuery(entity: EntityDeclaration, viewer: Viewer): RawBuilder<unknown> {
  const scope = getHooks(entity.name).scope?.(viewer) ?? null;
  const notWithOwnerConditions = listOwnerReferences(entity).map(
    ({ field, to }) => sql`and not exists (select 1 from ${sql.table(toSnakeCase(to.name))} owner
      where owner.factory_id = t.factory_id and owner.id = ${sql.ref(`t.${toSnakeCase(field)}`)} and owner.deleted_at = t.deleted_at)`,
  );
  return sql`select ${sql.lit(entity.name)} as entity, t.id, ${'code' in entity.fields ? sql`t.code` : sql`null::text`} as code,
      coalesce(${buildDisplayName(entity, 't')}, t.id::text) as name, t.deleted_at, t.updated_by as deleted_by
    from ${sql.table(toSnakeCase(entity.name))} t
    where t.factory_id = ${viewer.factoryId} and t.deleted_at is not null ${scope ? sql`and ${scope}` : sql``}
      ${sql.join(notWithOwnerConditions, sql` `)}`;
}

/** Reads a page of the deleted rows that the user may see. The most recently deleted row comes first. */
export async function readDeletedRows(
  db: Db,
  viewer: Viewer,
  { entity, search, from, until, offset, limit }: DeletedRowsQuery,
): Promise<PageAnswer<DeletedRow>> {
  const queries = listVisibleEntities(viewer, entity).map((visibleEntity) =>
    buildDeletedRowsQuery(visibleEntity, viewer),
  );
  if (queries.length === 0) return { rows: [], total: 0 };
  const buildDayStartSql = (date: string, offsetDays: number) =>
    sql`((${date}::date + ${offsetDays}::int)::timestamp at time zone ${viewer.zone})`;
  const pattern = makeContainsPattern(search ?? '');
  const conditions = [
    sql`true`,
    ...(search ? [sql`(name ilike ${pattern} or code ilike ${pattern} or deleted_by ilike ${pattern})`] : []),
    ...(from ? [sql`deleted_at >= ${buildDayStartSql(from, 0)}`] : []),
    ...(until ? [sql`deleted_at < ${buildDayStartSql(until, 1)}`] : []),
  ];
  const result = await sql<DeletedRow & { total: number }>`/* never prepared */
    select *, count(*) over ()::int as total from (${sql.join(queries, sql` union all `)}) d
    where ${sql.join(conditions, sql` and `)}
    order by deleted_at desc, entity, id limit ${limit} offset ${offset}`.execute(db);
  return {
    rows: result.rows.map(({ total: _total, ...row }) => row),
    total: result.rows[0]?.total ?? 0,
  };
}
