import { sql, type RawBuilder } from 'kysely';
import type { CurrentUser, PageAnswer } from '#shared/kernel/wire.ts';
import type { ProgressGrouping, GroupProgressRow } from '#shared/answers/progress-query.ts';
import type { Db } from '../../db/database.ts';
import { buildExpectedLateCondition } from '../../ledger/order-lateness.ts';
import { buildAvailablePiecesCondition, buildProcessOpenCondition } from '../../ledger/process-conditions.ts';
import {
  buildOrderCondition,
  buildProcessCondition,
  buildReportedProcessQuery,
  type ProgressRequest,
} from './filter.ts';
import type { ProgressPageRequest } from './query.ts';

type SqlExpression = RawBuilder<unknown>;

/**
 * Describes how processes are grouped: the table of the groups, the column of their names, and the group of each
 * process.
 */
interface GroupingDefinition {
  table: string;
  nameColumn: string;
  /** The SQL expression for the code of a group `g`. */
  codeSql: SqlExpression;
  /** The SQL expression for the id of the group that a process belongs to. */
  groupIdSql: SqlExpression;
  /** A query for pairs of process and group; null if each process belongs to only one group. */
  processGroupPairsSql: SqlExpression | null;
  /** Whether processes that have ended are left out if the request names no process state. */
  isOpenOnly: boolean;
  /** The ids of the groups to read; empty for all groups. */
  groupIds: readonly number[];
}

function describeGrouping(
  grouping: Exclude<ProgressGrouping, 'workOrder'>,
  factoryId: number,
  request: ProgressRequest,
): GroupingDefinition {
  const codeSql = sql`g.code`;
  const plannedGrouping = { codeSql, processGroupPairsSql: null, isOpenOnly: true, groupIds: [] };
  // The code of a part is unique only within its order.
  const partCodeSql = sql`(select w.code || ' · ' || g.code from work_order w
    where w.factory_id = g.factory_id and w.id = g.order_id)`;
  if (grouping === 'part')
    return {
      table: 'part',
      nameColumn: 'name',
      groupIdSql: sql`p.part_id`,
      ...plannedGrouping,
      codeSql: partCodeSql,
      groupIds: request.partId,
    };
  if (grouping === 'workGroup')
    return { table: 'work_group', nameColumn: 'name', groupIdSql: sql`p.work_group_id`, ...plannedGrouping };
  if (grouping === 'customer')
    return {
      table: 'customer',
      nameColumn: 'short_name',
      groupIdSql: sql`o.customer_id`,
      ...plannedGrouping,
    };
  if (grouping === 'orderGroup')
    return {
      table: 'order_group',
      nameColumn: 'name',
      groupIdSql: sql`o.order_group_id`,
      ...plannedGrouping,
    };
  const reportedGrouping = { codeSql, groupIdSql: sql`b.by_id`, isOpenOnly: false };
  if (grouping === 'employee') {
    const processGroupPairsSql = sql`select distinct process_id, by_id from (${buildReportedProcessQuery(factoryId, 'employee')}) e`;
    return {
      table: 'employee',
      nameColumn: 'name',
      ...reportedGrouping,
      processGroupPairsSql,
      groupIds: request.employeeId,
    };
  }
  const processGroupPairsSql = sql`select q.id as process_id, q.device_id as by_id from process q
      where q.factory_id = ${factoryId} and q.device_id is not null and ${buildProcessOpenCondition('q')}
    union ${buildReportedProcessQuery(factoryId, 'device')}`;
  return {
    table: 'device',
    nameColumn: 'name',
    ...reportedGrouping,
    processGroupPairsSql,
    groupIds: request.deviceId,
  };
}

/**
 * Reads the work in progress of each part, work group, device, person, customer or order group. A process belongs to
 * the work group that it is planned for, and to each device and person with an open or recent report on it. An
 * unfinished process also belongs to the device that it is planned for.
 */
export async function readProgressByGroup(
  db: Db,
  user: CurrentUser,
  grouping: Exclude<ProgressGrouping, 'workOrder'>,
  request: ProgressPageRequest,
): Promise<PageAnswer<GroupProgressRow>> {
  const { factoryId, zone } = user;
  const { table, nameColumn, codeSql, groupIdSql, processGroupPairsSql, isOpenOnly, groupIds } =
    describeGrouping(grouping, factoryId, request);
  const processCondition = buildProcessCondition(factoryId, request, isOpenOnly);
  const commonTableExpressions = sql`
    with hand as materialized (
      select o.id, o.factory_id, o.customer_id, o.order_group_id, ${buildExpectedLateCondition(zone)} as late from work_order o
      where ${buildOrderCondition(user, request)}
    ), figures as (
      select ${groupIdSql} as id, count(distinct o.id) as orders, count(distinct o.id) filter (where o.late) as late_orders,
        count(*) as processes, count(*) filter (where not (${buildProcessOpenCondition('p')})) as done,
        count(*) filter (where p.open_reports > 0) as running,
        count(*) filter (where p.open_reports = 0 and ${buildProcessOpenCondition('p')} and p.suspended_at is null
          and ${buildAvailablePiecesCondition('p')}) as ready
      from hand o
        join part t on t.factory_id = o.factory_id and t.order_id = o.id and t.deleted_at is null
        join process p on p.factory_id = t.factory_id and p.part_id = t.id and p.deleted_at is null
        ${processGroupPairsSql === null ? sql`` : sql`join (${processGroupPairsSql}) b on b.process_id = p.id`}
      where ${processCondition ?? sql`true`} ${groupIds.length > 0 ? sql`and ${groupIdSql} = any(${[...groupIds]}::bigint[])` : sql``}
      group by 1
    )`;
  const result = await sql<GroupProgressRow>`${commonTableExpressions}
    select f.id, ${codeSql} as code, ${sql.ref(`g.${nameColumn}`)} as name, f.orders, f.late_orders, f.processes, f.done, f.running, f.ready
    from figures f left join ${sql.table(table)} g on g.factory_id = ${factoryId} and g.id = f.id
    order by ${codeSql} nulls last, f.id`.execute(db);
  // A factory has few groups, and at most some thousands of parts in progress. The query therefore
  // reads all groups, and only the rows of the page are returned.
  return {
    rows: result.rows.slice(request.offset, request.offset + request.limit),
    total: result.rows.length,
  };
}
