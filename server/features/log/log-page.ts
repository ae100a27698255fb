import { sql, type RawBuilder } from 'kysely';
import { entities } from '#shared/entities/index.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { RecordValues } from '#shared/kernel/fields.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { LogDetails, changeLogFilters, LogPage, LogRow } from '#shared/answers/log.ts';
import type { Db } from '../../db/database.ts';
import { makeContainsPattern } from '../../db/like-pattern.ts';
import { toSnakeCase } from '../../db/names.ts';

export type LogFilter = RecordValues<typeof changeLogFilters>;

/**
 * The maximum number of rows that a text search reads for a page. The choices of the filters come from at
 * most this number of rows, too. Reading all rows would take seconds.
 */
const MAX_SCANNED_ROWS = 10_000;
const CURSOR_PATTERN = /^(\d{4}-\d{2}-\d{2}T[\d:.]+Z)\|(\d{1,19})$/;

/** The SQL expression for the time of a history row as ISO text, exact to the microsecond. */
const EXACT_TIME_SQL = sql`to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * Builds the condition for rows that are older than the cursor. Rows of one transaction have the
 * same time, so their ids are compared too.
 * @throws fieldsInvalid if the cursor is malformed
 */
function buildCursorCondition(cursor: string | null): RawBuilder<unknown> {
  if (cursor === null) return sql``;
  const [, at, id] = CURSOR_PATTERN.exec(cursor) ?? [];
  if (!at || !id || Number.isNaN(Date.parse(at)))
    throw makeError('fieldsInvalid', {}, { before: { reason: 'notAReference' } });
  return sql`and (l.at, l.id) < (${at}::timestamptz, ${id}::bigint)`;
}

function buildLogConditions(user: CurrentUser, filter: LogFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`l.factory_id = ${user.factoryId}`];
  const buildDayStartSql = (date: string, offsetDays: number) =>
    sql`((${date}::date + ${offsetDays}::int)::timestamp at time zone ${user.zone})`;
  if (filter.from) conditions.push(sql`l.at >= ${buildDayStartSql(filter.from, 0)}`);
  if (filter.to) conditions.push(sql`l.at < ${buildDayStartSql(filter.to, 1)}`);
  if (filter.entity) conditions.push(sql`l.entity = ${filter.entity}`);
  if (filter.action) conditions.push(sql`l.action = ${filter.action}`);
  if (filter.rowId !== null) conditions.push(sql`l.entity_id = ${filter.rowId}`);
  if (filter.employeeId !== null)
    conditions.push(sql`l.account_id in (select a.id from account a
      where a.factory_id = ${user.factoryId} and a.employee_id = ${filter.employeeId})`);
  return sql.join(conditions, sql` and `);
}

/** A row of the history. The export also reads the values before and after the change. */
type LogRowWithValues = LogRow & Partial<Pick<LogDetails, 'before' | 'after'>>;

interface ScannedLogRow extends LogRowWithValues {
  cursor: string;
  /** The cursor of the oldest row that the query has read; null if it has read all rows. */
  end: string | null;
  isHit: boolean;
}

/**
 * Reads a page of the history, newest first. Pages continue after a cursor, so new rows do not
 * shift them.
 */
export async function readLogPage(
  db: Db,
  user: CurrentUser,
  filter: LogFilter,
  {
    before,
    limit,
    includesValues = false,
  }: { before: string | null; limit: number; includesValues?: boolean },
): Promise<Omit<LogPage, 'rows'> & { rows: LogRowWithValues[] }> {
  const { search } = filter;
  const scanLimit = search === null ? limit + 1 : MAX_SCANNED_ROWS;
  const likePattern = search === null ? null : makeContainsPattern(search);
  const hitCondition =
    search === null
      ? sql`true`
      : sql`(l.by_name ilike ${likePattern} or l.ip ilike ${likePattern} or l.entity_id::text = ${search}
          or l.before::text ilike ${likePattern} or l.after::text ilike ${likePattern})`;
  const result = await sql<ScannedLogRow>`
    with scanned_rows as materialized (
      select l.* from log l where ${buildLogConditions(user, filter)} ${buildCursorCondition(before)}
      order by l.at desc, l.id desc limit ${scanLimit}
    ), last as (
      select ${EXACT_TIME_SQL} || '|' || l.id as cursor, count(*) over () as rows from scanned_rows l order by l.at, l.id limit 1
    )
    select l.id, l.at, l.by_name, l.ip, l.entity, l.entity_id, l.action, ${EXACT_TIME_SQL} || '|' || l.id as cursor,
      case when last.rows = ${scanLimit} then last.cursor end as end, ${hitCondition} as is_hit
      ${includesValues ? sql`, l.before, l.after` : sql``}
    from scanned_rows l cross join last where ${hitCondition} or last.cursor = ${EXACT_TIME_SQL} || '|' || l.id
    order by l.at desc, l.id desc limit ${limit + 2}`.execute(db);
  const matchingRows = result.rows.filter((row) => row.isHit);
  const rows = matchingRows
    .slice(0, limit)
    .map(({ cursor: _cursor, end: _end, isHit: _isHit, ...row }) => row);
  if (matchingRows.length > limit) return { rows, next: matchingRows[limit - 1]!.cursor, searchedTo: null };
  const end = result.rows[0]?.end ?? null;
  return { rows, next: end, searchedTo: end === null ? null : end.split('|')[0]! };
}

/** Whether the row of a history entry exists and is not deleted. */
async function doesRowExist(db: Db, factoryId: number, entity: string, id: number | null): Promise<boolean> {
  if (id === null || !Object.hasOwn(entities, entity)) return false;
  const result = await sql`select 1 from ${sql.table(toSnakeCase(entity))}
    where factory_id = ${factoryId} and id = ${id} and deleted_at is null`.execute(db);
  return result.rows.length > 0;
}

/**
 * Reads a history entry, with the values before and after the change.
 * @throws rowNotFound
 */
export async function readLogDetails(db: Db, user: CurrentUser, id: number): Promise<LogDetails> {
  const result = await sql<Omit<LogDetails, 'living'>>`
    select l.id, l.at, l.by_name, l.ip, l.entity, l.entity_id, l.action, l.before, l.after
    from log l where l.factory_id = ${user.factoryId} and l.id = ${id}`.execute(db);
  const row = result.rows[0];
  if (!row) throw makeError('rowNotFound');
  return { ...row, living: await doesRowExist(db, user.factoryId, row.entity, row.entityId) };
}

/** Reads the entities and actions of the latest rows, as choices for the filters. */
export async function readLogFilterChoices(
  db: Db,
  user: CurrentUser,
): Promise<{ entities: string[]; actions: string[] }> {
  const { rows } = await sql<{ entities: string[] | null; actions: string[] | null }>`
    select array_agg(distinct entity) as entities, array_agg(distinct action) as actions
    from (select entity, action from log where factory_id = ${user.factoryId} order by at desc limit ${MAX_SCANNED_ROWS}) l`.execute(
    db,
  );
  return { entities: rows[0]!.entities ?? [], actions: rows[0]!.actions ?? [] };
}
