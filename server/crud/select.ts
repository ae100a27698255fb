import { sql, type RawBuilder } from 'kysely';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { isTableColumn, type Field, type FieldMap } from '#shared/kernel/fields.ts';
import { entities, entityNames, getEntity } from '#shared/entities/index.ts';
import { getListFieldTableName, toSnakeCase } from '../db/names.ts';

/**
 * Builds the SQL of the display column of an entity, converted to text. The `shownAs` of the entity names
 * this column.
 */
export function buildDisplayColumn(entity: EntityDeclaration, alias: string): RawBuilder<string> {
  return sql<string>`${sql.ref(`${alias}.${toSnakeCase(entity.shownAs)}`)}::text`;
}

/**
 * Builds the SQL of a row's display name. If the display column is a reference, the display name is the
 * display name of the referenced row.
 */
export function buildDisplayName(entity: EntityDeclaration, alias: string): RawBuilder<string> {
  const field = entity.fields[entity.shownAs];
  if (field?.kind !== 'ref') return buildDisplayColumn(entity, alias);
  const target = getEntity(field.to!);
  return sql<string>`(select ${buildDisplayColumn(target, 'named')} from ${sql.table(toSnakeCase(target.name))} named
    where named.factory_id = ${sql.ref(`${alias}.factory_id`)} and named.id = ${sql.ref(`${alias}.${toSnakeCase(entity.shownAs)}`)})`;
}

/** Builds the SQL of a value inside a JSON document, with timestamps in the format of the API. */
function buildJsonValue(name: string, field: Field, alias: string): RawBuilder<unknown> {
  const column = sql.ref(`${alias}.${toSnakeCase(name)}`);
  return field.kind === 'date' && field.time
    ? sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`${column}`;
}

function buildRefsColumns(entity: EntityDeclaration, name: string, field: Field): RawBuilder<unknown>[] {
  const table = sql.table(getListFieldTableName(entity.name, name));
  const target = getEntity(field.to!);
  const ownerCondition = sql`o.factory_id = t.factory_id and o.owner_id = t.id`;
  return [
    sql`(select coalesce(json_agg(o.target_id order by o.position), '[]'::json) from ${table} o where ${ownerCondition}) as ${sql.ref(toSnakeCase(name))}`,
    sql`(select string_agg(${buildDisplayColumn(target, 'r')}, ', ' order by o.position) from ${table} o
      join ${sql.table(toSnakeCase(target.name))} r on r.factory_id = o.factory_id and r.id = o.target_id
      where ${ownerCondition}) as ${sql.ref(`label_${toSnakeCase(name)}`)}`,
  ];
}

function buildLinesColumn(
  entity: EntityDeclaration,
  name: string,
  lineFields: FieldMap,
): RawBuilder<unknown> {
  const pairs: RawBuilder<unknown>[] = [];
  const labels: RawBuilder<unknown>[] = [];
  for (const [key, field] of Object.entries(lineFields)) {
    pairs.push(sql`${sql.lit(key)}, ${buildJsonValue(key, field, 'o')}`);
    if (field.kind !== 'ref') continue;
    const target = getEntity(field.to!);
    labels.push(sql`${sql.lit(key)}, (select ${buildDisplayColumn(target, 'r')} from ${sql.table(toSnakeCase(target.name))} r
      where r.factory_id = o.factory_id and r.id = ${sql.ref(`o.${toSnakeCase(key)}`)})`);
  }
  if (labels.length > 0) pairs.push(sql`'labels', json_build_object(${sql.join(labels)})`);
  return sql`(select coalesce(json_agg(json_build_object(${sql.join(pairs)}) order by o.position), '[]'::json)
    from ${sql.table(getListFieldTableName(entity.name, name))} o
    where o.factory_id = t.factory_id and o.owner_id = t.id) as ${sql.ref(toSnakeCase(name))}`;
}

/** Returns the alias with which `buildFromClause` joins the row that a field refers to. */
export const getJoinAlias = (name: string): string => `ref_${toSnakeCase(name)}`;

/**
 * Builds the SELECT list of an entity: its columns, the values of its `refs` and `lines` fields, the labels
 * of its references, and its custom values.
 * @param names the fields to select; by default all fields
 */
