import { isTableColumn, type Field, type FieldMap } from '#shared/kernel/fields.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { entities, getEntity } from '#shared/entities/index.ts';
import { getConstraintPrefix, getListFieldTableName, toSnakeCase } from './names.ts';

/** Returns the PostgreSQL type of the column of a declared field. */
export function getPostgresType(field: Field): string {
  switch (field.kind) {
    case 'number':
      return field.decimals === 0 ? 'integer' : 'numeric(14,4)';
    case 'date':
      return field.time ? 'timestamptz' : 'date';
    case 'flag':
      return 'boolean';
    case 'ref':
    case 'file':
      return 'bigint';
    default:
      return 'text';
  }
}

const quoteSqlValue = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : `'${String(value)}'`;

function draftColumn(name: string, field: Field): string {
  const parts = [toSnakeCase(name), getPostgresType(field)];
  if (field.required) parts.push('not null');
  if (field.initial !== undefined) parts.push('default', quoteSqlValue(field.initial));
  return `  ${parts.join(' ')}`;
}

function draftConstraints(table: string, fields: FieldMap): string[] {
  const constraints: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const column = toSnakeCase(name);
    const constraint = getConstraintPrefix(table, name);
    if (field.kind === 'choice') {
      constraints.push(
        `  constraint ${constraint}_check check (${column} in (${field.choices!.map(quoteSqlValue).join(', ')}))`,
      );
    }
    if (field.kind === 'number' && field.min !== undefined) {
      constraints.push(`  constraint ${constraint}_check check (${column} >= ${field.min})`);
    }
    if (field.kind === 'ref') {
      constraints.push(
        `  constraint ${constraint}_fkey foreign key (factory_id, ${column}) references ${toSnakeCase(field.to!)}`,
      );
    }
    if (field.kind === 'file') {
      constraints.push(
        `  constraint ${constraint}_fkey foreign key (factory_id, ${column}) references stored_file`,
      );
    }
  }
  return constraints;
}

const KEY_COLUMNS = [
  '  factory_id bigint not null references factory (id)',
  "  id bigint not null default nextval('id_sequence')",
];
const CHANGE_TRACKING_COLUMNS = [
  '  version integer not null default 1',
  '  created_at timestamptz not null default now()',
  "  created_by text not null default ''",
  '  updated_at timestamptz not null default now()',
  "  updated_by text not null default ''",
  '  deleted_at timestamptz',
];

function draftListFieldTables(entity: EntityDeclaration): string[] {
  const owner = toSnakeCase(entity.name);
  return Object.entries(entity.fields).flatMap(([name, field]) => {
    if (isTableColumn(field)) return [];
    const table = getListFieldTableName(entity.name, name);
    const ownerKey = `  constraint ${getConstraintPrefix(table, 'ownerId')}_fkey foreign key (factory_id, owner_id) references ${owner} on delete cascade`;
    const lineFields: FieldMap = field.kind === 'lines' ? field.of! : {};
    const definitions = [
      '  factory_id bigint not null',
      '  owner_id bigint not null',
      '  position integer not null',
      ...(field.kind === 'refs'
        ? ['  target_id bigint not null']
        : Object.entries(lineFields).map(([key, lineField]) => draftColumn(key, lineField))),
      `  primary key (factory_id, owner_id, position)`,
      ownerKey,
      ...(field.kind === 'refs'
        ? [
            `  constraint ${getConstraintPrefix(table, 'targetId')}_fkey foreign key (factory_id, target_id) references ${toSnakeCase(field.to!)}`,
          ]
        : draftConstraints(table, lineFields)),
    ];
    const indexes = field.kind === 'refs' ? [`create index on ${table} (factory_id, target_id);`] : [];
    for (const [key, lineField] of Object.entries(lineFields)) {
      if (lineField.kind === 'ref')
        indexes.push(`create index on ${table} (factory_id, ${toSnakeCase(key)});`);
    }
    return [`create table ${table} (\n${definitions.join(',\n')}\n);`, ...indexes];
  });
}

/**
 * Drafts the SQL that creates the tables of an entity, as a starting point for a migration:
 * `npm run db:draft -- <entity> …`
 */
export function draftEntityTables(entity: EntityDeclaration): string {
  const table = toSnakeCase(entity.name);
  const columns = Object.entries(entity.fields).filter(([, field]) => isTableColumn(field));
  const body = [
    ...KEY_COLUMNS,
    ...CHANGE_TRACKING_COLUMNS,
    ...(entity.customColumns ? ["  custom_values jsonb not null default '{}'"] : []),
    ...columns.map(([name, field]) => draftColumn(name, field)),
    '  primary key (factory_id, id)',
    ...draftConstraints(table, Object.fromEntries(columns)),
  ];
  const indexes = columns.flatMap(([name, field]) => {
    const column = toSnakeCase(name);
    if (field.unique) {
      const undeletedCondition = field.unique === 'forEver' ? '' : ' where deleted_at is null';
      return [
        `create unique index ${getConstraintPrefix(table, name)}_unique on ${table} (factory_id, ${column})${undeletedCondition};`,
      ];
    }
    return field.kind === 'ref'
      ? [`create index on ${table} (factory_id, ${column}) where ${column} is not null;`]
      : [];
  });
  return [
    `create table ${table} (\n${body.join(',\n')}\n);`,
    ...indexes,
    ...draftListFieldTables(entity),
  ].join('\n');
}

if (process.argv[1]?.endsWith('draft.ts')) {
  const names = process.argv.slice(2);
  for (const name of names.length > 0 ? names : Object.keys(entities))
    console.log(`${draftEntityTables(getEntity(name))}\n`);
}
