import { sql } from 'kysely';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { makeError, type RowLink } from '#shared/kernel/errors.ts';
import { getFieldLabel } from '#shared/kernel/fields.ts';
import { hasPermission, getReadPermission } from '#shared/kernel/permissions.ts';
import { entityNames, getEntity } from '#shared/entities/index.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { collectFieldReferences, type FieldReferences } from './field-references.ts';
import { lockReferencedRows } from './references.ts';
import { buildSelectList, buildFromClause, buildDisplayName, toRecord, type ApiRecord } from './select.ts';
import { toSnakeCase } from '../db/names.ts';
import type { Transaction } from '../db/transaction.ts';
import type { Viewer } from '../hooks/hooks.ts';
import { getHooks } from '../hooks/index.ts';
import { isDeletable, listDependentReferences } from './owner-references.ts';

/** A deleted row to restore. */
interface DeletedRecord {
  entity: EntityDeclaration;
  record: ApiRecord;
  name: string;
  deletedAt: string;
  /**
   * Whether the row was deleted together with its owner, and is restored together with the owner.
   */
  isDependent: boolean;
}

type RowsToRestore = Map<string, DeletedRecord>;
const makeRestoreKey = (entity: string, id: number): string => `${entity} ${id}`;

/** Locks rows of an entity, and reads those that are deleted and that the user may see. */
async function lockAndReadDeletedRows(
  tx: Transaction,
  viewer: Viewer,
  entity: EntityDeclaration,
  ids: readonly number[],
  isDependent: boolean,
): Promise<DeletedRecord[]> {
  const scope = getHooks(entity.name).scope?.(viewer) ?? null;
  await sql`select id from ${sql.table(toSnakeCase(entity.name))}
    where factory_id = ${tx.factoryId} and id = any(${ids}::bigint[]) order by id for update`.execute(tx.db);
  const result = await sql<Record<string, unknown>>`
    select ${buildSelectList(entity)}, coalesce(${buildDisplayName(entity, 't')}, t.id::text) as "shown!", t.deleted_at as "deleted!"
    ${buildFromClause(entity)}
    where t.factory_id = ${tx.factoryId} and t.id = any(${ids}::bigint[]) and t.deleted_at is not null
      ${scope ? sql`and ${scope}` : sql``} order by t.id`.execute(tx.db);
  return result.rows.map(({ 'shown!': name, 'deleted!': deletedAt, ...row }) => ({
    entity,
    record: toRecord(row),
    name: String(name),
    deletedAt: String(deletedAt),
    isDependent,
  }));
}

/**
 * Adds the rows that were deleted together with their owner. Such a row refers to its owner in a required
 * field, and has the same deletion time.
 */
