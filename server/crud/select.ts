import { sql, type RawBuilder } from 'kysely';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { isColumn, type Field, type FieldMap } from '#shared/kernel/fields.ts';
import { entityOf } from '#shared/entities/index.ts';
import { ownedTable, snake } from '../db/names.ts';

/** The display column of an entity, as text. */
export function shownColumn(entity: EntityDeclaration, alias: string): RawBuilder<string> {
  return sql<string>`${sql.ref(`${alias}.${snake(entity.shownAs)}`)}::text`;
}

/**
 * The display name of a row. If the display column is a reference, the name is that of the
 * referenced row.
 */
export function nameColumn(entity: EntityDeclaration, alias: string): RawBuilder<string> {
  const field = entity.fields[entity.shownAs];
  if (field?.kind !== 'ref') return shownColumn(entity, alias);
  const target = entityOf(field.to!);
  return sql<string>`(select ${shownColumn(target, 'named')} from ${sql.table(snake(target.name))} named
    where named.factory_id = ${sql.ref(`${alias}.factory_id`)} and named.id = ${sql.ref(`${alias}.${snake(entity.shownAs)}`)})`;
}

/** The SQL of a value inside a JSON document. It writes timestamps in the format of the API. */
function jsonValue(name: string, field: Field, alias: string): RawBuilder<unknown> {
  const column = sql.ref(`${alias}.${snake(name)}`);
  return field.kind === 'date' && field.time
    ? sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`${column}`;
}

function refsJson(entity: EntityDeclaration, name: string, field: Field): RawBuilder<unknown>[] {
  const table = sql.table(ownedTable(entity.name, name));
  const target = entityOf(field.to!);
  const mine = sql`o.factory_id = t.factory_id and o.owner_id = t.id`;
  return [
    sql`(select coalesce(json_agg(o.target_id order by o.position), '[]'::json) from ${table} o where ${mine}) as ${sql.ref(snake(name))}`,
    sql`(select string_agg(${shownColumn(target, 'r')}, ', ' order by o.position) from ${table} o
      join ${sql.table(snake(target.name))} r on r.factory_id = o.factory_id and r.id = o.target_id
      where ${mine}) as ${sql.ref(`label_${snake(name)}`)}`,
  ];
}

function linesJson(entity: EntityDeclaration, name: string, of: FieldMap): RawBuilder<unknown> {
  const pairs: RawBuilder<unknown>[] = [];
  const labels: RawBuilder<unknown>[] = [];
  for (const [key, field] of Object.entries(of)) {
    pairs.push(sql`${sql.lit(key)}, ${jsonValue(key, field, 'o')}`);
    if (field.kind !== 'ref') continue;
    const target = entityOf(field.to!);
    labels.push(sql`${sql.lit(key)}, (select ${shownColumn(target, 'r')} from ${sql.table(snake(target.name))} r
      where r.factory_id = o.factory_id and r.id = ${sql.ref(`o.${snake(key)}`)})`);
  }
  if (labels.length > 0) pairs.push(sql`'labels', json_build_object(${sql.join(labels)})`);
  return sql`(select coalesce(json_agg(json_build_object(${sql.join(pairs)}) order by o.position), '[]'::json)
    from ${sql.table(ownedTable(entity.name, name))} o
    where o.factory_id = t.factory_id and o.owner_id = t.id) as ${sql.ref(snake(name))}`;
}

/** The join alias of a referenced row. */
export const refAlias = (name: string): string => `ref_${snake(name)}`;

/**
 * The SELECT list of an entity: its columns, owned rows and the labels of its references.
 * @param names the fields to select; by default all fields
 */
export function columnsOf(entity: EntityDeclaration, names?: ReadonlySet<string>): RawBuilder<unknown> {
  const found: RawBuilder<unknown>[] = [sql`t.id, t.version, t.created_at, t.updated_at, t.updated_by`];
  for (const [name, field] of Object.entries(entity.fields)) {
    if (names && !names.has(name)) continue;
    if (isColumn(field)) found.push(sql.ref(`t.${snake(name)}`));
    if (field.kind === 'ref') {
      found.push(
        sql`${shownColumn(entityOf(field.to!), refAlias(name))} as ${sql.ref(`label_${snake(name)}`)}`,
      );
    }
    if (field.kind === 'refs') found.push(...refsJson(entity, name, field));
    if (field.kind === 'lines') found.push(linesJson(entity, name, field.of!));
  }
  if (entity.customColumns) found.push(sql`t.custom_values as custom`);
  return sql.join(found);
}

/**
 * The FROM clause of an entity. Its rows have the alias `t` and are joined with the rows that they
 * refer to.
 */
export function fromOf(entity: EntityDeclaration): RawBuilder<unknown> {
  const joins = Object.entries(entity.fields)
    .filter(([, field]) => field.kind === 'ref')
    .map(([name, field]) => {
      const alias = refAlias(name);
      return sql`left join ${sql.table(snake(field.to!))} as ${sql.ref(alias)}
        on ${sql.ref(`${alias}.factory_id`)} = t.factory_id and ${sql.ref(`${alias}.id`)} = ${sql.ref(`t.${snake(name)}`)}`;
    });
  return sql`from ${sql.table(snake(entity.name))} as t ${joins.length > 0 ? sql.join(joins, sql` `) : sql``}`;
}

/** A record as the API returns it. */
export type AnyRecord = Record<string, unknown> & {
  id: number;
  version: number;
  updatedAt: string;
  updatedBy: string;
  labels: Record<string, string>;
};

const LABEL = 'label';
/** Maps each column name to the field whose label the column holds; null if it holds no label. */
const labelled = new Map<string, string | null>();

function labelledField(column: string): string | null {
  const known = labelled.get(column);
  if (known !== undefined) return known;
  const field = column.startsWith(LABEL)
    ? column.charAt(LABEL.length).toLowerCase() + column.slice(LABEL.length + 1)
    : null;
  labelled.set(column, field);
  return field;
}

/** Converts a database row to a record. It moves the label columns into `labels`. */
export function toRecord(row: Record<string, unknown>): AnyRecord {
  const labels: Record<string, string> = {};
  const record: Record<string, unknown> = {};
  for (const column in row) {
    const field = labelledField(column);
    if (field === null) record[column] = row[column];
    else if (typeof row[column] === 'string') labels[field] = row[column];
  }
  record['labels'] = labels;
  return record as AnyRecord;
}
