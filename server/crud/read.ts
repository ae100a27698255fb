import { sql } from 'kysely';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { fail } from '#shared/kernel/errors.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import type { Db } from '../db/database.ts';
import { snake } from '../db/names.ts';
import { hooksOf } from '../hooks/index.ts';
import type { Viewer } from '../hooks/hooks.ts';
import { conditionOf, orderOf } from './filter.ts';
import { columnsOf, fromOf, shownColumn, toRecord, type AnyRecord } from './select.ts';

/** Most rows that one page may ask for. */
export const MOST_ROWS = 500;

/** What a list asks for; everything in it was checked for kind, not for meaning. */
export interface PageRequest {
  filter: Record<string, unknown>;
  search: string | null;
  sort: string | null;
  offset: number;
  limit: number;
}

/** One page of an entity's living rows, and how many there are in all. */
export async function page(
  db: Db,
  entity: EntityDeclaration,
  viewer: Viewer,
  request: PageRequest,
): Promise<PageAnswer<AnyRecord>> {
  const scope = hooksOf(entity.name).scope?.(viewer) ?? null;
  const where = conditionOf(entity, viewer.factoryId, viewer.zone, request.filter, request.search, scope);
  const order = orderOf(entity, request.sort ?? entity.sort);
  const rows = sql<Record<string, unknown>>`select ${columnsOf(entity)} ${fromOf(entity)} where ${where}
    order by ${order} limit ${request.limit} offset ${request.offset}`.execute(db);
  const total = sql<{ total: number }>`select count(*) as total from ${sql.table(snake(entity.name))} as t
    where ${where}`.execute(db);
  const [found, counted] = await Promise.all([rows, total]);
  return { rows: found.rows.map(toRecord), total: counted.rows[0]!.total };
}

/**
 * One living row.
 * @throws rowNotFound, also for a row of another factory
 */
export async function get(db: Db, entity: EntityDeclaration, viewer: Viewer, id: number): Promise<AnyRecord> {
  const scope = hooksOf(entity.name).scope?.(viewer) ?? null;
  const where = conditionOf(entity, viewer.factoryId, viewer.zone, { id }, null, scope);
  const found = await sql<
    Record<string, unknown>
  >`select ${columnsOf(entity)} ${fromOf(entity)} where ${where}`.execute(db);
  const row = found.rows[0];
  if (!row) throw fail('rowNotFound');
  return toRecord(row);
}

/** What a reference form shows of a row, where the entity has it. */
export const SHOWN: ReadonlySet<string> = new Set(['code', 'name', 'seq']);

/** A row in its reference form: enough to be chosen from a list. */
export type ReferenceRow = { id: number; label: string } & Record<string, unknown>;

/** The reference form of an entity's living rows: id, label, code, name, parent. */
export async function list(
  db: Db,
  entity: EntityDeclaration,
  viewer: Viewer,
  request: { search: string | null; ids: number[]; limit: number; filter: Record<string, unknown> },
): Promise<ReferenceRow[]> {
  const scope = hooksOf(entity.name).scope?.(viewer) ?? null;
  const filter = request.ids.length > 0 ? { ...request.filter, id: request.ids } : request.filter;
  const where = conditionOf(entity, viewer.factoryId, viewer.zone, filter, request.search, scope);
  const names = [...SHOWN, entity.tree ?? ''].filter((name) => name in entity.fields);
  const columns = [
    sql`t.id`,
    sql`${shownColumn(entity, 't')} as label`,
    ...names.map((name) => sql.ref(`t.${snake(name)}`)),
  ];
  const found = await sql<ReferenceRow>`select ${sql.join(columns)} ${fromOf(entity)} where ${where}
    order by ${orderOf(entity, entity.sort)} limit ${request.limit}`.execute(db);
  return found.rows;
}
