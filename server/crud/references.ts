import { sql, type RawBuilder } from 'kysely';
import { makeError, type RowLink } from '#shared/kernel/errors.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';
import { entities, entityNames, getEntity } from '#shared/entities/index.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { makeReferenceMissingError } from '../call/field-refusals.ts';
import type { Transaction } from '../db/transaction.ts';
import { getListFieldTableName, toSnakeCase } from '../db/names.ts';
import { collectFieldReferences, type FieldReferences } from './field-references.ts';
import { buildDisplayName } from './select.ts';

/** A field through which rows refer to rows of an entity. */
interface ReferringField {
  /** The entity whose rows refer to the target row. */
  referringEntity: EntityDeclaration;
  field: string;
  /**
   * The FROM clause. The rows of `referringEntity` have the alias `t`. If the field has the kind `refs` or
   * `lines`, its table is joined with the alias `o`.
   */
  from: RawBuilder<unknown>;
  /** The SQL column that holds the id of the target row. */
  targetIdColumn: RawBuilder<unknown>;
}

function findReferringFields(targetEntity: string): ReferringField[] {
  const referringFields: ReferringField[] = [];
  for (const name of entityNames) {
    const referringEntity = entities[name] as EntityDeclaration;
    const referringTable = sql.table(toSnakeCase(name));
    const makeListFieldReferrer = (field: string, column: string): ReferringField => ({
      referringEntity,
      field,
      from: sql`from ${sql.table(getListFieldTableName(name, field))} o join ${referringTable} t on t.factory_id = o.factory_id and t.id = o.owner_id`,
      targetIdColumn: sql.ref(`o.${column}`),
    });
    for (const [field, declaration] of Object.entries(referringEntity.fields)) {
      if (declaration.kind === 'ref' && declaration.to === targetEntity)
        referringFields.push({
          referringEntity,
          field,
          from: sql`from ${referringTable} t`,
          targetIdColumn: sql.ref(`t.${toSnakeCase(field)}`),
        });
      if (declaration.kind === 'refs' && declaration.to === targetEntity)
        referringFields.push(makeListFieldReferrer(field, 'target_id'));
      for (const [key, line] of Object.entries(declaration.of ?? {}))
        if (line.kind === 'ref' && line.to === targetEntity)
          referringFields.push(makeListFieldReferrer(field, toSnakeCase(key)));
    }
  }
  return referringFields;
}

const referringFieldsByEntity = new Map<string, ReferringField[]>();
const getReferringFields = (targetEntity: string): ReferringField[] => {
  const cached = referringFieldsByEntity.get(targetEntity);
  if (cached) return cached;
  const referringFields = findReferringFields(targetEntity);
  referringFieldsByEntity.set(targetEntity, referringFields);
  return referringFields;
};

/** The maximum number of referring rows that an error contains. */
const MAX_LISTED_ROWS = 5;

/**
 * Finds the rows of `ids` to which other undeleted rows refer through one field. Of these rows, it returns
 * the one with the lowest id.
 * @returns the id of the row, and the number of rows that refer to it; null if no row refers to the rows of
 * `ids`
 */
async function findFirstReferencedRow(
  tx: Transaction,
  { referringEntity, from, targetIdColumn }: ReferringField,
  entity: EntityDeclaration,
  ids: readonly number[],
): Promise<{ id: number; count: number } | null> {
  // References between the given rows do not count, because these rows are deleted together.
  const outsideCondition =
    referringEntity.name === entity.name ? sql`and not (t.id = any(${ids}::bigint[]))` : sql``;
  const result = await sql<{ id: number; count: number }>`
    select ${targetIdColumn} as id, count(distinct t.id)::int as count ${from}
    where t.factory_id = ${tx.factoryId} and ${targetIdColumn} = any(${ids}::bigint[]) and t.deleted_at is null ${outsideCondition}
    group by 1 order by 1 limit 1`.execute(tx.db);
  return result.rows[0] ?? null;
}

async function findReferringRows(
  tx: Transaction,
  { referringEntity, from, targetIdColumn }: ReferringField,
  id: number,
): Promise<RowLink[]> {
  const result = await sql<{ id: number; name: string }>`
    select distinct t.id, ${buildDisplayName(referringEntity, 't')} as name ${from}
    where t.factory_id = ${tx.factoryId} and ${targetIdColumn} = ${id} and t.deleted_at is null
    order by t.id limit ${MAX_LISTED_ROWS}`.execute(tx.db);
  return result.rows.map((row) => ({ entity: referringEntity.name, ...row }));
}

/**
 * Refuses to delete rows to which other undeleted rows refer. The error contains up to MAX_LISTED_ROWS
 * referring rows. The caller must have locked the rows to delete.
 * @throws hasChildren, inUse
 */
export async function refuseIfReferenced(
  tx: Transaction,
  entity: EntityDeclaration,
  rows: { id: number; [name: string]: unknown }[],
): Promise<void> {
  const ids = rows.map((row) => row.id);
  for (const referrer of getReferringFields(entity.name)) {
    const referencedRow = await findFirstReferencedRow(tx, referrer, entity, ids);
    if (!referencedRow) continue;
    const referringRows = await findReferringRows(tx, referrer, referencedRow.id);
    const name = String(
      rows.find((row) => row.id === referencedRow.id)?.[entity.shownAs] ?? referencedRow.id,
    );
    const { referringEntity, field } = referrer;
    if (referringEntity.name === entity.name && field === entity.parentField)
      throw makeError('hasChildren', { name, count: referencedRow.count }, undefined, referringRows);
    throw makeError(
      'inUse',
      { name, count: referencedRow.count, entity: markAsTerm(referringEntity.name as TermKey) },
      undefined,
      referringRows,
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
  tx: Transaction,
  fields: FieldMap,
  ...rows: readonly Record<string, unknown>[]
): Promise<void> {
  const referencesByEntity = new Map<string, FieldReferences[]>();
  for (const values of rows) collectFieldReferences(fields, values, referencesByEntity);
  referencesByEntity.delete('storedFile');
  for (const entityName of [...referencesByEntity.keys()].sort()) {
    const references = referencesByEntity.get(entityName)!;
    const ids = [...new Set(references.flatMap((reference) => reference.ids))].sort((a, b) => a - b);
    if (ids.length === 0) continue;
    const result = await sql<{
      id: number;
    }>`select id from ${sql.table(toSnakeCase(getEntity(entityName).name))}
      where factory_id = ${tx.factoryId} and id = any(${ids}::bigint[]) and deleted_at is null
      order by id for key share`.execute(tx.db);
    const existingIds = new Set(result.rows.map((row) => row.id));
    const missingReference = references.find((reference) => reference.ids.some((id) => !existingIds.has(id)));
    if (missingReference) throw makeReferenceMissingError(missingReference.field, missingReference.label);
  }
}
