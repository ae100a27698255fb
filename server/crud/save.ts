import { sql } from 'kysely';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { fail } from '#shared/kernel/errors.ts';
import { isColumn, type FieldMap } from '#shared/kernel/fields.ts';
import { validate } from '#shared/kernel/validate.ts';
import type { Work } from '../db/work.ts';
import { ownedTable, snake } from '../db/names.ts';
import type { Draft, Saved, Viewer } from '../hooks/hooks.ts';
import { hooksOf } from '../hooks/index.ts';
import { get } from './read.ts';
import { lockReferences } from './references.ts';
import type { AnyRecord } from './select.ts';

const taken = new WeakMap<EntityDeclaration, FieldMap>();

/** The fields that a save takes: all but those that only the server sets. The same map each time: its schema is kept by it. */
export function givenFields(entity: EntityDeclaration): FieldMap {
  const known = taken.get(entity);
  if (known) return known;
  const fields = Object.fromEntries(
    Object.entries(entity.fields).filter(([name]) => !entity.derived?.includes(name)),
  );
  taken.set(entity, fields);
  return fields;
}

async function lockRow(
  work: Work,
  entity: EntityDeclaration,
  viewer: Viewer,
  id: number,
  version: number | null,
): Promise<AnyRecord> {
  const locked = await sql<{
    version: number;
    updatedBy: string;
    updatedAt: string;
  }>`select version, updated_by, updated_at
    from ${sql.table(snake(entity.name))}
    where factory_id = ${work.factoryId} and id = ${id} and deleted_at is null for update`.execute(work.db);
  const row = locked.rows[0];
  if (!row) throw fail('rowNotFound');
  if (version === null) throw fail('fieldsInvalid', {}, { version: { reason: 'required' } });
  if (row.version !== version)
    throw fail('stale', { by: row.updatedBy, at: row.updatedAt, version: row.version });
  return get(work.db, entity, viewer, id);
}

/** A parent must not be the row itself or below it; changes of a tree wait for each other. */
async function refuseCycle(
  work: Work,
  entity: EntityDeclaration,
  id: number,
  parentId: number,
): Promise<void> {
  const parent = sql.ref(snake(entity.tree!));
  await sql`select pg_advisory_xact_lock(hashtext(${`tree ${entity.name} ${work.factoryId}`}))`.execute(
    work.db,
  );
  const above = await sql<{ id: number }>`with recursive up(id, parent) as (
      select id, ${parent} from ${sql.table(snake(entity.name))} where factory_id = ${work.factoryId} and id = ${parentId}
      union
      select t.id, ${sql.ref(`t.${snake(entity.tree!)}`)} from ${sql.table(snake(entity.name))} t
        join up on t.factory_id = ${work.factoryId} and t.id = up.parent
    ) select id from up where id = ${id}`.execute(work.db);
  if (above.rows.length > 0) throw fail('cyclicParent', {}, { [entity.tree!]: { reason: 'notAReference' } });
}

/** The columns of a record as SQL values, by column name. */
function columnValues(entity: EntityDeclaration, values: Draft): [string, unknown][] {
  return Object.entries(entity.fields)
    .filter(([name, field]) => isColumn(field) && name in values)
    .map(([name]) => [snake(name), values[name]]);
}

async function insert(work: Work, entity: EntityDeclaration, next: Draft): Promise<number> {
  const columns = columnValues(entity, next);
  const named = columns.map(([name]) => sql.ref(name));
  const values = columns.map(([, value]) => sql`${value}`);
  const made = await sql<{ id: number }>`insert into ${sql.table(snake(entity.name))}
    (factory_id, created_by, updated_by, ${sql.join(named)})
    values (${work.factoryId}, ${work.name}, ${work.name}, ${sql.join(values)}) returning id`.execute(
    work.db,
  );
  return made.rows[0]!.id;
}

