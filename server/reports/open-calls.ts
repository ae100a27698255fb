import { sql } from 'kysely';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { choice, flag, moment, number, text } from '#shared/kernel/fields.ts';
import { OPEN_CALL_STATES } from '#shared/machines/andon-call.ts';
import type { OpenCall } from '#shared/answers/open-call.ts';
import type { Db } from '../db/database.ts';
import { defineReport } from './define-report.ts';
import {
  buildGroupCondition,
  GROUP_SCOPE_ENTITIES,
  loadGroupScope,
  WHOLE_FACTORY_SCOPE,
} from './group-scope.ts';
import { rowIdColumn } from './row-columns.ts';

/**
 * Reads open calls. Calls that stop work come first, then higher escalation levels, then older
 * calls. No table stores the level: it is the highest level of the call rules that apply to the call and whose time
 * has passed since the current step of the call began. Without such a rule it is 0.
 * @param limit the maximum number of calls; null for all
 */
export async function loadOpenCalls(
  db: Db,
  factoryId: number,
  limit: number | null,
  scope = WHOLE_FACTORY_SCOPE,
): Promise<OpenCall[]> {
  const { rows } = await sql<OpenCall>`
    with open as materialized (
      select id, version, code, type_id, stops, state, process_id, device_id, work_group_id, description, picture,
             raised_at, raised_by_id, created_by, coalesce(arrived_by_id, acknowledged_by_id) as answered_by_id,
             coalesce(arrived_at, acknowledged_at, raised_at) as step_since,
             case state when 'raised' then 'acknowledge' when 'acknowledged' then 'arrive' else 'solve' end as step
      from abnormal_call
      where factory_id = ${factoryId} and deleted_at is null and state in ('raised', 'acknowledged', 'onSite')
        and ${buildGroupCondition('work_group_id', scope)}
    ), passed as (
      select o.id, o.work_group_id, r.level, r.asked, r.role_id, max(r.level) over (partition by o.id) as highest
      from open o
      join call_rule r on r.factory_id = ${factoryId} and r.deleted_at is null and r.step = o.step
        and (r.type_id is null or r.type_id = o.type_id) and (o.stops or not r.stops_only)
        and o.step_since + make_interval(mins => r.after_minutes) <= now()
    ), escalated as (
      select p.id, p.highest as level, string_agg(distinct coalesce(role.name, head.name), ', ') as asked
      from passed p
      left join role on p.asked = 'role' and role.factory_id = ${factoryId} and role.id = p.role_id
      left join employee head on p.asked = 'workGroupHead' and head.factory_id = ${factoryId}
        and head.work_group_id = p.work_group_id and head.departmental_role = 'head'
        and head.working_status <> 'quit' and head.deleted_at is null
      where p.level = p.highest
      group by p.id, p.highest
    )
    select o.id, o.version, o.code, k.name as type_name, o.stops, o.state, o.process_id, o.device_id, d.name as device_name, o.work_group_id, g.name as group_name,
           w.code as order_code, part.name as part_name, coalesce(p.name, c.name) as process_name, o.description,
           o.picture, o.raised_at, coalesce(raiser.name, o.created_by) as raised_by, o.raised_by_id, o.step_since,
           answerer.name as answered_by, coalesce(e.level, 0) as level, e.asked,
           greatest(floor(extract(epoch from now() - o.raised_at)), 0)::integer as waited_seconds,
           greatest(floor(extract(epoch from now() - o.step_since)), 0)::integer as step_seconds
    from open o
    join classification k on k.factory_id = ${factoryId} and k.id = o.type_id
    left join escalated e on e.id = o.id
    left join device d on d.factory_id = ${factoryId} and d.id = o.device_id
    left join work_group g on g.factory_id = ${factoryId} and g.id = o.work_group_id
    left join process p on p.factory_id = ${factoryId} and p.id = o.process_id
    left join craft c on c.factory_id = ${factoryId} and c.id = p.craft_id
    left join part on part.factory_id = ${factoryId} and part.id = p.part_id
    left join work_order w on w.factory_id = ${factoryId} and w.id = part.order_id
    left join employee raiser on raiser.factory_id = ${factoryId} and raiser.id = o.raised_by_id
    left join employee answerer on answerer.factory_id = ${factoryId} and answerer.id = o.answered_by_id
    order by o.stops desc, coalesce(e.level, 0) desc, o.raised_at, o.id
    limit ${limit}::bigint`.execute(db);
  return rows;
}

/** The open calls: where and when each was raised, and who is asked to help at its current escalation level. */
export const openCalls = defineReport<OpenCall>()({
  name: 'openCalls',
  path: '/mes/form/openCalls',
  page: 'open/calls',
  icon: 'alerts',
  parameters: {
    ...GROUP_SCOPE_FIELDS,
    limit: number({ min: 1, max: 500, decimals: 0, initial: 200, label: 'mostRows' }),
  },
  columns: {
    id: rowIdColumn,
    version: { field: number({ required: true, decimals: 0 }), label: 'version', hidden: true },
    code: { field: text({ required: true }), label: 'callCode' },
    typeName: { field: text({ required: true }), label: 'abnormalType' },
    stops: { field: flag(), label: 'stops' },
    state: { field: choice(OPEN_CALL_STATES, { required: true }), label: 'callState' },
    processId: { field: number({ decimals: 0 }), label: 'process', hidden: true },
    deviceId: { field: number({ decimals: 0 }), label: 'device', hidden: true },
    deviceName: { field: text(), label: 'device' },
    workGroupId: { field: number({ decimals: 0 }), label: 'workGroup', hidden: true },
    groupName: { field: text(), label: 'workGroup' },
    orderCode: { field: text(), label: 'workOrder' },
    partName: { field: text(), label: 'part' },
    processName: { field: text(), label: 'process' },
    description: { field: text({ max: 500 }), label: 'description' },
    picture: { field: number({ decimals: 0 }), label: 'picture', hidden: true },
    raisedAt: { field: moment({ required: true }), label: 'raisedAt' },
    raisedBy: { field: text({ required: true }), label: 'raisedBy' },
    raisedById: { field: number({ decimals: 0 }), label: 'raisedBy', hidden: true },
    stepSince: { field: moment({ required: true }), label: 'stepSince' },
    answeredBy: { field: text(), label: 'acknowledgedBy' },
    level: {
      field: number({ required: true, decimals: 0, min: 0, max: 3 }),
      label: 'escalationLevel',
    },
    asked: { field: text(), label: 'asked' },
    waitedSeconds: {
      field: number({ required: true, unit: 'seconds', decimals: 0 }),
      label: 'waitedSeconds',
    },
    stepSeconds: { field: number({ required: true, unit: 'seconds', decimals: 0 }), label: 'stepSeconds' },
  },
  rowKey: ['id'],
  watches: [
    'abnormalCall',
    'callRule',
    'classification',
    'device',
    ...GROUP_SCOPE_ENTITIES,
    'workOrder',
    'part',
    'process',
    'craft',
    'role',
    'employee',
  ],
  clock: 'minute',
  run: async (db, { factoryId }, { limit, ...otherParams }) =>
    loadOpenCalls(db, factoryId, limit, await loadGroupScope(db, factoryId, otherParams)),
});
