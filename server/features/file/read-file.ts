import { stat } from 'node:fs/promises';
import { sql, type RawBuilder } from 'kysely';
import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { fail } from '#shared/kernel/errors.ts';
import { number } from '#shared/kernel/fields.ts';
import { hasPermission, PRODUCTION, getReadPermission } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { validateRecord } from '#shared/kernel/validate.ts';
import type { Db } from '../../db/database.ts';
import { getOwnedTableName, toSnakeCase } from '../../db/names.ts';
import type { RawAnswer, RawCall } from '../../call/raw-route.ts';
import { log } from '../../log.ts';
import { buildFilePath } from './upload-file.ts';

const readFileInput = { id: number({ required: true, min: 1, max: Number.MAX_SAFE_INTEGER, decimals: 0 }) };

/** The document entities whose files every user with the production permission may read. */
const PRODUCTION_DOCUMENT_ENTITIES: ReadonlySet<string> = new Set(['sip', 'sop', 'guideBook']);

/**
 * Whether a user may read the files of an entity. Files of production entities need only the
 * production permission.
 */
function mayReadFilesOfEntity(entity: EntityDeclaration, user: CurrentUser): boolean {
  const isForProduction =
    entity.topic === 'progress' || entity.topic === 'andon' || PRODUCTION_DOCUMENT_ENTITIES.has(entity.name);
  return (
    hasPermission(user, getReadPermission(entity.permission)) ||
    (isForProduction && hasPermission(user, PRODUCTION))
  );
}

/**
 * Builds the conditions that a row `t` of an entity, or one of its owned rows, refers to a file.
 */
function buildFileConditions(entity: EntityDeclaration, id: number): RawBuilder<unknown>[] {
  return Object.entries(entity.fields).flatMap(([name, field]) => {
    if (field.kind === 'file') return [sql`${sql.ref(`t.${toSnakeCase(name)}`)} = ${id}`];
    return Object.entries(field.of ?? {})
      .filter(([, of]) => of.kind === 'file')
      .map(
        ([key]) => sql`exists (select 1 from ${sql.table(getOwnedTableName(entity.name, name))} o
          where o.factory_id = t.factory_id and o.owner_id = t.id and ${sql.ref(`o.${toSnakeCase(key)}`)} = ${id})`,
      );
  });
}

/** Whether a row that the user may read refers to the file. */
async function mayReadFile(db: Db, user: CurrentUser, id: number): Promise<boolean> {
  for (const entity of Object.values<EntityDeclaration>(entities)) {
    const conditions = buildFileConditions(entity, id);
    if (conditions.length === 0 || !mayReadFilesOfEntity(entity, user)) continue;
    const found = await sql`select 1 from ${sql.table(toSnakeCase(entity.name))} t
      where t.factory_id = ${user.factoryId} and t.deleted_at is null and (${sql.join(conditions, sql` or `)}) limit 1`.execute(
      db,
    );
    if (found.rows.length > 0) return true;
  }
  return false;
}

/**
 * Reads a stored file of the caller's factory.
 * @throws rowNotFound, also for a file that the caller may not read; fileLost
 */
export async function readFile({ db, installation, user, body }: RawCall): Promise<RawAnswer> {
  const { values, problems } = validateRecord(readFileInput, {
    id: new URLSearchParams(body.toString('utf8')).get('id'),
  });
  if (problems) throw fail('fieldsInvalid', {}, problems);
  const row = await db
    .selectFrom('storedFile')
    .select(['id', 'name', 'mediaType', 'bytes', 'accountId'])
    .where('factoryId', '=', user.factoryId)
    .where('id', '=', values.id)
    .executeTakeFirst();
  if (!row || (row.accountId !== user.accountId && !(await mayReadFile(db, user, row.id))))
    throw fail('rowNotFound');
  const { name, mediaType, bytes } = row;
  const file = buildFilePath(installation.filesDir, user.factoryId, row.id);
  // After a database restore or a disk failure, the file may be missing or incomplete. An
  // incomplete file is never sent.
  const found = await stat(file).catch((error: unknown) => {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  });
  if (found?.size !== bytes) {
    log.warn({ file, bytes, found: found?.size ?? null }, 'The content of a stored file is lost');
    throw fail('fileLost', { name });
  }
  return { file, name, mediaType, bytes };
}