export function buildSelectList(entity: EntityDeclaration, names?: ReadonlySet<string>): RawBuilder<unknown> {
  const selections: RawBuilder<unknown>[] = [sql`t.id, t.version, t.created_at, t.updated_at, t.updated_by`];
  for (const [name, field] of Object.entries(entity.fields)) {
    if (names && !names.has(name)) continue;
    if (isTableColumn(field)) selections.push(sql.ref(`t.${toSnakeCase(name)}`));
    if (field.kind === 'ref') {
      selections.push(
        sql`${buildDisplayColumn(getEntity(field.to!), getJoinAlias(name))} as ${sql.ref(`label_${toSnakeCase(name)}`)}`,
      );
    }
    if (field.kind === 'refs') selections.push(...buildRefsColumns(entity, name, field));
    if (field.kind === 'lines') selections.push(buildLinesColumn(entity, name, field.of!));
  }
  if (entity.customColumns) selections.push(sql`t.custom_values as custom`);
  return sql.join(selections);
}

/**
 * Builds the FROM clause of an entity. The rows of the entity have the alias `t`, and are joined with the rows to
 * which their `ref` fields refer.
 */
export function buildFromClause(entity: EntityDeclaration): RawBuilder<unknown> {
  const joinClauses = Object.entries(entity.fields)
    .filter(([, field]) => field.kind === 'ref')
    .map(([name, field]) => {
      const alias = getJoinAlias(name);
      return sql`left join ${sql.table(toSnakeCase(field.to!))} as ${sql.ref(alias)}
        on ${sql.ref(`${alias}.factory_id`)} = t.factory_id and ${sql.ref(`${alias}.id`)} = ${sql.ref(`t.${toSnakeCase(name)}`)}`;
    });
  return sql`from ${sql.table(toSnakeCase(entity.name))} as t ${joinClauses.length > 0 ? sql.join(joinClauses, sql` `) : sql``}`;
}

/** A record as the API returns it. */
export type ApiRecord = Record<string, unknown> & {
  id: number;
  version: number;
  createdAt: string;
  updatedAt: string;
  updatedBy: string;
  labels: Record<string, string>;
};

/**
 * Maps the column names that Kysely returns to field names, for the fields whose names contain underscores.
 * The specification prescribes these field names.
 */
const FIELD_NAMES_BY_COLUMN: ReadonlyMap<string, string> = new Map(
  entityNames
    .flatMap((name) => Object.keys(entities[name].fields))
    .filter((field) => field.includes('_'))
    .map((field) => [field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), field]),
);
const getFieldName = (column: string): string => FIELD_NAMES_BY_COLUMN.get(column) ?? column;

const LABEL_COLUMN_PREFIX = 'label';
/**
 * Maps a column name to the name of the field whose label the column holds, or to null if the column holds no
 * label.
 */
const labelFieldsByColumn = new Map<string, string | null>();

function findLabelledField(column: string): string | null {
  const cachedField = labelFieldsByColumn.get(column);
  if (cachedField !== undefined) return cachedField;
  const field = column.startsWith(LABEL_COLUMN_PREFIX)
    ? getFieldName(
        column.charAt(LABEL_COLUMN_PREFIX.length).toLowerCase() +
          column.slice(LABEL_COLUMN_PREFIX.length + 1),
      )
    : null;
  labelFieldsByColumn.set(column, field);
  return field;
}

/** Replaces null by 0 in the references whose declaration has `zero`, as the specification demands. */
export function replaceEmptyReferencesByZero<R extends ApiRecord>(entity: EntityDeclaration, record: R): R {
  const emptyFieldNames = Object.keys(entity.fields).filter(
    (name) => entity.fields[name]!.zero && record[name] === null,
  );
  return emptyFieldNames.length === 0
    ? record
    : { ...record, ...Object.fromEntries(emptyFieldNames.map((name) => [name, 0])) };
}

/** Converts a database row to a record, with the label columns in `labels`. */
export function toRecord(row: Record<string, unknown>): ApiRecord {
  const labels: Record<string, string> = {};
  const record: Record<string, unknown> = {};
  for (const column in row) {
    const field = findLabelledField(column);
    if (field === null) record[getFieldName(column)] = row[column];
    else if (typeof row[column] === 'string') labels[field] = row[column];
  }
  record['labels'] = labels;
  return record as ApiRecord;
}
