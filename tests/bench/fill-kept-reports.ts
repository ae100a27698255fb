import { addDays } from '#shared/rules/days.ts';
import { BENCH_LOGIN } from './installation.ts';

const PERSON_COUNT = 150;
const REPORTS_PER_DAY = 32;
/**
 * The time between the ends of two reports of a person, in minutes. The work of a report takes this long, or
 * twice as long if the person operates two machines.
 */
const REPORT_MINUTES = 15;
/**
 * One person in this many operates two machines, so that two reports of this person always run at the same
 * time.
 */
const PEOPLE_PER_TWO_MACHINE_OPERATOR = 10;

/** The month that the report covers, as the fields of its call. It ends yesterday. */
const yesterday = addDays(new Date().toISOString().slice(0, 10), -1);
export const MONTH = { from: addDays(yesterday, -29), to: yesterday };

const FACTORY_SQL = `(select id from factory where code = '${BENCH_LOGIN.factoryCode}')`;

const FILL_MASTERS_SQL = `
  with f as (select id from factory where code = '${BENCH_LOGIN.factoryCode}'),
    groups as (insert into work_group (factory_id, code, name)
      select f.id, 'G' || n, 'Group ' || n from f, generate_series(1, 10) n returning id),
    people as (insert into employee (factory_id, code, name, work_group_id)
      select f.id, 'E' || n, 'Person ' || n, (select min(id) from groups) + n % 10 from f, generate_series(1, ${PERSON_COUNT}) n),
    devices as (insert into device (factory_id, code, name, work_group_id)
      select f.id, 'D' || n, 'Device ' || n, (select min(id) from groups) + n % 10 from f, generate_series(1, 100) n),
    craft as (insert into craft (factory_id, code, name) select f.id, 'K', 'Craft' from f returning id),
    orders as (insert into work_order (factory_id, code, name, quantity, state)
      select f.id, 'O' || n, 'Order ' || n, 1000, 'inProgress' from f, generate_series(1, 100) n returning id, factory_id),
    parts as (insert into part (factory_id, order_id, code, name, quantity)
      select factory_id, id, 'P', 'Part', 1000 from orders returning id, factory_id)
  insert into process (factory_id, part_id, seq, craft_id, planned_quantity, arrived, man_minutes, device_minutes, man_machine_ratio, work_group_id)
  select p.factory_id, p.id, 10, craft.id, 1000, 1000, 2, 2, 1, (select min(id) from groups) + p.id % 10 from parts p, craft`;

/**
 * Inserts closed reports. Each person works eight hours a day, until the present time of day. A person who
 * operates two machines always has two running reports.
 */
const FILL_REPORTS_SQL = (count: number) => `
  with known as (select array_agg(id order by id) as people from employee where factory_id = ${FACTORY_SQL} and code like 'E%'),
    places as (select (select array_agg(id) from process) as processes, (select array_agg(id) from device) as devices),
    made as (
      select n, known.people[1 + n % ${PERSON_COUNT}] as employee_id, now() - interval '1 minute'
        - (n / ${PERSON_COUNT} / ${REPORTS_PER_DAY}) * interval '1 day'
        - (n / ${PERSON_COUNT} % ${REPORTS_PER_DAY}) * interval '${REPORT_MINUTES} minutes' as ended_at,
        case when n % ${PERSON_COUNT} % ${PEOPLE_PER_TWO_MACHINE_OPERATOR} = 0 then 2 else 1 end * ${REPORT_MINUTES} as minutes
      from known, generate_series(0, ${count} - 1) n
    )
  insert into work_report (factory_id, kind, phase, process_id, device_id, started_at, ended_at, seconds, started, good, remark)
  select ${FACTORY_SQL}, 'finish', 'run', places.processes[1 + n % 100], places.devices[1 + n % 100],
    ended_at - minutes * interval '1 minute', ended_at, minutes * 60, 5, 5, employee_id::text
  from made, places`;

/** Inserts the people and the snapshots that the server stores when it closes a report. */
const FILL_SNAPSHOTS_STATEMENTS = [
  `insert into work_report_people (factory_id, owner_id, position, employee_id, ratio, seconds)
   select factory_id, id, 0, remark::bigint, 100, seconds from work_report`,
  `insert into work_report_snapshot (factory_id, report_id, day, day_kind, device_day, work_group_id, seconds, good, scrap, rework, hold,
     man_minutes, device_minutes, man_machine_ratio, wage_calculation_type)
   select r.factory_id, r.id, (r.started_at at time zone f.zone)::date, 'workday', (r.started_at at time zone f.zone)::date,
     p.work_group_id, r.seconds, r.good, 0, 0, 0, 2, 2, 1, 'byTime'
   from work_report r join factory f on f.id = r.factory_id join process p on p.factory_id = r.factory_id and p.id = r.process_id`,
  `insert into work_report_person_snapshot (factory_id, report_id, position, employee_id, day, day_kind, shift_rate, work_group_id,
     seconds, overtime_seconds, good, scrap, rework, hold)
   select r.factory_id, r.id, 0, r.remark::bigint, k.day, 'workday', 1, e.work_group_id, r.seconds, 0, r.good, 0, 0, 0
   from work_report r join work_report_snapshot k on k.factory_id = r.factory_id and k.report_id = r.id
     join employee e on e.factory_id = r.factory_id and e.id = r.remark::bigint`,
];

/**
 * Fills a new factory with closed reports and their snapshots. The database does not check the foreign keys
 * of these millions of rows, because the statements insert only valid keys.
 */
