import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sql } from 'kysely';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import type { Db } from '../db/database.ts';
import { toSnakeCase } from '../db/names.ts';
import { getHooks } from '../hooks/index.ts';
import type { Viewer } from '../hooks/hooks.ts';
import { addCustomFieldsIfUsed } from './custom-columns.ts';
import { buildListCondition, buildListSorting, buildSearchSorting } from './filter.ts';
import { buildSelectList, buildFromClause, buildDisplayColumn, toRecord, type ApiRecord } from './select.ts';

/** The number of rows of a long list that are read before the server handles other requests. */
const ROWS_PER_SLICE = 2000;

export const MAX_PAGE_ROWS = 500;

/**
 * The parameters of a request for rows of a list. The types of the parameters are validated, but not the names and
 * values in `filter` and `sort`.
 */
interface PageRequest {
  filter: Record<string, unknown>;
  search: string | null;
  sort: string | null;
  offset: number;
  limit: number;
}

/** Builds the WHERE and ORDER BY clauses of a list, limited to the rows that the viewer may see. */
export async function buildListClauses(
  db: Db,
  entity: EntityDeclaration,
  viewer: Viewer,
  request: Pick<PageRequest, 'filter' | 'search' | 'sort'>,
) {
  const scope = getHooks(entity.name).scope?.(viewer) ?? null;
  const sort = request.sort ?? entity.sort;
  const extendedEntity = await addCustomFieldsIfUsed(db, viewer.factoryId, entity, [
    ...Object.keys(request.filter),
    sort.replace(/^-/, ''),
  ]);
  return {
    where: buildListCondition(
      extendedEntity,
      viewer.factoryId,
      viewer.zone,
      request.filter,
      request.search,
      scope,
    ),
    orderBy: buildListSorting(extendedEntity, sort),
  };
}

/** Loads one page of an entity's rows, and counts the rows of all pages. */
export async function loadPage(
  db: Db,
  entity: EntityDeclaration,
  viewer: Viewer,
  request: PageRequest,
): Promise<PageAnswer<ApiRecord>> {
  const { where, orderBy } = await buildListClauses(db, entity, viewer, request);
  const rowsQuery = sql<
    Record<string, unknown>
  >`select ${buildSelectList(entity)} ${buildFromClause(entity)} where ${where}
    order by ${orderBy} limit ${request.limit} offset ${request.offset}`.execute(db);
  const countQuery = sql<{
    total: number;
  }>`select count(*) as total from ${sql.table(toSnakeCase(entity.name))} as t
    where ${where}`.execute(db);
  const [rowsResult, countResult] = await Promise.all([rowsQuery, countQuery]);
  return { rows: rowsResult.rows.map(toRecord), total: countResult.rows[0]!.total };
}

/**
 * Loads the ids of the rows of a list, in the order of the list.
 * @param maxCount the maximum number of rows that the caller accepts; if the list is longer, the result has
 * one id more than `maxCount`
 */
export async function loadRowIds(
  db: Db,
  entity: EntityDeclaration,
  viewer: Viewer,
  request: Pick<PageRequest, 'filter' | 'search' | 'sort'>,
  maxCount: number,
): Promise<number[]> {
  const { where, orderBy } = await buildListClauses(db, entity, viewer, request);
  const result = await sql<{ id: number }>`select t.id ${buildFromClause(entity)} where ${where}
    order by ${orderBy} limit ${maxCount + 1}`.execute(db);
  return result.rows.map((row) => row.id);
}

/**
 * Loads rows by id. It leaves out deleted rows, rows of other factories, and rows that the viewer may not see.
 * @param names the fields to load; by default all fields
 */
