import { sql, type RawBuilder } from 'kysely';
import { entities, entityNames, type EntityName } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { number } from '#shared/kernel/fields.ts';
import {
  hasPermission,
  PRODUCTION_PERMISSION,
  SIGNED_IN_PERMISSION,
  getReadPermission,
  buildReportPermissionCode,
  type Permission,
} from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { validateRecord } from '#shared/kernel/validate.ts';
import type { Db } from '../../db/database.ts';
import { getListFieldTableName, toSnakeCase } from '../../db/names.ts';
import { mayReadBoardFile, mayScreenReadFile } from '../../hooks/board-files.ts';
import { getHooks } from '../../hooks/index.ts';
import { findStoredFile } from '../../call/find-stored-file.ts';
import type { RawAnswer, RawCall } from '../../call/raw-route.ts';

const fileIdFields = { id: number({ required: true, min: 1, max: Number.MAX_SAFE_INTEGER, decimals: 0 }) };

/**
 * What users without the permission for the page of an entity may see: the permission that they need instead,
 * and the SQL condition for the rows `t` of the entity that they then may see.
 */
interface AccessWithoutPage {
  permission: Permission;
  rowCondition: RawBuilder<unknown>;
}

const PUBLISHED_ROWS_ACCESS: AccessWithoutPage = {
  permission: PRODUCTION_PERMISSION,
  rowCondition: sql`t.state = 'published'`,
};
const ACCESS_WITHOUT_PAGE_BY_ENTITY: { readonly [N in EntityName]?: AccessWithoutPage } = {
  part: { permission: PRODUCTION_PERMISSION, rowCondition: sql`true` },
  abnormalCall: { permission: buildReportPermissionCode('openCalls'), rowCondition: sql`true` },
  sip: PUBLISHED_ROWS_ACCESS,
  sop: PUBLISHED_ROWS_ACCESS,
  guideBook: { permission: SIGNED_IN_PERMISSION, rowCondition: sql`true` },
};

/** Builds the condition for the rows `t` of an entity that a user may see; null if the user may see none. */
function buildVisibleCondition(name: EntityName, user: CurrentUser): RawBuilder<unknown> | null {
  const { permission }: EntityDeclaration = entities[name];
  const accessWithoutPage = ACCESS_WITHOUT_PAGE_BY_ENTITY[name];
  if (hasPermission(user, getReadPermission(permission))) return getHooks(name).scope?.(user) ?? sql`true`;
  return accessWithoutPage && hasPermission(user, accessWithoutPage.permission)
    ? accessWithoutPage.rowCondition
    : null;
}

/**
 * Builds the SQL conditions for a row `t` that refers to the file: one for each file field of the entity and
 * of its owned rows.
 */
function buildFileConditions(entity: EntityDeclaration, id: number): RawBuilder<unknown>[] {
  return Object.entries(entity.fields).flatMap(([name, field]) => {
    if (field.kind === 'file') return [sql`${sql.ref(`t.${toSnakeCase(name)}`)} = ${id}`];
    return Object.entries(field.of ?? {})
      .filter(([, subfield]) => subfield.kind === 'file')
      .map(
        ([key]) => sql`exists (select 1 from ${sql.table(getListFieldTableName(entity.name, name))} o
          where o.factory_id = t.factory_id and o.owner_id = t.id and ${sql.ref(`o.${toSnakeCase(key)}`)} = ${id})`,
      );
  });
}

/**
 * Whether the file is the picture of a comment on a quality exception, and the user may read exceptions.
 * Everybody in production may read them.
 */
async function mayReadCommentPicture(db: Db, user: CurrentUser, id: number): Promise<boolean> {
  if (!hasPermission(user, PRODUCTION_PERMISSION)) return false;
  const { rows } = await sql`select 1 from quality_comment c
      join quality_exception x on x.factory_id = c.factory_id and x.id = c.exception_id and x.deleted_at is null
    where c.factory_id = ${user.factoryId} and c.picture = ${id} limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether a row or a board that the user may see refers to the file. */
async function mayReadAttachedFile(db: Db, user: CurrentUser, id: number): Promise<boolean> {
  for (const name of entityNames) {
    const conditions = buildFileConditions(entities[name], id);
    const visibleCondition = conditions.length > 0 ? buildVisibleCondition(name, user) : null;
    if (!visibleCondition) continue;
    const result = await sql`select 1 from ${sql.table(toSnakeCase(name))} t
      where t.factory_id = ${user.factoryId} and t.deleted_at is null and ${visibleCondition}
        and (${sql.join(conditions, sql` or `)}) limit 1`.execute(db);
    if (result.rows.length > 0) return true;
  }
  return (await mayReadCommentPicture(db, user, id)) || mayReadBoardFile(db, user, id);
}

/** Parses the id of the requested file. @throws fieldsInvalid */
function parseFileId(body: Buffer): number {
  const { values, problems } = validateRecord(fileIdFields, {
    id: new URLSearchParams(body.toString('utf8')).get('id'),
  });
  if (problems) throw makeError('fieldsInvalid', {}, problems);
  return values.id;
}

/**
 * Reads a picture of a board that the calling screen shows.
 * @throws fieldsInvalid; rowNotFound, also for a file that none of its boards shows; fileLost
 */
export async function readFileForScreen(call: RawCall): Promise<RawAnswer> {
  const id = parseFileId(call.body);
  return findStoredFile(call, call.user.factoryId, id, () => mayScreenReadFile(call.db, call.user, id));
}

/**
 * Reads a stored file of the caller's factory. Until a row refers to the file, only its uploader may read it.
 * After that, every user who may see such a row may read it.
 * @throws fieldsInvalid; rowNotFound, also for a file that the caller may not read; fileLost if the content
 * is missing or incomplete
 */
export async function readFile(call: RawCall): Promise<RawAnswer> {
  const { db, user } = call;
  const id = parseFileId(call.body);
  return findStoredFile(call, user.factoryId, id, ({ attachedAt, accountId }) =>
    attachedAt === null ? accountId === user.accountId : mayReadAttachedFile(db, user, id),
  );
}
