import { sql } from 'kysely';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { fail, type RowLink } from '#shared/kernel/errors.ts';
import { labelOf } from '#shared/kernel/fields.ts';
import { can, toRead } from '#shared/kernel/permissions.ts';
import { entityNames, entityOf } from '#shared/entities/index.ts';
import { termParam } from '#shared/terms/error-message.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { lockReferences, collectReferences, type Reference } from '../../crud/references.ts';
import { columnsOf, fromOf, nameColumn, toRecord, type AnyRecord } from '../../crud/select.ts';
import { snake } from '../../db/names.ts';
import type { Work } from '../../db/work.ts';
import type { Viewer } from '../../hooks/hooks.ts';
import { hooksOf } from '../../hooks/index.ts';
import { isDeletable, ownedBy } from './deleted-rows.ts';

/** A deleted row that is to come back. */
interface Returning {
  entity: EntityDeclaration;
  record: AnyRecord;
  name: string;
  deletedAt: string;
  /** It went with what it belongs to, and comes back without being asked for. */
  belongs: boolean;
}

type Coming = Map<string, Returning>;
const keyOf = (entity: string, id: number): string => `${entity} ${id}`;

/** Locks deleted rows of an entity and reads them. */
async function readDeleted(
  work: Work,
  viewer: Viewer,
  entity: EntityDeclaration,
  ids: readonly number[],
  belongs: boolean,
): Promise<Returning[]> {
  const scope = hooksOf(entity.name).scope?.(viewer) ?? null;
  await sql`select id from ${sql.table(snake(entity.name))}
    where factory_id = ${work.factoryId} and id = any(${ids}::bigint[]) order by id for update`.execute(
    work.db,
  );
  const found = await sql<Record<string, unknown>>`
    select ${columnsOf(entity)}, coalesce(${nameColumn(entity, 't')}, t.id::text) as "shown!", t.deleted_at as "gone!"
    ${fromOf(entity)}
    where t.factory_id = ${work.factoryId} and t.id = any(${ids}::bigint[]) and t.deleted_at is not null
      ${scope ? sql`and ${scope}` : sql``} order by t.id`.execute(work.db);
  return found.rows.map(({ 'shown!': name, 'gone!': deletedAt, ...row }) => ({
    entity,
    record: toRecord(row),
    name: String(name),
    deletedAt: String(deletedAt),
    belongs,
  }));
}