export async function loadRowsById(
  db: Db,
  entity: EntityDeclaration,
  viewer: Viewer,
  ids: readonly number[],
  names?: ReadonlySet<string>,
): Promise<Map<number, ApiRecord>> {
  if (ids.length === 0) return new Map();
  const scope = getHooks(entity.name).scope?.(viewer) ?? null;
  const where = buildListCondition(entity, viewer.factoryId, viewer.zone, {}, null, scope);
  const result = await sql<
    Record<string, unknown>
  >`select ${buildSelectList(entity, names)} ${buildFromClause(entity)}
    where ${where} and t.id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(result.rows.map((row) => [row['id'] as number, toRecord(row)]));
}

/**
 * Loads rows by id, in the order of the ids.
 * @throws rowNotFound if a row is deleted, belongs to another factory, or may not be seen by the viewer
 */
export async function loadRecords(
  db: Db,
  entity: EntityDeclaration,
  viewer: Viewer,
  ids: readonly number[],
): Promise<ApiRecord[]> {
  const recordsById = await loadRowsById(db, entity, viewer, ids);
  return ids.map((id) => {
    const record = recordsById.get(id);
    if (!record) throw makeError('rowNotFound');
    return record;
  });
}

/**
 * Loads one row.
 * @throws rowNotFound if the row is deleted, belongs to another factory, or may not be seen by the viewer
 */
export async function loadRecord(
  db: Db,
  entity: EntityDeclaration,
  viewer: Viewer,
  id: number,
): Promise<ApiRecord> {
  return (await loadRecords(db, entity, viewer, [id]))[0]!;
}

/**
 * The fields in the short form of a row, if the entity has them. The short form also contains the id, the label
 * and, in a tree, the parent.
 */
export const PICKER_ROW_FIELDS: ReadonlySet<string> = new Set(['code', 'name', 'seq']);

/** The short form of a row for pickers. */
type PickerRow = { id: number; label: string } & Record<string, unknown>;

/** Loads the rows of a picker or of a reference list, in their short form. */
export async function loadPickerRows(
  db: Db,
  entity: EntityDeclaration,
  viewer: Viewer,
  request: { search: string | null; ids: number[]; limit: number; filter: Record<string, unknown> },
): Promise<PickerRow[]> {
  const scope = getHooks(entity.name).scope?.(viewer) ?? null;
  const filter = request.ids.length > 0 ? { ...request.filter, id: request.ids } : request.filter;
  const where = buildListCondition(entity, viewer.factoryId, viewer.zone, filter, request.search, scope);
  const names = [...PICKER_ROW_FIELDS, entity.parentField ?? ''].filter((name) => name in entity.fields);
  const columns = [
    sql`t.id`,
    sql`${buildDisplayColumn(entity, 't')} as label`,
    ...names.map((name) => sql.ref(`t.${toSnakeCase(name)}`)),
  ];
  const from = buildFromClause(entity);
  const listOrder = buildListSorting(entity, entity.sort);
  const orderBy = request.search
    ? sql`${buildSearchSorting(entity, request.search)}, ${listOrder}`
    : listOrder;
  if (request.limit <= ROWS_PER_SLICE) {
    const result = await sql<PickerRow>`select ${sql.join(columns)} ${from} where ${where}
      order by ${orderBy} limit ${request.limit}`.execute(db);
    return result.rows;
  }
  // One statement reads the ids in order. Further statements read the rows in slices, and the server handles
  // other calls between two slices.
  const idResult = await sql<{ ids: string | null }>`select string_agg(id::text, ',') as ids
    from (select t.id ${from} where ${where} order by ${orderBy} limit ${request.limit}) listed`.execute(db);
  const ids = idResult.rows[0]?.ids?.split(',') ?? [];
  const rows: PickerRow[] = [];
  for (let start = 0; start < ids.length; start += ROWS_PER_SLICE) {
    const slice = ids.slice(start, start + ROWS_PER_SLICE);
    const sliceResult = await sql<PickerRow>`select ${sql.join(columns)} ${from}
      join unnest(${slice}::bigint[]) with ordinality as slice (id, place) on slice.id = t.id
      where t.factory_id = ${viewer.factoryId} order by slice.place`.execute(db);
    rows.push(...sliceResult.rows);
    await yieldToEventLoop();
  }
  return rows;
}
