import { sql } from 'kysely';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { getEntity } from '#shared/entities/index.ts';
import { findWorkbookKeyField } from '#shared/answers/transfer.ts';
import { buildDisplayName } from '../crud/select.ts';
import { toSnakeCase } from '../db/names.ts';
import type { Db } from '../db/database.ts';

/**
 * The maximum number of cached texts per entity. When a call would exceed it, the texts that this call does not
 * need are removed first.
 */
const MAX_CACHED_TEXTS = 20_000;

/**
 * Builds the SQL of the text that identifies a row in a workbook: the value of the field that `findWorkbookKeyField`
 * finds, or the row's name if there is no such field.
 */
export const buildWorkbookKeySql = (entity: EntityDeclaration, alias: string) => {
  const key = findWorkbookKeyField(entity);
  return key ? sql`${sql.ref(`${alias}.${toSnakeCase(key)}`)}` : buildDisplayName(entity, alias);
};

const formatNameWithKey = (name: string, key: string): string => `${name} (${key})`;

/** Finds the texts that cells show for referenced rows. Each text identifies one row. */
export class ReferenceTexts {
  private readonly db: Db;
  private readonly factoryId: number;
  private readonly ambiguousNamesByEntity = new Map<string, Promise<ReadonlySet<string>>>();
  private readonly textsByEntity = new Map<string, Map<number, string>>();

  constructor(db: Db, factoryId: number) {
    this.db = db;
    this.factoryId = factoryId;
  }

  /** Returns the texts of rows of an entity, keyed by id. The result may contain other rows too. */
  async loadTexts(entityName: string, ids: Iterable<number>): Promise<ReadonlyMap<number, string>> {
    let texts = this.textsByEntity.get(entityName) ?? new Map<number, string>();
    const wantedIds = new Set(ids);
    const missingIds = [...wantedIds].filter((id) => !texts.has(id));
    if (texts.size + missingIds.length > MAX_CACHED_TEXTS)
      texts = new Map([...texts].filter(([id]) => wantedIds.has(id)));
    this.textsByEntity.set(entityName, texts);
    if (missingIds.length === 0) return texts;
    const entity = getEntity(entityName);
    const ambiguousNames = await this.findAmbiguousNames(entity);
    const result = await sql<{ id: number; name: string | null; key: string | null }>`
      select t.id, ${buildDisplayName(entity, 't')} as name, ${buildWorkbookKeySql(entity, 't')} as key
      from ${sql.table(toSnakeCase(entityName))} t
      where t.factory_id = ${this.factoryId} and t.id = any(${missingIds}::bigint[])`.execute(this.db);
    for (const { id, name, key } of result.rows) {
      const shownName = name ?? key ?? '';
      texts.set(
        id,
        key !== null && key !== shownName && ambiguousNames.has(shownName)
          ? formatNameWithKey(shownName, key)
          : shownName,
      );
    }
    return texts;
  }

  /** Finds the ambiguous names: names of several rows, and names that are also the key of another row. */
  private findAmbiguousNames(entity: EntityDeclaration): Promise<ReadonlySet<string>> {
    const cachedNames = this.ambiguousNamesByEntity.get(entity.name);
    if (cachedNames) return cachedNames;
    const names = sql<{ text: string }>`
      with living as (
        select t.id, ${buildDisplayName(entity, 't')} as name, ${buildWorkbookKeySql(entity, 't')} as key
        from ${sql.table(toSnakeCase(entity.name))} t where t.factory_id = ${this.factoryId} and t.deleted_at is null
      )
      select text from (select id, name as text from living union all select id, key from living) texts
      group by text having count(distinct id) > 1`
      .execute(this.db)
      .then(({ rows }): ReadonlySet<string> => new Set(rows.map((row) => row.text)));
    this.ambiguousNamesByEntity.set(entity.name, names);
    return names;
  }
}
