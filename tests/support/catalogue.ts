import type pg from 'pg';

interface DatabaseColumn {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  default: string | null;
}
interface ForeignKey {
  table: string;
  columns: string[];
  target: string;
  targetColumns: string[];
  onDelete: string;
}
interface UniqueConstraint {
  table: string;
  columns: string[];
  condition: string | null;
}
interface CheckConstraint {
  table: string;
  columns: string[];
  text: string;
}
/** The columns and constraints of the tables of a database. */
export interface DatabaseCatalogue {
  columns: DatabaseColumn[];
  foreignKeys: ForeignKey[];
  uniques: UniqueConstraint[];
  checks: CheckConstraint[];
  primaryKeys: Map<string, string[]>;
}

/** Reads the columns and constraints of the database from its system catalogue. */
export async function readDatabaseCatalogue(pool: pg.Pool): Promise<DatabaseCatalogue> {
  const queryRows = async <T>(text: string) => (await pool.query(text)).rows as T[];
  const buildKeyColumnsSql = (key: string, relation: string) =>
    `array(select a.attname::text from unnest(${key}) with ordinality k(num, at)
      join pg_attribute a on a.attrelid = ${relation} and a.attnum = k.num order by k.at)`;
  const columns =
    await queryRows<DatabaseColumn>(`select table_name::text as table, column_name::text as name,
    case when data_type = 'numeric' then format('numeric(%s,%s)', numeric_precision, numeric_scale) else data_type::text end as type,
    is_nullable = 'YES' as nullable, column_default::text as default
    from information_schema.columns where table_schema = 'public' and table_name not in (select viewname from pg_views) order by ordinal_position`);
  const foreignKeys =
    await queryRows<ForeignKey>(`select conrelid::regclass::text as table, confrelid::regclass::text as target,
    ${buildKeyColumnsSql('conkey', 'conrelid')} as columns, ${buildKeyColumnsSql('confkey', 'confrelid')} as "targetColumns", confdeltype::text as "onDelete"
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  const uniques =
    await queryRows<UniqueConstraint>(`select indrelid::regclass::text as table, pg_get_expr(indpred, indrelid) as condition,
    ${buildKeyColumnsSql('indkey', 'indrelid')} as columns
    from pg_index where indisunique and not indisprimary and indrelid::regclass::text !~ '^pg_'`);
  const checks =
    await queryRows<CheckConstraint>(`select conrelid::regclass::text as table, ${buildKeyColumnsSql('conkey', 'conrelid')} as columns,
    pg_get_constraintdef(oid) as text from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`);
  const primaryKeyRows = await queryRows<{
    table: string;
    columns: string[];
  }>(`select conrelid::regclass::text as table,
    ${buildKeyColumnsSql('conkey', 'conrelid')} as columns from pg_constraint where contype = 'p' and connamespace = 'public'::regnamespace`);
  return {
    columns,
    foreignKeys,
    uniques,
    checks,
    primaryKeys: new Map(primaryKeyRows.map((row) => [row.table, row.columns])),
  };
}
