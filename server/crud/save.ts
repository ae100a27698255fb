import { sql } from 'kysely';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { makeError, MesError } from '#shared/kernel/errors.ts';
import { isTableColumn, type FieldMap } from '#shared/kernel/fields.ts';
import { validateRecord } from '#shared/kernel/validate.ts';
import type { CustomColumn } from '#shared/rules/columns.ts';
import { waitForLock } from '../db/lock.ts';
import type { Transaction } from '../db/transaction.ts';
import { toSnakeCase } from '../db/names.ts';
import type { Draft, SavedRow, Viewer } from '../hooks/hooks.ts';
import { getHooks } from '../hooks/index.ts';
import { attachFiles } from './attach-files.ts';
import { loadEntityLayout, applyFormDefaults, refuseMissingFields } from './form-layout.ts';
import { refuseWrongClassifications } from './classification-values.ts';
import { lockCustomColumns } from './custom-columns.ts';
import { mergeCustomValues, type CustomValues } from './custom-values.ts';
import { refuseLookAlikes } from './look-alikes.ts';
import { loadRecord, loadRecords } from './read.ts';
import { refuseDiscontinuedDepartments } from './discontinued.ts';
import { lockReferencedRows } from './references.ts';
import type { ApiRecord } from './select.ts';
import { writeListFieldValues, writeRows } from '../hooks/write-rows.ts';
import { refuseStale } from '../db/refuse-stale.ts';

const savableFieldsByEntity = new WeakMap<EntityDeclaration, FieldMap>();

/**
 * Returns the fields that a save accepts: all fields except the derived ones. Repeated calls for an entity return
 * the same object, because validation caches its schemas by this object.
 */
export function getSavableFields(entity: EntityDeclaration): FieldMap {
  const cachedFields = savableFieldsByEntity.get(entity);
  if (cachedFields) return cachedFields;
  const fields = Object.fromEntries(
    Object.entries(entity.fields).filter(([name]) => !entity.derived?.includes(name)),
  );
  savableFieldsByEntity.set(entity, fields);
  return fields;
}

interface RowChange {
  /** The id of the row; null for a new row. */
  id: number | null;
  /** The version that the caller last read; null for a new row. */
  version: number | null;
  /**
   * The validated values of some fields. Other fields of an existing row keep their values. `custom`
   * contains the values of custom columns by id, which are not validated yet.
   */
  givenValues: Draft;
  /** Whether the values come from an import. An import may fill read-only custom columns. */
  isImport?: true;
}

/** A row that is checked and complete, before it is written. */
export interface PreparedRow {
  id: number | null;
  next: Draft;
  before: ApiRecord | null;
}

interface VersionedRow {
  id: number;
  version: number;
  updatedBy: string;
  updatedAt: string;
}

/**
 * Refuses to modify a row that does not exist or no longer has the version that the caller last read.
 * @throws rowNotFound, stale, fieldsInvalid if the caller gives no version
 */
function refuseOtherVersion(row: VersionedRow | undefined, version: number | null): void {
  if (!row) throw makeError('rowNotFound');
  if (version === null) throw makeError('fieldsInvalid', {}, { version: { reason: 'required' } });
  refuseStale(row, version);
}

/**
 * Runs a step for one of several rows. If the step throws a refusal, the function adds the index of the row
 * to the refusal.
 */
export async function runForRow<T>(rowIndex: number, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof MesError) error.rowIndex ??= rowIndex;
    throw error;
  }
}

/**
 * Locks and reads the rows to be modified, and checks that each still has the version that the caller last
 * read.
 */
async function lockAndReadRows(
  tx: Transaction,
  entity: EntityDeclaration,
  viewer: Viewer,
  changes: readonly RowChange[],
): Promise<Map<number, ApiRecord>> {
  const ids = changes.flatMap(({ id }) => (id === null ? [] : [id]));
  if (ids.length === 0) return new Map();
  const locked = await sql<VersionedRow>`select id, version, updated_by, updated_at
    from ${sql.table(toSnakeCase(entity.name))}
    where factory_id = ${tx.factoryId} and id = any(${ids}::bigint[]) and deleted_at is null
    order by id for update`.execute(tx.db);
  const rows = new Map(locked.rows.map((row) => [row.id, row]));
  for (const [index, { id, version }] of changes.entries()) {
    if (id !== null) await runForRow(index, () => refuseOtherVersion(rows.get(id), version));
  }
  const records = await loadRecords(tx.db, entity, viewer, ids);
  return new Map(records.map((record) => [record.id, record]));
}

