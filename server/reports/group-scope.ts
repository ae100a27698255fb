import { sql, type RawBuilder } from 'kysely';
import type { EntityName } from '#shared/entities/index.ts';
import type { GroupScopeField } from '#shared/boards/group-scope.ts';
import type { Db } from '../db/database.ts';

/** The entities that decide which groups a workshop or a line has. */
export const GROUP_SCOPE_ENTITIES = [
  'workGroup',
  'department',
  'productionLine',
] as const satisfies readonly EntityName[];

/** The values of `GROUP_SCOPE_FIELDS`: ids; null or absent if the parameter is not given. */
type GroupScopeInput = { readonly [field in GroupScopeField]?: number | null };

/** The work groups to which a report is restricted. */
export interface GroupScope {
  /** The ids of the groups; null for no restriction, which also includes rows without a group. */
  readonly groupIds: readonly number[] | null;
  /** The ids of the departments whose people without a group are included; empty unless only a workshop is given. */
  readonly departmentIds: readonly number[];
}

/** The scope of a report that is not restricted. */
export const WHOLE_FACTORY_SCOPE: GroupScope = { groupIds: null, departmentIds: [] };

/** Finds the groups that satisfy the parameters. A workshop or a line of another factory has no groups here. */
export async function loadGroupScope(
  db: Db,
  factoryId: number,
  { workshopId = null, productionLineId = null, workGroupId = null }: GroupScopeInput,
): Promise<GroupScope> {
  if (workshopId === null && productionLineId === null)
    return workGroupId === null ? WHOLE_FACTORY_SCOPE : { groupIds: [workGroupId], departmentIds: [] };
  const { rows } = await sql<{ groupIds: number[]; departmentIds: number[] }>`
    with recursive departments as (
      select id from department where factory_id = ${factoryId} and id = ${workshopId}::bigint
      union
      select d.id from departments above
      join department d on d.factory_id = ${factoryId} and d.parent_id = above.id and d.deleted_at is null
    )
    select array_to_json(array(select id from departments)) as department_ids, array_to_json(array(
      select g.id from work_group g
      where g.factory_id = ${factoryId}
        and (${workGroupId}::bigint is null or g.id = ${workGroupId}::bigint)
        and (${workshopId}::bigint is null or g.department_id in (select id from departments))
        and (${productionLineId}::bigint is null or exists (
          select 1 from work_group_production_line_ids l
          where l.factory_id = g.factory_id and l.owner_id = g.id and l.target_id = ${productionLineId}::bigint
        ))
    )) as group_ids`.execute(db);
  const { groupIds, departmentIds } = rows[0]!;
  return { groupIds, departmentIds: productionLineId === null && workGroupId === null ? departmentIds : [] };
}

/**
 * Builds the SQL condition that a group is in a scope.
 * @param column the column with the id of the group, such as 'p.work_group_id'
 */
export const buildGroupCondition = (column: string, { groupIds }: GroupScope): RawBuilder<boolean> =>
  groupIds === null ? sql`true` : sql`${sql.ref(column)} = any(${[...groupIds]}::bigint[])`;

/**
 * Builds the SQL condition that a person is in a scope. The group of a person decides; the department decides for a
 * person without a group.
 * @param alias the alias of a table with the group and the department of a person, such as `employee`
 */
export function buildPersonCondition(alias: string, scope: GroupScope): RawBuilder<boolean> {
  const inGroupCondition = buildGroupCondition(`${alias}.work_group_id`, scope);
  if (scope.departmentIds.length === 0) return inGroupCondition;
  return sql`(${inGroupCondition} or ${sql.ref(`${alias}.work_group_id`)} is null
    and ${sql.ref(`${alias}.department_id`)} = any(${[...scope.departmentIds]}::bigint[]))`;
}

/**
 * Builds the SQL condition that a process is in a scope.
 * @param column the column with the id of the process, such as 'r.process_id'
 */
export const buildProcessCondition = (
  factoryId: number,
  column: string,
  scope: GroupScope,
): RawBuilder<boolean> =>
  scope.groupIds === null
    ? sql`true`
    : sql`exists (
        select 1 from process in_scope
        where in_scope.factory_id = ${factoryId} and in_scope.id = ${sql.ref(column)}
          and ${buildGroupCondition('in_scope.work_group_id', scope)}
      )`;

/**
 * Builds the SQL condition that a work report is in a scope. For a report on a process, the group of the
 * process decides. For a report on a task, it is enough that a person of the report or the extra process of
 * the task is in the scope. For any other report, the group of its device decides.
 * @param alias the alias of the table `work_report`
 */
export const buildReportCondition = (
  factoryId: number,
  alias: string,
  scope: GroupScope,
): RawBuilder<boolean> =>
  scope.groupIds === null
    ? sql`true`
    : sql`case when ${sql.ref(`${alias}.process_id`)} is not null
        then ${buildProcessCondition(factoryId, `${alias}.process_id`, scope)}
        when ${sql.ref(`${alias}.task_id`)} is not null then exists (
          select 1 from work_report_people worker
          join employee in_scope on in_scope.factory_id = worker.factory_id and in_scope.id = worker.employee_id
          where worker.factory_id = ${factoryId} and worker.owner_id = ${sql.ref(`${alias}.id`)}
            and ${buildPersonCondition('in_scope', scope)}
        ) or exists (
          select 1 from extra_process in_scope
          where in_scope.factory_id = ${factoryId} and in_scope.task_id = ${sql.ref(`${alias}.task_id`)}
            and ${buildGroupCondition('in_scope.work_group_id', scope)}
        )
        else exists (
          select 1 from device in_scope
          where in_scope.factory_id = ${factoryId} and in_scope.id = ${sql.ref(`${alias}.device_id`)}
            and ${buildGroupCondition('in_scope.work_group_id', scope)}
        ) end`;

/**
 * Builds the SQL condition that a work order has a process in a scope.
 * @param column the column with the id of the order, such as 'o.id'
 */
export const buildOrderCondition = (
  factoryId: number,
  column: string,
  scope: GroupScope,
): RawBuilder<boolean> =>
  scope.groupIds === null
    ? sql`true`
    : sql`exists (
        select 1 from part owner
        join process in_scope on in_scope.factory_id = owner.factory_id and in_scope.part_id = owner.id
          and in_scope.deleted_at is null and ${buildGroupCondition('in_scope.work_group_id', scope)}
        where owner.factory_id = ${factoryId} and owner.order_id = ${sql.ref(column)} and owner.deleted_at is null
      )`;
