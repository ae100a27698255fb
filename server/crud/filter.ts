import { sql, type RawBuilder } from 'kysely';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { isTableColumn, type Field } from '#shared/kernel/fields.ts';
import { buildFieldSchema } from '#shared/kernel/validate.ts';
import { getEntity } from '#shared/entities/index.ts';
import { makeContainsPattern } from '../db/like-pattern.ts';
import { getListFieldTableName, toSnakeCase } from '../db/names.ts';
import { buildColumnSql } from './custom-columns.ts';
import { getJoinAlias, buildDisplayColumn } from './select.ts';

type SqlFragment = RawBuilder<unknown>;

/**
 * The smallest number in a filter. It replaces the `min` of the field, because a filter may compare the field with
 * a number that the field itself cannot have.
 */
const MIN_FILTER_NUMBER = -9_999_999_999;

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** Finds a declared field, ignoring inherited names such as `constructor`. */
const findDeclaredField = (entity: EntityDeclaration, name: string): Field | undefined =>
  Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;

function parseFilterValue(name: string, field: Field, raw: unknown): unknown {
  const parsed = buildFieldSchema({
    ...field,
    required: true,
    initial: undefined,
    min: field.kind === 'number' ? MIN_FILTER_NUMBER : undefined,
  }).safeParse(raw);
  if (parsed.success) return parsed.data;
  throw makeError('fieldsInvalid', {}, { [`filter.${name}`]: { reason: 'notAChoice' } });
}

/**
 * Converts a filter value, a day or an instant, to an SQL timestamp. A day becomes its first moment in the
 * factory's time zone.
 * @param days the number of days to add to a day; ignored for an instant
 */
function buildTimestampSql(
  name: string,
  field: Field,
  raw: unknown,
  zone: string,
  days: number,
): RawBuilder<unknown> {
  return typeof raw === 'string' && DAY_PATTERN.test(raw)
    ? sql`((${parseFilterValue(name, { ...field, time: false }, raw)}::date + ${days}::int)::timestamp at time zone ${zone})`
    : sql`${parseFilterValue(name, field, raw)}::timestamptz`;
}

function buildRangeCondition(
  name: string,
  field: Field,
  column: SqlFragment,
  raw: { from?: unknown; to?: unknown },
  zone: string,
): SqlFragment {
  const limits: SqlFragment[] = [];
  const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';
  if (field.time) {
    if (isGiven(raw.from))
      limits.push(sql`${column} >= ${buildTimestampSql(name, field, raw.from, zone, 0)}`);
    if (isGiven(raw.to)) limits.push(sql`${column} < ${buildTimestampSql(name, field, raw.to, zone, 1)}`);
  } else {
    if (isGiven(raw.from)) limits.push(sql`${column} >= ${parseFilterValue(name, field, raw.from)}`);
    if (isGiven(raw.to)) limits.push(sql`${column} <= ${parseFilterValue(name, field, raw.to)}`);
  }
  return limits.length > 0 ? sql`(${sql.join(limits, sql` and `)})` : sql`true`;
}

function buildFilterCondition(
  entity: EntityDeclaration,
  name: string,
  raw: unknown,
  zone: string,
): SqlFragment {
  if (name === 'id') {
    const ids = (Array.isArray(raw) ? raw : [raw]).map((id) =>
      parseFilterValue('id', { kind: 'ref', required: true, unique: false }, id),
    );
    return sql`t.id = any(${ids}::bigint[])`;
  }
  const field = findDeclaredField(entity, name);
  if (!field || field.kind === 'lines' || field.kind === 'file') {
    throw makeError('fieldsInvalid', {}, { [`filter.${name}`]: { reason: 'unknown' } });
  }
  const column: SqlFragment = buildColumnSql(name, field.kind);
  if (field.kind === 'refs') {
    const ids = (Array.isArray(raw) ? raw : [raw]).map((id) =>
      parseFilterValue(name, { ...field, kind: 'ref' }, id),
    );
    return sql`exists (select 1 from ${sql.table(getListFieldTableName(entity.name, name))} o
      where o.factory_id = t.factory_id and o.owner_id = t.id and o.target_id = any(${ids}::bigint[]))`;
  }
  if (raw === null || (field.zero && (raw === 0 || raw === '0'))) return sql`${column} is null`;
  if (Array.isArray(raw)) {
    if (raw.length > 500)
      throw makeError(
        'fieldsInvalid',
        {},
        { [`filter.${name}`]: { reason: 'tooMany', params: { max: 500 } } },
      );
    const values = raw.map((value) => parseFilterValue(name, field, value));
    return values.length > 0 ? sql`${column} in (${sql.join(values)})` : sql`false`;
  }
  if (typeof raw === 'object') return buildRangeCondition(name, field, column, raw, zone);
  if (field.kind === 'text')
    return sql`${column} ilike ${makeContainsPattern(parseFilterValue(name, field, raw) as string)}`;
  if (field.time) return buildRangeCondition(name, field, column, { from: raw, to: raw }, zone);
  return sql`${column} = ${parseFilterValue(name, field, raw)}`;
}