/**
 * Refuses rows that are their own ancestors. It reads the rows after they are written. The caller must have
 * locked the tree, so that no other transaction changes it.
 */
async function refuseCycles(
  tx: Transaction,
  entity: EntityDeclaration,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const table = sql.table(toSnakeCase(entity.name));
  const parentColumn = sql.ref(toSnakeCase(entity.parentField!));
  const cyclicRows = await sql<{ id: number }>`with recursive up(start, id) as (
      select id, ${parentColumn} from ${table} where factory_id = ${tx.factoryId} and id = any(${ids}::bigint[])
      union
      select up.start, ${sql.ref(`t.${toSnakeCase(entity.parentField!)}`)} from ${table} t
        join up on t.factory_id = ${tx.factoryId} and t.id = up.id
    ) select id from up where id = start limit 1`.execute(tx.db);
  if (cyclicRows.rows.length > 0)
    throw makeError('cyclicParent', {}, { [entity.parentField!]: { reason: 'notAReference' } });
}

const findListFieldNames = (entity: EntityDeclaration, values: Draft): string[] =>
  Object.entries(entity.fields)
    .filter(([name, field]) => !isTableColumn(field) && name in values)
    .map(([name]) => name);

/** Picks the declared fields and custom values of a record, for hooks and the audit log. */
export const pickDeclaredValues = (entity: EntityDeclaration, record: Draft): Draft => ({
  ...Object.fromEntries(Object.keys(entity.fields).map((name) => [name, record[name] ?? null])),
  ...(entity.customColumns ? { custom: record['custom'] } : {}),
});

/**
 * Completes and checks the values of one row. A new row gets the form defaults.
 * @param completeValues fills in missing values, or throws to refuse the row
 */
export async function prepareRow(
  tx: Transaction,
  entity: EntityDeclaration,
  change: RowChange,
  before: ApiRecord | null,
  customColumns: readonly CustomColumn[],
  completeValues: (next: Draft) => Promise<void> | void,
): Promise<PreparedRow> {
  let next: Draft;
  const layout = await loadEntityLayout(tx, entity);
  const initialValues =
    before || !layout ? change.givenValues : await applyFormDefaults(tx, layout, change.givenValues);
  const { custom, ...givenValues } = initialValues;
  if (before) {
    next = givenValues;
  } else {
    const validated = validateRecord(getSavableFields(entity), givenValues);
    if (validated.problems) throw makeError('fieldsInvalid', {}, validated.problems);
    next = { ...validated.values };
  }
  if (custom !== undefined)
    next['custom'] = mergeCustomValues(customColumns, (before?.['custom'] ?? {}) as CustomValues, custom, {
      isNew: before === null,
      isImport: change.isImport ?? false,
    });
  const allValues: Draft = before ? { ...pickDeclaredValues(entity, before), ...next } : next;
  await completeValues(allValues);
  if (layout) refuseMissingFields(layout, allValues, before ? change.givenValues : null);
  await refuseWrongClassifications(tx, entity.fields, allValues);
  for (const name of Object.keys(allValues)) {
    if (!before || name in next || allValues[name] !== (before[name] ?? null)) next[name] = allValues[name];
  }
  return { id: change.id, next, before };
}

/**
 * Writes rows and the values of their `refs` and `lines` fields, and refuses cycles in a tree.
 * @returns the ids of the rows, in order
 */
