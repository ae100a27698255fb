import { sql } from 'kysely';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { entityOf } from '#shared/entities/index.ts';
import { keyOf } from '#shared/answers/transfer.ts';
import { nameColumn } from '../../../crud/select.ts';
import { snake } from '../../../db/names.ts';
import type { Db } from '../../../db/database.ts';

/** Texts that are remembered of one entity: with more, the oldest are asked for again. */
const MAX_KNOWN = 20_000;

/** The column that tells rows apart, as text; what names them where nothing does. */
export const keyColumn = (entity: EntityDeclaration, alias: string) => {
  const key = keyOf(entity);
  return key ? sql`${sql.ref(`${alias}.${snake(key)}`)}` : nameColumn(entity, alias);
};

/** A name that needs its code beside it, so that one knows which of several it is: 'Turning (D-1)'. */
const nameWithKey = (name: string, key: string): string => `${name} (${key})`;

/** Names the rows that others refer to, such that each name leads back to one row. */
export class ReferenceTexts {
  private readonly db: Db;
  private readonly factoryId: number;
  private readonly ambiguous = new Map<string, Promise<ReadonlySet<string>>>();
  private readonly known = new Map<string, Map<number, string>>();

  constructor(db: Db, factoryId: number) {
    this.db = db;
    this.factoryId = factoryId;
  }

  /** The texts of rows of an entity, by id. */
  async of(to: string, ids: Iterable<number>): Promise<ReadonlyMap<number, string>> {
    let texts = this.known.get(to) ?? new Map<number, string>();
    const missing = [...new Set(ids)].filter((id) => !texts.has(id));
    if (texts.size + missing.length > MAX_KNOWN) texts = new Map([...texts].slice(-missing.length));
    this.known.set(to, texts);
    if (missing.length === 0) return texts;
    const entity = entityOf(to);
    const twice = await this.ambiguousOf(entity);
    const found = await sql<{ id: number; name: string | null; key: string | null }>`
      select t.id, ${nameColumn(entity, 't')} as name, ${keyColumn(entity, 't')} as key
      from ${sql.table(snake(to))} t
      where t.factory_id = ${this.factoryId} and t.id = any(${missing}::bigint[])`.execute(this.db);
    for (const { id, name, key } of found.rows) {
      const shown = name ?? key ?? '';
      texts.set(id, key !== null && key !== shown && twice.has(shown) ? nameWithKey(shown, key) : shown);
    }
    return texts;
  }

  /** The names of an entity that several rows have, or that are the code of another row. */
  private ambiguousOf(entity: EntityDeclaration): Promise<ReadonlySet<string>> {
    const known = this.ambiguous.get(entity.name);
    if (known) return known;
    const asked = sql<{ name: string }>`
      with living as (
        select t.id, ${nameColumn(entity, 't')} as name, ${keyColumn(entity, 't')} as key
        from ${sql.table(snake(entity.name))} t where t.factory_id = ${this.factoryId} and t.deleted_at is null
      )
      select name from living group by name having count(*) > 1
      union select a.name from living a join living b on b.key = a.name and b.id <> a.id`
      .execute(this.db)
      .then(({ rows }): ReadonlySet<string> => new Set(rows.map((row) => row.name)));
    this.ambiguous.set(entity.name, asked);
    return asked;
  }
}
