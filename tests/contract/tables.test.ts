import { beforeAll, describe, expect, test } from 'vitest';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { Field, FieldMap } from '#shared/kernel/fields.ts';
import { entities, entityNames } from '#shared/entities/index.ts';
import { readDatabaseCatalogue, type DatabaseCatalogue } from '#tests/support/catalogue.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the PostgreSQL type of a declared field that has a column. */
function getColumnType(field: Field): string {
  if (field.kind === 'number') return field.decimals === 0 ? 'integer' : 'numeric(14,4)';
  if (field.kind === 'date') return field.time ? 'timestamp with time zone' : 'date';
  if (field.kind === 'flag') return 'boolean';
  return field.kind === 'ref' || field.kind === 'file' ? 'bigint' : 'text';
}

/** The columns that the table of every entity has besides its fields. */
const BASE_COLUMNS: Record<string, [type: string, nullable: boolean]> = {
  factory_id: ['bigint', false],
  id: ['bigint', false],
  version: ['integer', false],
  created_at: ['timestamp with time zone', false],
  created_by: ['text', false],
  updated_at: ['timestamp with time zone', false],
  updated_by: ['text', false],
  deleted_at: ['timestamp with time zone', true],
};
const OWNED_ROW_COLUMNS: Record<string, [type: string, nullable: boolean]> = {
  factory_id: ['bigint', false],
  owner_id: ['bigint', false],
  position: ['integer', false],
};

/** The additional column of an entity to which a factory may add custom columns. */
const CUSTOM_VALUE_COLUMNS: Record<string, [type: string, nullable: boolean]> = {
  custom_values: ['jsonb', false],
};

interface ExpectedTable {
  table: string;
  base: Record<string, [string, boolean]>;
  fields: FieldMap;
  owner: string | null;
}

/** Lists the tables of an entity: its main table, and one table for each `refs` or `lines` field. */
function listExpectedTables(entity: EntityDeclaration): ExpectedTable[] {
  const table = toSnakeCase(entity.name);
  const columnFields = Object.entries(entity.fields).filter(
    ([, field]) => field.kind !== 'refs' && field.kind !== 'lines',
  );
  const tableFields = Object.entries(entity.fields).filter(
    ([, field]) => field.kind === 'refs' || field.kind === 'lines',
  );
  return [
    {
      table,
      base: entity.customColumns ? { ...BASE_COLUMNS, ...CUSTOM_VALUE_COLUMNS } : BASE_COLUMNS,
      fields: Object.fromEntries(columnFields),
      owner: null,
    },
    ...tableFields.map(([name, field]) => ({
      table: `${table}_${toSnakeCase(name)}`,
      base: OWNED_ROW_COLUMNS,
      fields:
        field.kind === 'lines'
          ? field.of!
          : { targetId: { kind: 'ref', to: field.to!, required: true, unique: false } as const },
      owner: table,
    })),
  ];
}

const expectedTables = entityNames.flatMap((name) => listExpectedTables(entities[name]));
const fieldColumns = expectedTables.flatMap(({ table, fields }) =>
  Object.entries(fields).map(([name, field]) => ({ table, column: toSnakeCase(name), field })),
);

/** The factory table. The id of a factory is also its factory_id. Its code is unique in the whole database. */
const FACTORY_TABLE = 'factory';

/** Tables whose primary key does not begin with the factory. */
const GLOBAL_TABLES = new Set([
  'factory',
  'migration',
  'login_code',
  'wall_pairing',
  'login_attempt',
  'wire_key',
  'feed_meta',
  'session',
  'feed',
  'feed_head',
  'poll_lease',
  'job',
  'job_run',
]);