export async function writePreparedRows(
  tx: Transaction,
  entity: EntityDeclaration,
  rows: readonly PreparedRow[],
): Promise<number[]> {
  const movedIds = entity.parentField
    ? rows.flatMap(({ id, next }) =>
        id !== null && typeof next[entity.parentField!] === 'number' ? [id] : [],
      )
    : [];
  if (movedIds.length > 0) await waitForLock(tx, 'tree', entity.name);
  const ids = await writeRows(tx, entity, rows);
  await refuseCycles(tx, entity, movedIds);
  const names = new Set(rows.flatMap(({ next }) => findListFieldNames(entity, next)));
  for (const name of names) {
    const listFieldValues = rows.flatMap(({ id, next }, index) =>
      name in next
        ? [{ owner: ids[index]!, rows: next[name] as unknown[], deletesStoredValues: id !== null }]
        : [],
    );
    await writeListFieldValues(tx, entity, name, listFieldValues);
  }
  return ids;
}

/** Locks and loads the custom columns of an entity if one of the changes gives values for them. */
export const lockUsedCustomColumns = async (
  tx: Transaction,
  { customColumns: owner }: EntityDeclaration,
  changes: readonly Pick<RowChange, 'givenValues'>[],
): Promise<CustomColumn[]> =>
  owner && changes.some(({ givenValues }) => givenValues['custom'] !== undefined)
    ? lockCustomColumns(tx, owner)
    : [];

/**
 * Inserts new rows, and updates existing rows with a version check. If the function throws, the caller must
 * roll back the transaction.
 * @returns the saved records as they were before the entity's `afterSave` hook
 * @throws rowNotFound, stale, fieldsInvalid, referenceMissing, cyclicParent, codeLooksAlike,
 * departmentDiscontinued, errors of the entity's hooks, and errors of database constraints
 */
export async function saveRecords(
  tx: Transaction,
  entity: EntityDeclaration,
  viewer: Viewer,
  changes: readonly RowChange[],
): Promise<ApiRecord[]> {
  const hooks = getHooks(entity.name);
  const storedRecordsById = await lockAndReadRows(tx, entity, viewer, changes);
  const customColumns = await lockUsedCustomColumns(tx, entity, changes);
  const rows: PreparedRow[] = [];
  for (const [index, change] of changes.entries()) {
    const before = change.id === null ? null : storedRecordsById.get(change.id)!;
    const runBeforeSave = (next: Draft) => hooks.beforeSave?.(tx, next, before as SavedRow | null);
    rows.push(
      await runForRow(index, () => prepareRow(tx, entity, change, before, customColumns, runBeforeSave)),
    );
  }
  await lockReferencedRows(tx, entity.fields, ...rows.map(({ next }) => next));
  await refuseLookAlikes(tx, entity, rows);
  await attachFiles(tx, entity.fields, rows);
  for (const { next, before } of rows) await refuseDiscontinuedDepartments(tx, entity.fields, next, before);
  const ids = await writePreparedRows(tx, entity, rows);
  const saved = await loadRecords(tx.db, entity, { ...viewer, kind: 'employee' }, ids);
  for (const [index, after] of saved.entries()) {
    const { before } = rows[index]!;
    await runForRow(index, async () => hooks.afterSave?.(tx, after, before as SavedRow | null));
    tx.log({
      entity: entity.name,
      id: after.id,
      action: before ? 'modify' : 'add',
      before: before && pickDeclaredValues(entity, before),
      after: pickDeclaredValues(entity, after),
    });
  }
  tx.announce(entity.topic ?? 'setting', entity.name, ids);
  await tx.settle();
  return saved;
}

/**
 * Inserts a row, or updates an existing row with a version check.
 * @param givenValues as in `RowChange`
 * @returns the saved record, as it is after the entity's `afterSave` hook
 * @throws the same errors as `saveRecords`
 */
export async function saveRecord(
  tx: Transaction,
  entity: EntityDeclaration,
  viewer: Viewer,
  id: number | null,
  version: number | null,
  givenValues: Draft,
): Promise<ApiRecord> {
  const [after] = await saveRecords(tx, entity, viewer, [{ id, version, givenValues }]);
  return getHooks(entity.name).afterSave
    ? loadRecord(tx.db, entity, { ...viewer, kind: 'employee' }, after!.id)
    : after!;
}
