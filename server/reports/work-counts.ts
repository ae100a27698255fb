import { sql } from 'kysely';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { choice, number } from '#shared/kernel/fields.ts';
import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { WORK_COUNTS, type WorkCount } from '#shared/answers/work-counts.ts';
import { defineReport } from './define-report.ts';
import {
  buildGroupCondition,
  buildOrderCondition,
  GROUP_SCOPE_ENTITIES,
  loadGroupScope,
} from './group-scope.ts';

interface WorkCountRow {
  counted: WorkCount;
  count: number;
}

/** An order that is due within this number of days from today counts as due soon. */
const SOON_DAYS = 7;

/**
 * The numbers of orders, processes, devices and calls in the most important states. Every employee may see
 * them, because every employee may see the orders and their running work. The due date alone decides whether
 * an order is late or due soon, as in the list of orders.
 */
export const workCounts = defineReport<WorkCountRow>()({
  name: 'workCounts',
  path: '/mes/form/workCounts',
  permission: PRODUCTION_PERMISSION,
  words: {
    workCounts: ['现场数量', 'Counts of the floor', '現場數量', '現場の件数'],
    countedThing: ['统计对象', 'What is counted', '統計對象', '数える対象'],
    countOfThings: ['数量', 'Count', '數量', '件数'],
  },
  parameters: GROUP_SCOPE_FIELDS,
  columns: {
    counted: { field: choice(WORK_COUNTS, { required: true }), label: 'countedThing' },
    count: { field: number({ required: true, decimals: 0 }), label: 'countOfThings' },
  },
  rowKey: ['counted'],
  watches: ['workOrder', 'part', 'process', 'device', 'abnormalCall', ...GROUP_SCOPE_ENTITIES],
  clock: 'day',
  run: async (db, user, params) => {
    const scope = await loadGroupScope(db, user.factoryId, params);
    const groupCondition = buildGroupCondition('work_group_id', scope);
    const { rows } = await sql<Record<WorkCount, number>>`
      with day as (select (now() at time zone ${user.zone})::date as today),
      orders as (
        select count(*) filter (where state = 'inProgress') as in_progress,
          count(*) filter (where due_date < today) as late,
          count(*) filter (where due_date between today and today + ${SOON_DAYS}::integer) as due_soon
        from work_order cross join day
        where factory_id = ${user.factoryId} and deleted_at is null
          and state in ('released', 'inProgress', 'suspended')
          and ${buildOrderCondition(user.factoryId, 'work_order.id', scope)}
      )
      select in_progress::integer as orders_in_progress, late::integer as orders_late,
        due_soon::integer as orders_due_soon,
        (select count(*)::integer from process
          where factory_id = ${user.factoryId} and deleted_at is null and state = 'processing'
            and ${groupCondition}) as processes_running,
        (select count(*)::integer from device
          where factory_id = ${user.factoryId} and deleted_at is null and status = 'repair'
            and ${groupCondition}) as devices_in_repair,
        (select count(*)::integer from abnormal_call
          where factory_id = ${user.factoryId} and deleted_at is null
            and state in ('raised', 'acknowledged', 'onSite') and ${groupCondition}) as calls_open
      from orders`.execute(db);
    return WORK_COUNTS.map((counted) => ({ counted, count: rows[0]![counted] }));
  },
});