async function update(work: Work, entity: EntityDeclaration, id: number, next: Draft): Promise<void> {
  const values = columnValues(entity, next).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const sets = [
    sql`version = version + 1`,
    sql`updated_at = now()`,
    sql`updated_by = ${work.name}`,
    ...values,
  ];
  await sql`update ${sql.table(snake(entity.name))} set ${sql.join(sets)} where factory_id = ${work.factoryId} and id = ${id}`.execute(
    work.db,
  );
}

/** Writes the owned rows of one field anew. */
async function writeOwned(
  work: Work,
  entity: EntityDeclaration,
  name: string,
  id: number,
  rows: unknown[],
  replace: boolean,
): Promise<void> {
  const field = entity.fields[name]!;
  const table = sql.table(ownedTable(entity.name, name));
  if (replace)
    await sql`delete from ${table} where factory_id = ${work.factoryId} and owner_id = ${id}`.execute(
      work.db,
    );
  if (rows.length === 0) return;
  const keys = field.kind === 'refs' ? ['target_id'] : Object.keys(field.of!).map(snake);
  const tuples = rows.map((row, position) => {
    const values =
      field.kind === 'refs' ? [row] : Object.keys(field.of!).map((key) => (row as Draft)[key] ?? null);
    return sql`(${sql.join([work.factoryId, id, position, ...values])})`;
  });
  await sql`insert into ${table} (factory_id, owner_id, position, ${sql.join(keys.map((key) => sql.ref(key)))})
    values ${sql.join(tuples)}`.execute(work.db);
}

const owned = (entity: EntityDeclaration, values: Draft): string[] =>
  Object.entries(entity.fields)
    .filter(([name, field]) => !isColumn(field) && name in values)
    .map(([name]) => name);

/** What of a record its owner may be told and history keeps: its declared fields. */
const declared = (entity: EntityDeclaration, record: Draft): Draft =>
  Object.fromEntries(Object.keys(entity.fields).map((name) => [name, record[name] ?? null]));

/**
 * Inserts a row, or updates one whose version the caller has seen. Fields that are not given stay as they are.
 * @param given the checked values of the given fields
 * @returns the record as it now stands
 * @throws rowNotFound, stale, fieldsInvalid, referenceMissing, cyclicParent, codeDuplicated
 */
export async function save(
  work: Work,
  entity: EntityDeclaration,
  viewer: Viewer,
  id: number | null,
  version: number | null,
  given: Draft,
): Promise<AnyRecord> {
  const hooks = hooksOf(entity.name);
  const before = id === null ? null : await lockRow(work, entity, viewer, id, version);
  let next: Draft;
  if (before) {
    next = { ...given };
  } else {
    const whole = validate(givenFields(entity), given);
    if (whole.problems) throw fail('fieldsInvalid', {}, whole.problems);
    next = { ...whole.values };
  }
  const full: Draft = before ? { ...declared(entity, before), ...next } : next;
  await hooks.beforeSave?.(work, full, before as Saved | null);
  for (const name of Object.keys(full)) {
    if (!before || name in next || full[name] !== (before[name] ?? null)) next[name] = full[name];
  }
  await lockReferences(work, entity.fields, next);
  const parent = entity.tree ? next[entity.tree] : null;
  if (id !== null && typeof parent === 'number') await refuseCycle(work, entity, id, parent);

  const savedId = id ?? (await insert(work, entity, next));
  if (id !== null) await update(work, entity, id, next);
  for (const name of owned(entity, next)) {
    await writeOwned(work, entity, name, savedId, next[name] as unknown[], id !== null);
  }
  const after = await get(work.db, entity, { ...viewer, kind: 'employee' }, savedId);
  await hooks.afterSave?.(work, after, before as Saved | null);
  work.log({
    entity: entity.name,
    id: savedId,
    action: before ? 'modify' : 'add',
    before: before && declared(entity, before),
    after: declared(entity, after),
  });
  work.announce(entity.topic ?? 'setting', entity.name, [savedId]);
  return hooks.afterSave ? get(work.db, entity, { ...viewer, kind: 'employee' }, savedId) : after;
}
