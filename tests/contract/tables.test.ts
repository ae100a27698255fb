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
  baseColumns: Record<string, [string, boolean]>;
  fields: FieldMap;
  ownerTable: string | null;
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
      baseColumns: entity.customColumns ? { ...BASE_COLUMNS, ...CUSTOM_VALUE_COLUMNS } : BASE_COLUMNS,
      fields: Object.fromEntries(columnFields),
      ownerTable: null,
    },
    ...tableFields.map(([name, field]) => ({
      table: `${table}_${toSnakeCase(name)}`,
      baseColumns: OWNED_ROW_COLUMNS,
      fields:
        field.kind === 'lines'
          ? field.of!
          : { targetId: { kind: 'ref', to: field.to!, required: true, unique: false } as const },
      ownerTable: table,
    })),
  ];
}

const expectedTables = entityNames.flatMap((name) => listExpectedTables(entities[name]));
const fieldColumns = expectedTables.flatMap(({ table, fields }) =>
  Object.entries(fields).map(([name, field]) => ({ table, column: toSnakeCase(name), field })),
);

/** The table of factories. A factory's id is its factory_id; its code is unique in the database. */
const FACTORY_TABLE = 'factory';

/** Tables whose primary key does not begin with factory_id. */
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

  test('has a table for every entity, and tables for its owned rows', () => {
    const tableNames = new Set(catalogue.columns.map((column) => column.table));
    expect(expectedTables.filter(({ table }) => !tableNames.has(table)).map(({ table }) => table)).toEqual(
      [],
    );
    expectItemsChecked('tables', expectedTables.length);
  });

  test.each(expectedTables)(
    '$table has exactly the declared columns, of their types',
    ({ table, baseColumns, fields }) => {
      const expectedColumns = new Map(
        Object.entries(baseColumns).map(([name, [type, nullable]]) => [
          name,
          `${type}${nullable ? '' : ' not null'}`,
        ]),
      );
      for (const [name, field] of Object.entries(fields))
        expectedColumns.set(toSnakeCase(name), `${getColumnType(field)}${field.required ? ' not null' : ''}`);
      const catalogueColumns = catalogue.columns.filter((column) => column.table === table);
      const foundColumns = catalogueColumns.map(
        (column) => [column.name, `${column.type}${column.nullable ? '' : ' not null'}`] as [string, string],
      );
      expect(Object.fromEntries(foundColumns)).toEqual(Object.fromEntries(expectedColumns));
    },
  );

  test('every initial value is the column’s default', () => {
    const columnsWithInitial = fieldColumns.filter(({ field }) => field.initial !== undefined);
    const columnsWithWrongDefault = columnsWithInitial.filter(({ table, column, field }) => {
      const catalogueDefault =
        catalogue.columns.find((candidate) => candidate.table === table && candidate.name === column)
          ?.default ?? '';
      const defaultText = catalogueDefault.replace(/::[a-z ]+(\(\d+,\d+\))?$/, '').replace(/^'(.*)'$/, '$1');
      return typeof field.initial === 'number'
        ? Number(defaultText) !== field.initial || defaultText === ''
        : defaultText !== String(field.initial);
    });
    expect(columnsWithWrongDefault.map(({ table, column }) => `${table}.${column}`)).toEqual([]);
    expectItemsChecked('defaults', columnsWithInitial.length);
  });

  test('every reference is a foreign key that contains factory_id', () => {
    const referenceColumns = fieldColumns.filter(
      ({ field }) => field.kind === 'ref' || field.kind === 'file',
    );
    for (const { table, column, field } of referenceColumns) {
      const target = field.kind === 'file' ? 'stored_file' : toSnakeCase(field.to!);
      expect(catalogue.foreignKeys, `${table}.${column}`).toContainEqual({
        table,
        columns: ['factory_id', column],
        target,
        targetColumns: ['factory_id', 'id'],
        onDelete: 'a',
      });
    }
    expectItemsChecked('foreign keys of references', referenceColumns.length);
    for (const { table, ownerTable: owner } of expectedTables.filter(
      (expectedTable) => expectedTable.ownerTable !== null,
    )) {
      expect(catalogue.foreignKeys).toContainEqual({
        table,
        columns: ['factory_id', 'owner_id'],
        target: owner,
        targetColumns: ['factory_id', 'id'],
        onDelete: 'c',
      });
    }
  });

  test('no row can reference another factory: foreign keys between tables of factories contain factory_id', () => {
    const factoryTables = new Set(
      catalogue.columns.filter((column) => column.name === 'factory_id').map((column) => column.table),
    );
    const factoryForeignKeys = catalogue.foreignKeys.filter(
      (key) => factoryTables.has(key.table) && factoryTables.has(key.target) && key.target !== FACTORY_TABLE,
    );
    expect(
      factoryForeignKeys.filter(
        (key) => key.columns[0] !== 'factory_id' || key.targetColumns[0] !== 'factory_id',
      ),
    ).toEqual([]);
    expectItemsChecked('keys between tables of factories', factoryForeignKeys.length);
  });

  test('the primary key of every table of a factory begins with factory_id', () => {
    const tables = [...new Set(catalogue.columns.map((column) => column.table))].filter(
      (table) => !GLOBAL_TABLES.has(table),
    );
    expect(tables.filter((table) => catalogue.primaryKeys.get(table)?.[0] !== 'factory_id')).toEqual([]);
    for (const { table, ownerTable: owner } of expectedTables) {
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
    const columnsUniqueForEver = new Set(
      fieldColumns
        .filter(({ field }) => field.unique === 'forEver')
        .map(({ table, column }) => `${table}.${column}`),
    );
    const expectedUniques = fieldColumns
      .filter(({ field }) => field.unique)
      .map(({ table, column }) => `${table}.${column}`);
    const declaredTables = new Set(expectedTables.map(({ table }) => table));
    const foundUniques = catalogue.uniques
      .filter((constraint) => declaredTables.has(constraint.table))
      .map((constraint) => {
        if (constraint.table === FACTORY_TABLE) return `${constraint.table}.${constraint.columns.join(',')}`;
        expect(constraint.columns[0]).toBe('factory_id');
        const name = `${constraint.table}.${constraint.columns.slice(1).join(',')}`;
        expect(constraint.condition).toBe(columnsUniqueForEver.has(name) ? null : '(deleted_at IS NULL)');
        return name;
      });
    expect(foundUniques.sort()).toEqual(expectedUniques.sort());
    expectItemsChecked('unique fields', expectedUniques.length);
  });

  const findChecks = (table: string, column: string) =>
    catalogue.checks
      .filter((check) => check.table === table && check.columns.length === 1 && check.columns[0] === column)
      .map((check) => check.text);

  test('every choice column accepts only its choices', () => {
    const choiceColumns = fieldColumns.filter(({ field }) => field.kind === 'choice');
    for (const { table, column, field } of choiceColumns) {
      const values = findChecks(table, column).flatMap((text) =>
        [...text.matchAll(/'([^']*)'/g)].map((match) => match[1]),
      );
      expect(values, `${table}.${column}`).toEqual([...field.choices!]);
    }
    expectItemsChecked('choices held by the database', choiceColumns.length);
  });

  test('every number column accepts no value below its minimum', () => {
    const columnsWithMin = fieldColumns.filter(
      ({ field }) => field.kind === 'number' && field.min !== undefined,
    );
    for (const { table, column, field } of columnsWithMin) {
      const minimumValues = findChecks(table, column).flatMap((text) =>
        [...text.matchAll(/>= \(?'?(-?[\d.]+)'?/g)].map((match) => Number(match[1])),
      );
      expect(minimumValues, `${table}.${column}`).toEqual([field.min]);
    }
    expectItemsChecked('least values held by the database', columnsWithMin.length);
  });
});

describe('the tables of the declarations', () => {
  test('are counted', () => expectItemsChecked('columns', fieldColumns.length));
});
