import { sql, type RawBuilder } from 'kysely';
import { makeError, type RowLink } from '#shared/kernel/errors.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';
import { entities, entityNames, getEntity } from '#shared/entities/index.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { makeReferenceMissingError } from '../call/field-refusals.ts';
import type { Work } from '../db/work.ts';
import { getListFieldTableName, toSnakeCase } from '../db/names.ts';
import { collectFieldReferences, type FieldReferences } from './field-references.ts';
import { buildDisplayName } from './select.ts';

/** A field through which rows refer to rows of an entity. */
interface ReferringField {
  /** The entity whose rows refer to the target row. */
  by: EntityDeclaration;
  field: string;
  /**
   * The FROM clause. The rows of `by` have the alias `t`. If the field is `refs` or `lines`, its table is joined
   * with the alias `o`.
   */
  from: RawBuilder<unknown>;
  /** The SQL column that holds the id of the target row. */
  target: RawBuilder<unknown>;
}

function findReferringFields(target: string): ReferringField[] {
  const found: ReferringField[] = [];
  for (const name of entityNames) {
    const by = entities[name] as EntityDeclaration;
    const referringTable = sql.table(toSnakeCase(name));
    const through = (field: string, column: string): ReferringField => ({
      by,
      field,
      from: sql`from ${sql.table(getListFieldTableName(name, field))} o join ${referringTable} t on t.factory_id = o.factory_id and t.id = o.owner_id`,
      target: sql.ref(`o.${column}`),
    });
    for (const [field, declared] of Object.entries(by.fields)) {
      if (declared.kind === 'ref' && declared.to === target)
        found.push({
          by,
          field,
          from: sql`from ${referringTable} t`,
          target: sql.ref(`t.${toSnakeCase(field)}`),
        });
      if (declared.kind === 'refs' && declared.to === target) found.push(through(field, 'target_id'));
      for (const [key, line] of Object.entries(declared.of ?? {}))
        if (line.kind === 'ref' && line.to === target) found.push(through(field, toSnakeCase(key)));
    }
  }
  return found;
}

const referringFieldsByEntity = new Map<string, ReferringField[]>();
const getReferringFields = (target: string): ReferringField[] => {
  const cached = referringFieldsByEntity.get(target);
  if (cached) return cached;
  const found = findReferringFields(target);
  referringFieldsByEntity.set(target, found);
  return found;
};

/** The maximum number of referring rows that an error contains. */
const MAX_LISTED_ROWS = 5;

/**
 * Finds the first of the given rows, by id, to which other undeleted rows refer through one field.
 * @returns the id of this row and the number of rows that refer to it; null if no row refers to the given
 * rows
 */
async function findFirstReferencedRow(
  work: Work,
  { by, from, target }: ReferringField,
  entity: EntityDeclaration,
  ids: readonly number[],
): Promise<{ id: number; count: number } | null> {
  // References between the given rows do not count, because these rows are deleted together.
  const outsideCondition = by.name === entity.name ? sql`and not (t.id = any(${ids}::bigint[]))` : sql``;
  const found = await sql<{ id: number; count: number }>`
    select ${target} as id, count(distinct t.id)::int as count ${from}
    where t.factory_id = ${work.factoryId} and ${target} = any(${ids}::bigint[]) and t.deleted_at is null ${outsideCondition}
    group by 1 order by 1 limit 1`.execute(work.db);
  return found.rows[0] ?? null;
}

async function findReferringRows(
  work: Work,
  { by, from, target }: ReferringField,
  id: number,
): Promise<RowLink[]> {
  const found = await sql<{ id: number; name: string }>`
    select distinct t.id, ${buildDisplayName(by, 't')} as name ${from}
    where t.factory_id = ${work.factoryId} and ${target} = ${id} and t.deleted_at is null
    order by t.id limit ${MAX_LISTED_ROWS}`.execute(work.db);
  return found.rows.map((row) => ({ entity: by.name, ...row }));
}

/**
 * Refuses to delete rows to which other undeleted rows refer. The error contains up to MAX_LISTED_ROWS
 * referring rows. The caller must have locked the rows to delete.
 * @throws hasChildren, inUse
 */
export async function refuseIfReferenced(
  work: Work,
  entity: EntityDeclaration,
  rows: { id: number; [name: string]: unknown }[],
): Promise<void> {
  const ids = rows.map((row) => row.id);
  for (const referrer of getReferringFields(entity.name)) {
    const used = await findFirstReferencedRow(work, referrer, entity, ids);
    if (!used) continue;
    const users = await findReferringRows(work, referrer, used.id);
    const name = String(rows.find((row) => row.id === used.id)?.[entity.shownAs] ?? used.id);
    const { by, field } = referrer;
    if (by.name === entity.name && field === entity.tree)
      throw makeError('hasChildren', { name, count: used.count }, undefined, users);
    throw makeError(
      'inUse',
      { name, count: used.count, entity: markAsTerm(by.name as TermKey) },
      undefined,
      users,
    );
  }
}

/**
 * Locks the rows to which records refer, so that these rows cannot be deleted before the commit. References to
 * files are left to `attachFiles`.
 * @param rows the values of the records
 * @throws referenceMissing if a referenced row is deleted, belongs to another factory, or never existed
 */
export async function lockReferencedRows(
  work: Work,
  fields: FieldMap,
  ...rows: readonly Record<string, unknown>[]
): Promise<void> {
  const wanted = new Map<string, FieldReferences[]>();
  for (const values of rows) collectFieldReferences(fields, values, wanted);
  wanted.delete('storedFile');
  for (const to of [...wanted.keys()].sort()) {
    const all = wanted.get(to)!;
    const ids = [...new Set(all.flatMap((one) => one.ids))].sort((a, b) => a - b);
    if (ids.length === 0) continue;
    const found = await sql<{ id: number }>`select id from ${sql.table(toSnakeCase(getEntity(to).name))}
      where factory_id = ${work.factoryId} and id = any(${ids}::bigint[]) and deleted_at is null
      order by id for key share`.execute(work.db);
    const existing = new Set(found.rows.map((row) => row.id));
    const missing = all.find((one) => one.ids.some((id) => !existing.has(id)));
    if (missing) throw makeReferenceMissingError(missing.field, missing.label);
  }
}