/** The maximum number of filters in the list `anyOf`. */
const MAX_ALTERNATIVES = 10;

/**
 * Builds the conditions of a filter, all of which a row must match. The filters in the list `anyOf` are alternatives: a
 * row must match one of them.
 */
function buildFilterConditions(
  entity: EntityDeclaration,
  { anyOf, ...filter }: Record<string, unknown>,
  zone: string,
): SqlFragment[] {
  const conditions = Object.entries(filter).map(([name, raw]) =>
    buildFilterCondition(entity, name, raw, zone),
  );
  if (anyOf === undefined) return conditions;
  const isFilter = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
  if (
    !Array.isArray(anyOf) ||
    anyOf.length > MAX_ALTERNATIVES ||
    !anyOf.every(isFilter) ||
    anyOf.length === 0
  )
    throw makeError('fieldsInvalid', {}, { 'filter.anyOf': { reason: 'notAChoice' } });
  const alternatives = anyOf.map((alternative) =>
    sql.join(
      Object.entries(alternative).map(([name, raw]) => buildFilterCondition(entity, name, raw, zone)),
      sql` and `,
    ),
  );
  return [...conditions, sql`(${sql.join(alternatives, sql` or `)})`];
}

/** Returns the names of the text fields with which the search text of a list is compared. */
const findSearchableFields = (entity: EntityDeclaration): string[] =>
  [...new Set(['code', 'name', entity.shownAs])].filter((name) => entity.fields[name]?.kind === 'text');

/**
 * Builds the WHERE condition of a list. It selects the rows of the factory that are not deleted, are in the
 * scope, and match all filters and the search text.
 * @param scope the condition for the rows that the viewer may see; null for all rows
 * @throws fieldsInvalid if a filter has an unknown field or an invalid value
 */
export function buildListCondition(
  entity: EntityDeclaration,
  factoryId: number,
  zone: string,
  filter: Record<string, unknown>,
  search: string | null,
  scope: SqlFragment | null,
): SqlFragment {
  const conditions: SqlFragment[] = [sql`t.factory_id = ${factoryId}`, sql`t.deleted_at is null`];
  if (scope) conditions.push(scope);
  conditions.push(...buildFilterConditions(entity, filter, zone));
  if (search) {
    const names = findSearchableFields(entity);
    if (names.length > 0) {
      const searchConditions = names.map(
        (name) => sql`${sql.ref(`t.${toSnakeCase(name)}`)} ilike ${makeContainsPattern(search)}`,
      );
      conditions.push(sql`(${sql.join(searchConditions, sql` or `)})`);
    }
  }
  return sql.join(conditions, sql` and `);
}

/**
 * Builds an ORDER BY expression for a search. Rows in which a searched field equals the search text come
 * first, then rows in which a searched field begins with the search text. Upper and lower case count as
 * equal.
 */
export function buildSearchSorting(entity: EntityDeclaration, search: string): SqlFragment {
  const lowerCaseColumns = findSearchableFields(entity).map(
    (name) => sql`lower(${sql.ref(`t.${toSnakeCase(name)}`)})`,
  );
  // PostgreSQL would read a bare number in ORDER BY as the position of a result column.
  if (lowerCaseColumns.length === 0) return sql`null::integer`;
  const lowerCaseSearch = sql`lower(${search.trim()}::text)`;
  return sql`least(${sql.join(
    lowerCaseColumns.map(
      (column) =>
        sql`case when ${column} = ${lowerCaseSearch} then 0 when starts_with(${column}, ${lowerCaseSearch}) then 1 else 2 end`,
    ),
  )})`;
}

/**
 * Builds the ORDER BY clause of a list. A leading '-' in `sort` means descending. Rows with equal values are
 * sorted by id, so that no row is on two pages.
 * @throws fieldsInvalid if the list cannot be sorted by this field
 */
export function buildListSorting(entity: EntityDeclaration, sort: string): SqlFragment {
  const isDescending = sort.startsWith('-');
  const name = isDescending ? sort.slice(1) : sort;
  const direction = isDescending ? sql`desc` : sql`asc`;
  if (name === 'id') return sql`t.id ${direction}`;
  const field = findDeclaredField(entity, name);
  const isBaseColumn = name === 'createdAt' || name === 'updatedAt' || name === 'updatedBy';
  if (!isBaseColumn && (!field || !isTableColumn(field)))
    throw makeError('fieldsInvalid', {}, { sort: { reason: 'notAChoice' } });
  const column =
    field?.kind === 'ref'
      ? buildDisplayColumn(getEntity(field.to!), getJoinAlias(name))
      : buildColumnSql(name, field?.kind ?? 'text');
  // For a column that is never null, `nulls last` is left out. PostgreSQL can then sort with an index.
  const isNeverNull =
    isBaseColumn || (field!.required && field!.kind !== 'ref' && field!.title === undefined);
  return isNeverNull
    ? sql`${column} ${direction}, t.id ${direction}`
    : sql`${column} ${direction} nulls last, t.id ${direction}`;
}
