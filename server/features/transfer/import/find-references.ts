import { sql } from 'kysely';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { hasRevisions } from '#shared/entities/revision-fields.ts';
import { getEntity } from '#shared/entities/index.ts';
import { buildListCondition } from '../../../crud/filter.ts';
import { buildDisplayName } from '../../../crud/select.ts';
import type { Db } from '../../../db/database.ts';
import { toSnakeCase } from '../../../db/names.ts';
import type { Viewer } from '../../../hooks/hooks.ts';
import { getHooks } from '../../../hooks/index.ts';
import { toHalfWidth } from '#shared/kernel/typed-text.ts';
import { buildWorkbookKeySql } from '../../../workbook/reference-texts.ts';

/** The number of texts that one statement looks up. */
const TEXTS_PER_BATCH = 2000;
/**
 * Matches a name that is followed by its code in parentheses, such as 'Turning (D-1)'. Full-width parentheses, U+FF08
 * and U+FF09, need no space before them.
 */
const NAME_WITH_CODE_PATTERN = /^(.+?)(?: \(| ?\uFF08)(.+)[)\uFF09]$/s;

/**
 * The id of the row that a text refers to; 'several' if the text is ambiguous; null if there is no
 * row.
 */
export type FoundReference = number | 'several' | null;

interface ReferencedRow {
  id: number;
  name: string | null;
  key: string | null;
}

const buildVisibleRowCondition = (entity: EntityDeclaration, viewer: Viewer) =>
  buildListCondition(
    entity,
    viewer.factoryId,
    viewer.zone,
    {},
    null,
    getHooks(entity.name).scope?.(viewer) ?? null,
  );

/**
 * Finds the ids of the rows that the user may see, by their keys. For a document with editions, it finds the draft or,
 * if there is no draft, the published edition.
 */
export async function findIdsByKey(
  db: Db,
  entity: EntityDeclaration,
  viewer: Viewer,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const idsByKey = new Map<string, number>();
  const [editionCondition, editionOrder] = hasRevisions(entity)
    ? [sql`and t.state in ('draft', 'published')`, sql`order by t.state = 'draft'`]
    : [sql``, sql``];
  for (let start = 0; start < keys.length; start += TEXTS_PER_BATCH) {
    const { rows } = await sql<{ id: number; key: string }>`
      select t.id, wanted.key from unnest(${keys.slice(start, start + TEXTS_PER_BATCH)}::text[]) as wanted (key)
        join ${sql.table(toSnakeCase(entity.name))} t on ${buildWorkbookKeySql(entity, 't')} = wanted.key
      where ${buildVisibleRowCondition(entity, viewer)} ${editionCondition} ${editionOrder}`.execute(db);
    for (const { id, key } of rows) idsByKey.set(key, id);
  }
  return idsByKey;
}

function findReference(
  text: string,
  idsByKey: ReadonlyMap<string, number>,
  rowsByName: ReadonlyMap<string, ReferencedRow[]>,
): FoundReference {
  const id = idsByKey.get(text);
  if (id !== undefined) return id;
  const rowsWithName = rowsByName.get(text) ?? [];
  if (rowsWithName.length === 1) return rowsWithName[0]!.id;
  if (rowsWithName.length > 1) return 'several';
  const [, name, code] = NAME_WITH_CODE_PATTERN.exec(text) ?? [];
  return (name !== undefined && rowsByName.get(name)?.find((row) => row.key === code)?.id) || null;
}

/** Finds the row that each text refers to. A text can be a code, a unique name, or a name with its code. */
export async function findReferences(
  db: Db,
  entityName: string,
  viewer: Viewer,
  texts: ReadonlySet<string>,
): Promise<Map<string, FoundReference>> {
  const entity = getEntity(entityName);
  const variants = new Set<string>();
  for (const text of texts) {
    const [, name, code] = NAME_WITH_CODE_PATTERN.exec(text) ?? [];
    for (const variant of [text, toHalfWidth(text), name, code])
      if (variant !== undefined) variants.add(variant);
  }
  const [idsByKey, rowsByName] = [new Map<string, number>(), new Map<string, ReferencedRow[]>()];
  const allVariants = [...variants];
  for (let start = 0; start < allVariants.length; start += TEXTS_PER_BATCH) {
    const batch = allVariants.slice(start, start + TEXTS_PER_BATCH);
    const { rows } = await sql<ReferencedRow>`
      select * from (select t.id, ${buildDisplayName(entity, 't')} as name, ${buildWorkbookKeySql(entity, 't')} as key
        from ${sql.table(toSnakeCase(entityName))} t where ${buildVisibleRowCondition(entity, viewer)}) found
      where key = any(${batch}::text[]) or name = any(${batch}::text[])`.execute(db);
    for (const row of rows) {
      if (row.key !== null) idsByKey.set(row.key, row.id);
      const rowsWithName = rowsByName.get(row.name ?? '') ?? [];
      if (!rowsWithName.some(({ id }) => id === row.id))
        rowsByName.set(row.name ?? '', [...rowsWithName, row]);
    }
  }
  return new Map(
    [...texts].map((text) => [
      text,
      findReference(text, idsByKey, rowsByName) ?? findReference(toHalfWidth(text), idsByKey, rowsByName),
    ]),
  );
}