/** Adds what went with a row at the same instant and belongs to it. */
async function addBelongings(work: Work, viewer: Viewer, owner: Returning, into: Coming): Promise<void> {
  for (const { field, by } of ownedBy(owner.entity)) {
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(snake(by.name))}
      where factory_id = ${work.factoryId} and ${sql.ref(snake(field))} = ${owner.record.id}
        and deleted_at = ${owner.deletedAt}`.execute(work.db);
    const fresh = rows.map((row) => row.id).filter((id) => !into.has(keyOf(by.name, id)));
    if (fresh.length === 0) continue;
    for (const one of await readDeleted(work, viewer, by, fresh, true)) {
      into.set(keyOf(by.name, one.record.id), one);
      await addBelongings(work, viewer, one, into);
    }
  }
}

/** The deleted rows that a row refers to and that are not coming back yet. */
async function missingFor(work: Work, { entity, record }: Returning, coming: Coming): Promise<RowLink[]> {
  const wanted = new Map<string, Reference[]>();
  collectReferences(entity.fields, record, wanted);
  const missing: RowLink[] = [];
  for (const [to, places] of wanted) {
    if (to === 'storedFile') continue;
    const target = entityOf(to);
    const ids = [...new Set(places.flatMap((place) => place.ids))].filter((id) => !coming.has(keyOf(to, id)));
    if (ids.length === 0) continue;
    const gone = await sql<{
      id: number;
      name: string;
    }>`select t.id, coalesce(${nameColumn(target, 't')}, t.id::text) as name
      from ${sql.table(snake(to))} t where t.factory_id = ${work.factoryId} and t.id = any(${ids}::bigint[])
        and t.deleted_at is not null order by t.id`.execute(work.db);
    missing.push(...gone.rows.map((row) => ({ entity: to, ...row })));
  }
  return missing;
}

/** @throws noPermission for rows that somebody may not read, rowNotFound for what is not deleted */
async function add(
  work: Work,
  viewer: Viewer,
  entityName: string,
  ids: readonly number[],
  into: Coming,
): Promise<void> {
  const entity = entityOf(entityName);
  if (!isDeletable(entity) || !can(viewer, toRead(entity.permission))) throw fail('noPermission');
  const fresh = ids.filter((id) => !into.has(keyOf(entityName, id)));
  const found = await readDeleted(work, viewer, entity, fresh, false);
  if (found.length < fresh.length) throw fail('rowNotFound');
  for (const one of found) into.set(keyOf(entityName, one.record.id), one);
  for (const one of found) await addBelongings(work, viewer, one, into);
}

/**
 * Gathers what is to come back, with what belongs to it; what it refers to comes along where that was asked
 * for.
 */
async function gather(
  work: Work,
  viewer: Viewer,
  wanted: readonly { entity: string; id: number }[],
  withReferences: boolean,
): Promise<Coming> {
  const coming: Coming = new Map();
  for (const name of new Set(wanted.map((one) => one.entity))) {
    if (!entityNames.includes(name as never))
      throw fail('fieldsInvalid', {}, { rows: { reason: 'notAChoice' } });
    const ids = wanted.filter((one) => one.entity === name).map((one) => one.id);
    await add(work, viewer, name, [...new Set(ids)], coming);
  }
  // What comes along may itself refer to something that is gone: the map grows while it is walked through.
  for (const one of coming.values()) {
    const missing = await missingFor(work, one, coming);
    if (missing.length === 0) continue;
    if (!withReferences)
      throw fail(
        'referencesDeleted',
        { name: one.name, count: missing.length, entity: termParam(missing[0]!.entity as TermKey) },
        undefined,
        missing,
      );
    for (const name of new Set(missing.map((row) => row.entity)))
      await add(
        work,
        viewer,
        name,
        missing.filter((row) => row.entity === name).map((row) => row.id),
        coming,
      );
  }
  return coming;
}

/** @throws codeTakenMeanwhile where a living row has got the value of a field that no two may share */
async function refuseTaken(work: Work, { entity, record, name }: Returning): Promise<void> {
  for (const [field, declared] of Object.entries(entity.fields)) {
    const value = record[field];
    if (!declared.unique || value === null || value === undefined) continue;
    const taken = await sql<{ id: number; name: string }>`
      select t.id, coalesce(${nameColumn(entity, 't')}, t.id::text) as name from ${sql.table(snake(entity.name))} t
      where t.factory_id = ${work.factoryId} and ${sql.ref(`t.${snake(field)}`)} = ${value} and t.deleted_at is null
      limit 1`.execute(work.db);
    const living = taken.rows[0];
    if (!living) continue;
    throw fail(
      'codeTakenMeanwhile',
      { name, field: termParam(labelOf(field, declared)), value: String(value), by: living.name },
      undefined,
      [{ entity: entity.name, ...living }],
    );
  }
}

/** Each after what it refers to. */
function inOrder(coming: Coming): Returning[] {
  const sorted = new Set<Returning>();
  const above = new Set<Returning>();
  const visit = (one: Returning): void => {
    if (sorted.has(one) || above.has(one)) return;
    above.add(one);
    const wanted = new Map<string, Reference[]>();
    collectReferences(one.entity.fields, one.record, wanted);
    for (const [to, places] of wanted)
      for (const id of places.flatMap((place) => place.ids)) {
        const target = coming.get(keyOf(to, id));
        if (target) visit(target);
      }
    sorted.add(one);
  };
  for (const one of coming.values()) visit(one);
  return [...sorted];
}

/**
 * Brings deleted rows back, all or none: with what they own, with what went with them, and where asked for
 * with what
 * they refer to. Each passes the checks that a new row would.
 * @returns how many came back
 * @throws nothingSelected, rowNotFound, noPermission, referencesDeleted, codeTakenMeanwhile, and what hooks
 * refuse
 */
export async function restore(
  work: Work,
  viewer: Viewer,
  wanted: readonly { entity: string; id: number }[],
  withReferences: boolean,
): Promise<{ restored: number }> {
  if (wanted.length === 0) throw fail('nothingSelected');
  const coming = inOrder(await gather(work, viewer, wanted, withReferences));
  const returned = new Map<EntityDeclaration, AnyRecord[]>();
  for (const one of coming) {
    const { entity, record } = one;
    await refuseTaken(work, one);
    if (!one.belongs) await hooksOf(entity.name).beforeSave?.(work, { ...record }, null);
    await lockReferences(work, entity.fields, record);
    await sql`update ${sql.table(snake(entity.name))} set deleted_at = null, version = version + 1,
        updated_at = now(), updated_by = ${work.name}
      where factory_id = ${work.factoryId} and id = ${record.id}`.execute(work.db);
    returned.set(entity, [...(returned.get(entity) ?? []), record]);
  }
  for (const [entity, rows] of returned) {
    await hooksOf(entity.name).afterRestore?.(work, rows);
    for (const row of rows) work.log({ entity: entity.name, id: row.id, action: 'restore', after: row });
    work.announce(
      entity.topic ?? 'setting',
      entity.name,
      rows.map((row) => row.id),
    );
  }
  return { restored: coming.length };
}
