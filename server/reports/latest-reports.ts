import { sql } from 'kysely';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { choice, moment, number, quantity, text } from '#shared/kernel/fields.ts';
import { defineReport } from './define-report.ts';
import { buildReportCondition, GROUP_SCOPE_ENTITIES, loadGroupScope } from './group-scope.ts';
import { rowIdColumn } from './row-columns.ts';

const LATEST_REPORT_KINDS = ['receive', 'start', 'unfinished', 'finish', 'outsidePlan'] as const;

interface LatestReportRow {
  id: number;
  /** The end of the report; its start if the report is still open. */
  at: string;
  orderCode: string | null;
  partName: string | null;
  /** The name of the process, or of the task if the work is outside the plan. */
  processName: string | null;
  deviceName: string | null;
  /** The names of the people, in the order in which the report lists them. */
  people: string;
  kind: (typeof LATEST_REPORT_KINDS)[number];
  good: number;
  scrap: number;
  seconds: number;
}

/** The latest reports from the shop floor, the newest first. Reversed reports and reversals are left out. */
export const latestReports = defineReport<LatestReportRow>()({
  name: 'latestReports',
  path: '/mes/form/latestReports',
  page: 'latest/reports',
  icon: 'latest',
  parameters: {
    ...GROUP_SCOPE_FIELDS,
    limit: number({ min: 1, max: 200, decimals: 0, initial: 50, label: 'mostRows' }),
  },
  columns: {
    id: rowIdColumn,
    at: { field: moment({ required: true }), label: 'at' },
    orderCode: { field: text(), label: 'workOrder' },
    partName: { field: text(), label: 'part' },
    processName: { field: text(), label: 'process' },
    deviceName: { field: text(), label: 'device' },
    people: { field: text({ required: true }), label: 'people' },
    kind: { field: choice(LATEST_REPORT_KINDS, { required: true }), label: 'reportKind' },
    good: { field: quantity({ required: true }), label: 'good', total: true },
    scrap: { field: quantity({ required: true }), label: 'scrap', total: true },
    seconds: {
      field: number({ required: true, unit: 'seconds', decimals: 0 }),
      label: 'duration',
      total: true,
    },
  },
  rowKey: ['id'],
  watches: [
    'workReport',
    'workOrder',
    'part',
    'process',
    'craft',
    'task',
    'device',
    'employee',
    ...GROUP_SCOPE_ENTITIES,
  ],
  run: async (db, user, { limit, ...otherParams }) => {
    const scope = await loadGroupScope(db, user.factoryId, otherParams);
    const { rows } = await sql<LatestReportRow>`
      with latest as (
        select id, coalesce(ended_at, started_at) as at, process_id, task_id, device_id, kind, good, scrap, seconds
        from work_report r
        where factory_id = ${user.factoryId} and reversed_at is null and reverses_id is null
          and ${buildReportCondition(user.factoryId, 'r', scope)}
        order by coalesce(ended_at, started_at) desc, id desc
        limit ${limit}
      )
      select r.id, r.at, o.code as order_code, part.name as part_name, coalesce(p.name, c.name, k.name) as process_name,
             d.name as device_name, r.kind, r.good, r.scrap, r.seconds,
             coalesce((
               select string_agg(e.name, ', ' order by w.position)
               from work_report_people w join employee e on e.factory_id = w.factory_id and e.id = w.employee_id
               where w.factory_id = ${user.factoryId} and w.owner_id = r.id
             ), '') as people
      from latest r
      left join process p on p.factory_id = ${user.factoryId} and p.id = r.process_id
      left join extra_process x on x.factory_id = ${user.factoryId} and x.task_id = r.task_id
      left join craft c on c.factory_id = ${user.factoryId} and c.id = coalesce(p.craft_id, x.craft_id)
      left join task k on k.factory_id = ${user.factoryId} and k.id = r.task_id
      left join part on part.factory_id = ${user.factoryId} and part.id = coalesce(p.part_id, x.part_id)
      left join work_order o on o.factory_id = part.factory_id and o.id = part.order_id
      left join device d on d.factory_id = ${user.factoryId} and d.id = r.device_id
      order by r.at desc, r.id desc`.execute(db);
    return rows;
  },
});
