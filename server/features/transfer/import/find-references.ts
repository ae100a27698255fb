import { sql } from 'kysely';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { entityOf } from '#shared/entities/index.ts';
import { conditionOf } from '../../../crud/filter.ts';
import { nameColumn } from '../../../crud/select.ts';
import type { Db } from '../../../db/database.ts';
import { snake } from '../../../db/names.ts';
import type { Viewer } from '../../../hooks/hooks.ts';
import { hooksOf } from '../../../hooks/index.ts';
import { toHalfWidth } from './parse-cell.ts';
import { keyColumn } from '../workbook/reference-texts.ts';

/** The number of texts that one statement looks up. */
const BATCH = 2000;
/** Matches a name that is followed by its code in parentheses, such as 'Turning (D-1)'. */
const NAME_WITH_KEY = /^(.+) [((](.+)[))]$/s;

/**
 * The id of the row that a text refers to; 'several' if the text is ambiguous; null if there is no
 * row.
 */
export type Found = number | 'several' | null;

interface Row {
  id: number;
  name: string | null;
  key: string | null;
}

const visibleRows = (entity: EntityDeclaration, viewer: Viewer) =>
  conditionOf(entity, viewer.factoryId, viewer.zone, {}, null, hooksOf(entity.name).scope?.(viewer) ?? null);

/** Finds the ids of existing rows by their keys. */
export async function findIdsByKey(
  db: Db,
  entity: EntityDeclaration,
  viewer: Viewer,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let at = 0; at < keys.length; at += BATCH) {
    const { rows } = await sql<{ id: number; key: string }>`
      select t.id, wanted.key from unnest(${keys.slice(at, at + BATCH)}::text[]) as wanted (key)
        join ${sql.table(snake(entity.name))} t on ${keyColumn(entity, 't')} = wanted.key
      where ${visibleRows(entity, viewer)}`.execute(db);
    for (const { id, key } of rows) found.set(key, id);
  }
  return found;
}

function matchText(
  text: string,
  byKey: ReadonlyMap<string, number>,
  byName: ReadonlyMap<string, Row[]>,
): Found {
  const key = byKey.get(text);
  if (key !== undefined) return key;
  const named = byName.get(text) ?? [];
  if (named.length === 1) return named[0]!.id;
  if (named.length > 1) return 'several';
  const [, name, code] = NAME_WITH_KEY.exec(text) ?? [];
  return (name !== undefined && byName.get(name)?.find((row) => row.key === code)?.id) || null;
}

/**
 * Finds the row that each text refers to. A text can be a code, a unique name, or a name with its
 * code.
 */
export async function findReferences(
  db: Db,
  to: string,
  viewer: Viewer,
  texts: ReadonlySet<string>,
): Promise<Map<string, Found>> {
  const entity = entityOf(to);
  const forms = new Set<string>();
  for (const text of texts) {
    const [, name, code] = NAME_WITH_KEY.exec(text) ?? [];
    for (const form of [text, toHalfWidth(text), name, code]) if (form !== undefined) forms.add(form);
  }
  const [byKey, byName] = [new Map<string, number>(), new Map<string, Row[]>()];
  const all = [...forms];
  for (let at = 0; at < all.length; at += BATCH) {
    const some = all.slice(at, at + BATCH);
    const { rows } = await sql<Row>`
      select * from (select t.id, ${nameColumn(entity, 't')} as name, ${keyColumn(entity, 't')} as key
        from ${sql.table(snake(to))} t where ${visibleRows(entity, viewer)}) found
      where key = any(${some}::text[]) or name = any(${some}::text[])`.execute(db);
    for (const row of rows) {
      if (row.key !== null) byKey.set(row.key, row.id);
      const known = byName.get(row.name ?? '') ?? [];
      if (!known.some(({ id }) => id === row.id)) byName.set(row.name ?? '', [...known, row]);
    }
  }
  return new Map(
    [...texts].map((text) => [
      text,
      matchText(text, byKey, byName) ?? matchText(toHalfWidth(text), byKey, byName),
    ]),
  );
}