async function addDependents(
  tx: Transaction,
  viewer: Viewer,
  owner: DeletedRecord,
  restoreSet: RowsToRestore,
): Promise<void> {
  for (const { field, referringEntity } of listDependentReferences(owner.entity)) {
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(toSnakeCase(referringEntity.name))}
      where factory_id = ${tx.factoryId} and ${sql.ref(toSnakeCase(field))} = ${owner.record.id}
        and deleted_at = ${owner.deletedAt}`.execute(tx.db);
    const newIds = rows
      .map((row) => row.id)
      .filter((id) => !restoreSet.has(makeRestoreKey(referringEntity.name, id)));
    if (newIds.length === 0) continue;
    for (const dependent of await lockAndReadDeletedRows(tx, viewer, referringEntity, newIds, true)) {
      restoreSet.set(makeRestoreKey(referringEntity.name, dependent.record.id), dependent);
      await addDependents(tx, viewer, dependent, restoreSet);
    }
  }
}

/** Finds the deleted rows that a row refers to and that are not in the restore set. */
async function findReferencedDeletedRows(
  tx: Transaction,
  { entity, record }: DeletedRecord,
  restoreSet: RowsToRestore,
): Promise<RowLink[]> {
  const references = new Map<string, FieldReferences[]>();
  collectFieldReferences(entity.fields, record, references);
  const deletedReferences: RowLink[] = [];
  for (const [to, fieldReferences] of references) {
    if (to === 'storedFile') continue;
    const target = getEntity(to);
    const ids = [...new Set(fieldReferences.flatMap((reference) => reference.ids))].filter(
      (id) => !restoreSet.has(makeRestoreKey(to, id)),
    );
    if (ids.length === 0) continue;
    const result = await sql<{
      id: number;
      name: string;
    }>`select t.id, coalesce(${buildDisplayName(target, 't')}, t.id::text) as name
      from ${sql.table(toSnakeCase(to))} t where t.factory_id = ${tx.factoryId} and t.id = any(${ids}::bigint[])
        and t.deleted_at is not null order by t.id`.execute(tx.db);
    deletedReferences.push(...result.rows.map((row) => ({ entity: to, ...row })));
  }
  return deletedReferences;
}

/**
 * Adds deleted rows of an entity to the restore set. It also adds the rows that depend on these rows and
 * were deleted together with them.
 * @throws noPermission if rows of the entity cannot be deleted, or if the user may not read the entity;
 * rowNotFound if a row is not deleted or not visible to the user
 */
async function addDeletedRows(
  tx: Transaction,
  viewer: Viewer,
  entityName: string,
  ids: readonly number[],
  restoreSet: RowsToRestore,
): Promise<void> {
  const entity = getEntity(entityName);
  if (!isDeletable(entity) || !hasPermission(viewer, getReadPermission(entity.permission)))
    throw makeError('noPermission');
  const newIds = ids.filter((id) => !restoreSet.has(makeRestoreKey(entityName, id)));
  const deletedRecords = await lockAndReadDeletedRows(tx, viewer, entity, newIds, false);
  if (deletedRecords.length < newIds.length) throw makeError('rowNotFound');
  for (const deletedRecord of deletedRecords)
    restoreSet.set(makeRestoreKey(entityName, deletedRecord.record.id), deletedRecord);
  for (const deletedRecord of deletedRecords) await addDependents(tx, viewer, deletedRecord, restoreSet);
}

/**
 * Collects the rows to restore: the requested rows, and the rows that depend on them and were deleted
 * together with them.
 * @param withReferences whether deleted rows that a collected row refers to are collected too
 * @throws fieldsInvalid for an unknown entity; referencesDeleted if a collected row refers to a deleted row
 * and `withReferences` is false; and the errors of `addDeletedRows`
 */
async function collectRowsToRestore(
  tx: Transaction,
  viewer: Viewer,
  requestedRows: readonly { entity: string; id: number }[],
  withReferences: boolean,
): Promise<RowsToRestore> {
  const restoreSet: RowsToRestore = new Map();
  for (const name of new Set(requestedRows.map((row) => row.entity))) {
    if (!entityNames.includes(name as never))
      throw makeError('fieldsInvalid', {}, { rows: { reason: 'notAChoice' } });
    const ids = requestedRows.filter((row) => row.entity === name).map((row) => row.id);
    await addDeletedRows(tx, viewer, name, [...new Set(ids)], restoreSet);
  }
  // The loop also visits the rows that it adds, because they may refer to other deleted rows.
  for (const deletedRecord of restoreSet.values()) {
    const deletedReferences = await findReferencedDeletedRows(tx, deletedRecord, restoreSet);
    if (deletedReferences.length === 0) continue;
    if (!withReferences)
      throw makeError(
        'referencesDeleted',
        {
          name: deletedRecord.name,
          count: deletedReferences.length,
          entity: markAsTerm(deletedReferences[0]!.entity as TermKey),
        },
        undefined,
        deletedReferences,
      );
    for (const name of new Set(deletedReferences.map((row) => row.entity)))
      await addDeletedRows(
        tx,
        viewer,
        name,
        deletedReferences.filter((row) => row.entity === name).map((row) => row.id),
        restoreSet,
      );
  }
  return restoreSet;
}

/**
 * Refuses to restore a row if another row now has the same value in a unique field.
 * @throws codeTakenMeanwhile
 */
async function refuseTakenValues(tx: Transaction, { entity, record, name }: DeletedRecord): Promise<void> {
  for (const [field, declaration] of Object.entries(entity.fields)) {
    const value = record[field];
    if (!declaration.unique || value === null || value === undefined) continue;
    const result = await sql<{ id: number; name: string }>`
      select t.id, coalesce(${buildDisplayName(entity, 't')}, t.id::text) as name from ${sql.table(toSnakeCase(entity.name))} t
      where t.factory_id = ${tx.factoryId} and ${sql.ref(`t.${toSnakeCase(field)}`)} = ${value} and t.deleted_at is null
      limit 1`.execute(tx.db);
    const undeletedRow = result.rows[0];
    if (!undeletedRow) continue;
    throw makeError(
      'codeTakenMeanwhile',
      {
        name,
        field: markAsTerm(getFieldLabel(field, declaration)),
        value: String(value),
        by: undeletedRow.name,
      },
      undefined,
      [{ entity: entity.name, ...undeletedRow }],
    );
  }
}

/**
 * Sorts rows so that each row comes after the rows that it refers to. Rows that refer to each other in a
 * circle may come in any order.
 */
function sortByReference(restoreSet: RowsToRestore): DeletedRecord[] {
  const sorted = new Set<DeletedRecord>();
  const visiting = new Set<DeletedRecord>();
  const visit = (deletedRecord: DeletedRecord): void => {
    if (sorted.has(deletedRecord) || visiting.has(deletedRecord)) return;
    visiting.add(deletedRecord);
    const references = new Map<string, FieldReferences[]>();
    collectFieldReferences(deletedRecord.entity.fields, deletedRecord.record, references);
    for (const [to, fieldReferences] of references)
      for (const id of fieldReferences.flatMap((reference) => reference.ids)) {
        const target = restoreSet.get(makeRestoreKey(to, id));
        if (target) visit(target);
      }
    sorted.add(deletedRecord);
  };
  for (const deletedRecord of restoreSet.values()) visit(deletedRecord);
  return [...sorted];
}

/**
 * Restores the requested rows, or throws and restores none. It also restores the owned rows that were deleted
 * together with a requested row. The `beforeSave` hook checks each row, except the rows that were deleted
 * with their owner.
 * @param withReferences whether deleted rows that a restored row refers to are restored too
 * @returns the number of restored rows
 * @throws nothingSelected, fieldsInvalid, rowNotFound, noPermission, referencesDeleted, codeTakenMeanwhile,
 * and the errors of hooks and of `lockReferencedRows`
 */
export async function restoreDeletedRows(
  tx: Transaction,
  viewer: Viewer,
  requestedRows: readonly { entity: string; id: number }[],
  withReferences: boolean,
): Promise<{ restored: number }> {
  if (requestedRows.length === 0) throw makeError('nothingSelected');
  const sortedRecords = sortByReference(
    await collectRowsToRestore(tx, viewer, requestedRows, withReferences),
  );
  const restoredByEntity = new Map<EntityDeclaration, ApiRecord[]>();
  for (const deletedRecord of sortedRecords) {
    const { entity, record } = deletedRecord;
    await refuseTakenValues(tx, deletedRecord);
    if (!deletedRecord.isDependent) await getHooks(entity.name).beforeSave?.(tx, { ...record }, null);
    await lockReferencedRows(tx, entity.fields, record);
    await sql`update ${sql.table(toSnakeCase(entity.name))} set deleted_at = null, version = version + 1,
        updated_at = now(), updated_by = ${tx.name}
      where factory_id = ${tx.factoryId} and id = ${record.id}`.execute(tx.db);
    restoredByEntity.set(entity, [...(restoredByEntity.get(entity) ?? []), record]);
  }
  for (const [entity, rows] of restoredByEntity) {
    await getHooks(entity.name).afterRestore?.(tx, rows);
    for (const row of rows) tx.log({ entity: entity.name, id: row.id, action: 'restore', after: row });
    tx.announce(
      entity.topic ?? 'setting',
      entity.name,
      rows.map((row) => row.id),
    );
  }
  return { restored: sortedRecords.length };
}
