import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { ScheduleKeep, ScheduleRun } from '#shared/answers/schedule.ts';
import { WEEKDAYS } from '#shared/rules/weekday.ts';
import type { WireClient } from '#server/demo/wire-client.ts';
import { BENCH_LOGIN } from './installation.ts';

/** The size of the largest factory for which plans must be computed in time. */
export const OPERATION_COUNT = 20_000;
const STEPS_PER_ORDER = 8;
const GROUP_COUNT = 60;
const DEVICE_COUNT = 400;
const PERSON_COUNT = 500;
const EVERY_DAY = Object.fromEntries(WEEKDAYS.map((day) => [day, true]));

/**
 * Inserts groups with devices and people, and released orders of eight steps in eight groups. The last order is a
 * draft. About twelve days of eight hours are planned on each device.
 */
const FILL_SQL = `
  with f as (select id from factory where code = '${BENCH_LOGIN.factoryCode}'),
    groups as (insert into work_group (factory_id, code, name)
      select f.id, 'G' || n, 'Group ' || n from f, generate_series(0, ${GROUP_COUNT - 1}) n returning id, factory_id),
    group_ids as (select array_agg(id order by id) as ids from groups),
    devices as (insert into device (factory_id, code, name, work_group_id)
      select f.id, 'D' || n, 'Device ' || n, ids[1 + n % ${GROUP_COUNT}]
      from f, group_ids, generate_series(0, ${DEVICE_COUNT - 1}) n returning id, factory_id, work_group_id),
    equipment as (insert into work_group_equipment (factory_id, owner_id, position, device_id)
      select factory_id, work_group_id, row_number() over (partition by work_group_id order by id) - 1, id from devices),
    people as (insert into employee (factory_id, code, name, work_group_id)
      select f.id, 'P' || n, 'Person ' || n, ids[1 + n % ${GROUP_COUNT}]
      from f, group_ids, generate_series(0, ${PERSON_COUNT - 1}) n returning id, factory_id, work_group_id),
    staff as (insert into work_group_staff (factory_id, owner_id, position, employee_id)
      select factory_id, work_group_id, row_number() over (partition by work_group_id order by id) - 1, id from people),
    craft as (insert into craft (factory_id, code, name) select f.id, 'K', 'Craft' from f returning id),
    orders as (insert into work_order (factory_id, code, name, quantity, state, due_date, priority)
      select f.id, 'PO-' || n, 'Order ' || n, 10, case when n = ${OPERATION_COUNT / STEPS_PER_ORDER} then 'draft' else 'released' end,
        current_date + 6 + n % 20, 1 + n % 9
      from f, generate_series(0, ${OPERATION_COUNT / STEPS_PER_ORDER}) n returning id, factory_id),
    parts as (insert into part (factory_id, order_id, code, name, quantity)
      select factory_id, id, 'P', 'Part', 10 from orders returning id, factory_id)
  insert into process (factory_id, part_id, seq, craft_id, work_group_id, planned_quantity, preparation_minutes,
    device_minutes, man_minutes, man_machine_ratio, arrived, received, machinable)
  select p.factory_id, p.id, 10 * s, craft.id, ids[1 + (p.id * 7 + s * 11) % ${GROUP_COUNT}], 10, 10, 5 + (p.id + s * 5) % 14,
    5 + (p.id + s * 5) % 14, 1, a.arrived, a.arrived, a.arrived
  from parts p, craft, group_ids, generate_series(1, ${STEPS_PER_ORDER}) s,
    lateral (select case s when 1 then 10 else 0 end as arrived) a`;

/** Fills a new factory with open work, and gives it a day shift. @returns the id of a draft order */
export async function fillPlannedFactory(client: WireClient, database: Client): Promise<number> {
  const save = async (path: string, fields: Record<string, unknown>): Promise<number> =>
    (await client.call<{ id: number }>(`${path}/save`, fields, randomUUID())).id;
  const classTableId = await save('/mes/system/classTable', {
    code: 'DAY',
    name: 'Day',
    shifts: [{ name: 'Day', startsAt: '08:00', endsAt: '16:00', ...EVERY_DAY }],
    breaks: [],
  });
  await save('/mes/system/roster', { classTableId, validFrom: '2020-01-01' });
  await database.query('set statement_timeout = 0');
  await database.query(FILL_SQL);
  await database.query('vacuum analyze');
  const { rows } = await database.query<{ id: string }>(`select id from work_order where state = 'draft'`);
  return Number(rows[0]!.id);
}

const PATH = '/mes/plan/schedule';
const STATUS_INTERVAL_MS = 50;

/** Computes a plan by a quick search, and waits until it is ready. */
export async function computePlan(client: WireClient, keep: ScheduleKeep): Promise<ScheduleRun> {
  const fields = { keep, goal: 'tardiness', level: 'quickSearch' };
  const { id } = await client.call<{ id: number }>(`${PATH}/compute`, fields, randomUUID());
  for (;;) {
    const run = await client.call<ScheduleRun>(`${PATH}/status`, { id });
    if (run.state === 'ready') return run;
    if (run.state !== 'computing') throw new Error(`The plan is ${run.state}: ${JSON.stringify(run)}`);
    await new Promise((resume) => setTimeout(resume, STATUS_INTERVAL_MS));
  }
}

export const applyPlan = (client: WireClient, { id }: ScheduleRun): Promise<unknown> =>
  client.call(`${PATH}/apply`, { id }, randomUUID());