describeForEachDatabase('the database', (database) => {
  let catalogue: DatabaseCatalogue;
  beforeAll(async () => {
    catalogue = await readDatabaseCatalogue((await database.open()).pool);
  });

  test('has a table for every entity and for all that it owns', () => {
    const tableNames = new Set(catalogue.columns.map((column) => column.table));
    expect(expectedTables.filter(({ table }) => !tableNames.has(table)).map(({ table }) => table)).toEqual(
      [],
    );
    expectItemsChecked('tables', expectedTables.length);
  });

  test.each(expectedTables)(
    '$table has exactly the declared columns, of their types',
    ({ table, base, fields }) => {
      const wantedColumns = new Map(
        Object.entries(base).map(([name, [type, nullable]]) => [
          name,
          `${type}${nullable ? '' : ' not null'}`,
        ]),
      );
      for (const [name, field] of Object.entries(fields))
        wantedColumns.set(toSnakeCase(name), `${getColumnType(field)}${field.required ? ' not null' : ''}`);
      const found = catalogue.columns.filter((column) => column.table === table);
      const foundColumns = found.map(
        (column) => [column.name, `${column.type}${column.nullable ? '' : ' not null'}`] as [string, string],
      );
      expect(Object.fromEntries(foundColumns)).toEqual(Object.fromEntries(wantedColumns));
    },
  );

  test('every initial value is the column’s default', () => {
    const columnsWithInitial = fieldColumns.filter(({ field }) => field.initial !== undefined);
    const wrong = columnsWithInitial.filter(({ table, column, field }) => {
      const text = catalogue.columns.find((one) => one.table === table && one.name === column)?.default ?? '';
      const defaultText = text.replace(/::[a-z ]+(\(\d+,\d+\))?$/, '').replace(/^'(.*)'$/, '$1');
      return typeof field.initial === 'number'
        ? Number(defaultText) !== field.initial || defaultText === ''
        : defaultText !== String(field.initial);
    });
    expect(wrong.map(({ table, column }) => `${table}.${column}`)).toEqual([]);
    expectItemsChecked('defaults', columnsWithInitial.length);
  });

  test('every reference is a foreign key that carries the factory', () => {
    const refs = fieldColumns.filter(({ field }) => field.kind === 'ref' || field.kind === 'file');
    for (const { table, column, field } of refs) {
      const target = field.kind === 'file' ? 'stored_file' : toSnakeCase(field.to!);
      expect(catalogue.foreignKeys, `${table}.${column}`).toContainEqual({
        table,
        columns: ['factory_id', column],
        target,
        targetColumns: ['factory_id', 'id'],
        onDelete: 'a',
      });
    }
    expectItemsChecked('foreign keys of references', refs.length);
    for (const { table, owner } of expectedTables.filter((one) => one.owner !== null)) {
      expect(catalogue.foreignKeys).toContainEqual({
        table,
        columns: ['factory_id', 'owner_id'],
        target: owner,
        targetColumns: ['factory_id', 'id'],
        onDelete: 'c',
      });
    }
  });

  test('no row can point into another factory: a key between two tables of factories carries the factory', () => {
    const tenant = new Set(
      catalogue.columns.filter((column) => column.name === 'factory_id').map((column) => column.table),
    );
    const tenantKeys = catalogue.foreignKeys.filter(
      (key) => tenant.has(key.table) && tenant.has(key.target) && key.target !== FACTORY_TABLE,
    );
    expect(
      tenantKeys.filter((key) => key.columns[0] !== 'factory_id' || key.targetColumns[0] !== 'factory_id'),
    ).toEqual([]);
    expectItemsChecked('keys between tables of factories', tenantKeys.length);
  });

  test('every table of a factory is keyed by it', () => {
    const tables = [...new Set(catalogue.columns.map((column) => column.table))].filter(
      (table) => !GLOBAL_TABLES.has(table),
    );
    expect(tables.filter((table) => catalogue.primaryKeys.get(table)?.[0] !== 'factory_id')).toEqual([]);
    for (const { table, owner } of expectedTables) {
      expect(catalogue.primaryKeys.get(table)).toEqual(
        table === FACTORY_TABLE
          ? ['id']
          : owner === null
            ? ['factory_id', 'id']
            : ['factory_id', 'owner_id', 'position'],
      );
    }
    expectItemsChecked('tables of factories', tables.length);
  });

  test('every unique field is unique among living rows of its factory or for ever, and no other is', () => {
    const forEver = new Set(
      fieldColumns
        .filter(({ field }) => field.unique === 'forEver')
        .map(({ table, column }) => `${table}.${column}`),
    );
    const wantedUniques = fieldColumns
      .filter(({ field }) => field.unique)
      .map(({ table, column }) => `${table}.${column}`);
    const declaredTables = new Set(expectedTables.map(({ table }) => table));
    const foundUniques = catalogue.uniques
      .filter((one) => declaredTables.has(one.table))
      .map((one) => {
        if (one.table === FACTORY_TABLE) return `${one.table}.${one.columns.join(',')}`;
        expect(one.columns[0]).toBe('factory_id');
        const name = `${one.table}.${one.columns.slice(1).join(',')}`;
        expect(one.condition).toBe(forEver.has(name) ? null : '(deleted_at IS NULL)');
        return name;
      });
    expect(foundUniques.sort()).toEqual(wantedUniques.sort());
    expectItemsChecked('unique fields', wantedUniques.length);
  });

  const checkOf = (table: string, column: string) =>
    catalogue.checks
      .filter((one) => one.table === table && one.columns.length === 1 && one.columns[0] === column)
      .map((one) => one.text);

  test('every choice is held to its values', () => {
    const choices = fieldColumns.filter(({ field }) => field.kind === 'choice');
    for (const { table, column, field } of choices) {
      const values = checkOf(table, column).flatMap((text) =>
        [...text.matchAll(/'([^']*)'/g)].map((found) => found[1]),
      );
      expect(values, `${table}.${column}`).toEqual([...field.choices!]);
    }
    expectItemsChecked('choices held by the database', choices.length);
  });

  test('every number is held to its least value', () => {
    const columnsWithMin = fieldColumns.filter(
      ({ field }) => field.kind === 'number' && field.min !== undefined,
    );
    for (const { table, column, field } of columnsWithMin) {
      const found = checkOf(table, column).flatMap((text) =>
        [...text.matchAll(/>= \(?'?(-?[\d.]+)'?/g)].map((one) => Number(one[1])),
      );
      expect(found, `${table}.${column}`).toEqual([field.min]);
    }
    expectItemsChecked('least values held by the database', columnsWithMin.length);
  });
});

describe('the tables of the declarations', () => {
  test('are counted', () => expectItemsChecked('columns', fieldColumns.length));
});
