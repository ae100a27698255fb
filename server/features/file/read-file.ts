import { stat } from 'node:fs/promises';
import { sql, type RawBuilder } from 'kysely';
import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { fail } from '#shared/kernel/errors.ts';
import { number } from '#shared/kernel/fields.ts';
import { can, PRODUCTION, toRead } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { validate } from '#shared/kernel/validate.ts';
import type { Db } from '../../db/database.ts';
import { ownedTable, snake } from '../../db/names.ts';
import type { RawAnswer, RawCall } from '../../call/raw-route.ts';
import { log } from '../../log.ts';
import { placeOf } from './store-file.ts';

const input = { id: number({ required: true, min: 1, max: Number.MAX_SAFE_INTEGER, decimals: 0 }) };

/** What is written for those who make things, whoever keeps it up to date. */
const FOR_THE_FLOOR: ReadonlySet<string> = new Set(['sip', 'sop', 'guideBook']);

/** Whether somebody may see what an entity shows of files; what belongs to production, everybody who has to do with it may. */
function mayReadOf(entity: EntityDeclaration, user: CurrentUser): boolean {
  const ofProduction =
    entity.topic === 'progress' || entity.topic === 'andon' || FOR_THE_FLOOR.has(entity.name);
  return can(user, toRead(entity.permission)) || (ofProduction && can(user, PRODUCTION));
}

/** Where an entity refers to a file: itself, or in a row that it owns. */
function placesOf(entity: EntityDeclaration, id: number): RawBuilder<unknown>[] {
  return Object.entries(entity.fields).flatMap(([name, field]) => {
    if (field.kind === 'file') return [sql`${sql.ref(`t.${snake(name)}`)} = ${id}`];
    return Object.entries(field.of ?? {})
      .filter(([, of]) => of.kind === 'file')
      .map(
        ([key]) => sql`exists (select 1 from ${sql.table(ownedTable(entity.name, name))} o
          where o.factory_id = t.factory_id and o.owner_id = t.id and ${sql.ref(`o.${snake(key)}`)} = ${id})`,
      );
  });
}

/** Whether something that somebody may see shows a file. */
async function mayRead(db: Db, user: CurrentUser, id: number): Promise<boolean> {
  for (const entity of Object.values<EntityDeclaration>(entities)) {
    const places = placesOf(entity, id);
    if (places.length === 0 || !mayReadOf(entity, user)) continue;
    const found = await sql`select 1 from ${sql.table(snake(entity.name))} t
      where t.factory_id = ${user.factoryId} and t.deleted_at is null and (${sql.join(places, sql` or `)}) limit 1`.execute(
      db,
    );
    if (found.rows.length > 0) return true;
  }
  return false;
}

/**
 * A stored file of the caller's own factory.
 * @throws rowNotFound, also for one that nothing shows which they may see; fileLost
 */
export async function readFile({ db, installation, user, body }: RawCall): Promise<RawAnswer> {
  const { values, problems } = validate(input, { id: new URLSearchParams(body.toString('utf8')).get('id') });
  if (problems) throw fail('fieldsInvalid', {}, problems);
  const row = await db
    .selectFrom('storedFile')
    .select(['id', 'name', 'mediaType', 'bytes', 'accountId'])
    .where('factoryId', '=', user.factoryId)
    .where('id', '=', values.id)
    .executeTakeFirst();
  if (!row || (row.accountId !== user.accountId && !(await mayRead(db, user, row.id))))
    throw fail('rowNotFound');
  const { name, mediaType, bytes } = row;
  const file = placeOf(installation.filesDir, user.factoryId, row.id);
  // A restored database without its files, or a disk that broke: a part of the content would be worse than none.
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
