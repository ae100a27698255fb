import { sql, type RawBuilder } from 'kysely';
import { fail } from '#shared/kernel/errors.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { labelOf, type FieldMap } from '#shared/kernel/fields.ts';
import { entities, entityNames, entityOf } from '#shared/entities/index.ts';
import { termParam } from '#shared/terms/error-message.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type { Work } from '../db/work.ts';
import { ownedTable, snake } from '../db/names.ts';

/** A place from which rows of an entity are referred to. */
interface Referrer {
  /** The entity whose row is shown as the one that uses it. */
  by: EntityDeclaration;
  field: string;
  /** Counts the living rows of `by` that refer to one of the ids. */
  count: (factoryId: number, ids: number[]) => RawBuilder<{ id: number; count: number }>;
}

function referrers(target: string): Referrer[] {
  const found: Referrer[] = [];
  for (const name of entityNames) {
    const by = entities[name] as EntityDeclaration;
    for (const [field, declared] of Object.entries(by.fields)) {
      const through = (table: string, column: string) => (factoryId: number, ids: number[]) =>
        sql<{
          id: number;
          count: number;
        }>`select ${sql.ref(`o.${column}`)} as id, count(distinct o.owner_id) as count
          from ${sql.table(table)} o join ${sql.table(snake(name))} t on t.factory_id = o.factory_id and t.id = o.owner_id
          where o.factory_id = ${factoryId} and ${sql.ref(`o.${column}`)} = any(${ids}::bigint[]) and t.deleted_at is null
          group by 1 order by 1`;
      if (declared.kind === 'ref' && declared.to === target) {
        const column = snake(field);
        found.push({
          by,
          field,
          count: (factoryId, ids) => sql`select ${sql.ref(`t.${column}`)} as id, count(*) as count
            from ${sql.table(snake(name))} t
            where t.factory_id = ${factoryId} and ${sql.ref(`t.${column}`)} = any(${ids}::bigint[]) and t.deleted_at is null
            ${name === target ? sql`and not (t.id = any(${ids}::bigint[]))` : sql``}
            group by 1 order by 1`,
        });
      }
      if (declared.kind === 'refs' && declared.to === target) {
        found.push({ by, field, count: through(ownedTable(name, field), 'target_id') });
      }
      for (const [key, line] of Object.entries(declared.of ?? {})) {
        if (line.kind === 'ref' && line.to === target) {
          found.push({ by, field, count: through(ownedTable(name, field), snake(key)) });
        }
      }
    }
  }
  return found;
}

const known = new Map<string, Referrer[]>();
const referrersOf = (target: string): Referrer[] => {
  const cached = known.get(target);
  if (cached) return cached;
  const found = referrers(target);
  known.set(target, found);
  return found;
};

/**
 * Refuses while living rows refer to the rows that are to be deleted. The rows must be locked.
 * @throws hasChildren, inUse
 */
export async function refuseIfUsed(
  work: Work,
  entity: EntityDeclaration,
  rows: { id: number; [name: string]: unknown }[],
): Promise<void> {
  const ids = rows.map((row) => row.id);
  for (const referrer of referrersOf(entity.name)) {
    const used = (await referrer.count(work.factoryId, ids).execute(work.db)).rows[0];
    if (!used) continue;
    const name = String(rows.find((row) => row.id === used.id)?.[entity.shownAs] ?? used.id);
    if (referrer.by.name === entity.name && referrer.field === entity.tree)
      throw fail('hasChildren', { name, count: used.count });
    throw fail('inUse', { name, count: used.count, entity: termParam(referrer.by.name as TermKey) });
  }
}

interface Wanted {
  field: string;
  label: TermKey;
  ids: number[];
}

function wantedBy(
  fields: FieldMap,
  values: Record<string, unknown>,
  into: Map<string, Wanted[]>,
  prefix = '',
): void {
  const want = (to: string, one: Wanted) => into.set(to, [...(into.get(to) ?? []), one]);
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name];
    if (value === null || value === undefined) continue;
    const at = { field: prefix + name, label: labelOf(name, field) };
    if (field.kind === 'ref') want(field.to!, { ...at, ids: [value as number] });
    if (field.kind === 'file') want('storedFile', { ...at, ids: [value as number] });
    if (field.kind === 'refs') want(field.to!, { ...at, ids: value as number[] });
    if (field.kind === 'lines') {
      (value as Record<string, unknown>[]).forEach((line, index) => {
        wantedBy(field.of!, line, into, `${prefix}${name}[${index}].`);
      });
    }
  }
}

/**
 * Locks the living rows that values refer to, so that none of them can be deleted before the commit.
 * @throws referenceMissing for a row that is deleted, of another factory, or never was
 */
export async function lockReferences(
  work: Work,
  fields: FieldMap,
  values: Record<string, unknown>,
): Promise<void> {
  const wanted = new Map<string, Wanted[]>();
  wantedBy(fields, values, wanted);
  for (const to of [...wanted.keys()].sort()) {
    const all = wanted.get(to)!;
    const ids = [...new Set(all.flatMap((one) => one.ids))].sort((a, b) => a - b);
    if (ids.length === 0) continue;
    const table = to === 'storedFile' ? 'stored_file' : snake(entityOf(to).name);
    const living = to === 'storedFile' ? sql`` : sql`and deleted_at is null`;
    const found = await sql<{ id: number }>`select id from ${sql.table(table)}
      where factory_id = ${work.factoryId} and id = any(${ids}::bigint[]) ${living} order by id for key share`.execute(
      work.db,
    );
    const there = new Set(found.rows.map((row) => row.id));
    const missing = all.find((one) => one.ids.some((id) => !there.has(id)));
    if (missing) {
      throw fail(
        'referenceMissing',
        { field: termParam(missing.label) },
        { [missing.field]: { reason: 'notAReference' } },
      );
    }
  }
}