export async function fillKeptReports(
  database: { query: (text: string) => Promise<unknown> },
  count: number,
): Promise<void> {
  for (const statement of [FILL_MASTERS_SQL, FILL_REPORTS_SQL(count), ...FILL_SNAPSHOTS_STATEMENTS]) {
    await database.query(`set statement_timeout = 0; set session_replication_role = replica; ${statement}`);
    // Without statistics, PostgreSQL looks up the rows of the next statement one by one.
    await database.query('vacuum analyze');
  }
}

/**
 * A hand-written query for the monthly figures of people, which returns the same rows as the report. It
 * divides the time of reports that overlap. It supports only the reports of this factory: closed reports of
 * one process and one person each.
 */
export const HAND_WRITTEN_MONTH_SQL = `
  with work as (
    select s.day, s.employee_id, s.work_group_id, s.seconds, s.good, s.scrap, s.rework, s.hold, r.phase, r.id, r.started_at, r.ended_at,
      coalesce(k.man_minutes, k.device_minutes * k.man_machine_ratio) as minutes,
      max(r.ended_at) over in_turn > r.started_at or lead(r.started_at) over in_turn < r.ended_at as is_crowded
    from work_report_person_snapshot s
    join work_report r on r.factory_id = s.factory_id and r.id = s.report_id
    join work_report_snapshot k on k.factory_id = s.factory_id and k.report_id = s.report_id
    where s.factory_id = ${FACTORY_SQL} and s.day between date '${MONTH.from}' - 1 and date '${MONTH.to}' + 1
      and r.kind <> 'receive' and r.reversed_at is null and r.reverses_id is null and r.deleted_at is null
    window in_turn as (partition by s.employee_id order by r.started_at, r.id rows between unbounded preceding and 1 preceding)
  ), edges as (
    select employee_id, id, started_at as at, 1 as step from work where is_crowded
    union all
    select employee_id, id, ended_at, -1 from work where is_crowded
  ), counted as (
    select *, sum(step) over in_turn as at_once, lead(at) over in_turn as until
    from edges window in_turn as (partition by employee_id order by at, step, id)
  ), summed as (
    select id, at, coalesce(sum(case when at_once > 0 then extract(epoch from until - at) / at_once end) over (
      partition by employee_id order by at, step, id rows between unbounded preceding and 1 preceding), 0) as worked
    from counted
  ), divided as (
    select id, max(worked) - min(worked) as seconds from summed group by id
  ), own as (
    select w.*, coalesce(round(d.seconds)::integer, w.seconds) as own_seconds
    from work w left join divided d on d.id = w.id
    where w.day between '${MONTH.from}' and '${MONTH.to}'
  ), daily as (
    select day, employee_id, count(*) as reports, sum(own_seconds) as seconds,
      coalesce(sum(own_seconds) filter (where phase = 'preparation'), 0) as preparation,
      coalesce(sum(own_seconds) filter (where phase = 'run'), 0) as run,
      coalesce(sum(own_seconds) filter (where phase = 'stop'), 0) as stop,
      sum(good) as good, sum(scrap) as scrap, sum(rework) as rework, sum(hold) as hold,
      sum(round(good * minutes * 60)) as earned, sum(own_seconds) filter (where phase = 'run' and minutes is not null) as standard,
      (array_agg(work_group_id order by ended_at desc, id desc))[1] as work_group_id
    from own group by day, employee_id
  )
  select d.day::text, d.employee_id, e.name, e.code, g.name as group_name, d.reports, d.seconds, d.preparation, d.run, d.stop,
    d.good, d.scrap, d.rework, d.hold, d.earned, round(100.0 * d.earned / nullif(d.standard, 0), 1) as efficiency
  from daily d join employee e on e.factory_id = ${FACTORY_SQL} and e.id = d.employee_id
    left join work_group g on g.factory_id = e.factory_id and g.id = d.work_group_id
  order by d.day desc, e.code, e.id`;

/** The columns of the report in the order in which the hand-written query selects them. */
const MONTH_COLUMNS = [
  'day',
  'employeeId',
  'employeeName',
  'employeeCode',
  'groupName',
  'reportCount',
  'seconds',
  'preparationSeconds',
  'runSeconds',
  'stopSeconds',
  'good',
  'scrap',
  'rework',
  'hold',
  'earnedSeconds',
  'efficiency',
] as const;
const TEXT_COLUMNS: ReadonlySet<string> = new Set(['day', 'employeeName', 'employeeCode', 'groupName']);

/**
 * Requires that the report and the hand-written query answer the same figures.
 * @param handWrittenRows the values of each row in the order of the select list; the driver gives numbers as texts
 */
export function requireEqualMonths(
  reportRows: readonly Record<string, unknown>[],
  handWrittenRows: readonly unknown[][],
): void {
  const reportValues = reportRows.map((row) => MONTH_COLUMNS.map((column) => row[column]));
  const handWrittenValues = handWrittenRows.map((row) =>
    row.map((value, index) =>
      value === null || TEXT_COLUMNS.has(MONTH_COLUMNS[index]!) ? value : Number(value),
    ),
  );
  if (handWrittenValues.length === 0) throw new Error('The month has no rows');
  for (const [index, row] of handWrittenValues.entries())
    if (JSON.stringify(row) !== JSON.stringify(reportValues[index]))
      throw new Error(
        `The report answers ${JSON.stringify(reportValues[index])}, by hand it is ${JSON.stringify(row)}`,
      );
  if (reportValues.length !== handWrittenValues.length) throw new Error('The report answers more rows');
}
