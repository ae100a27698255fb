import type { Client } from 'pg';
import { BENCH_LOGIN } from './installation.ts';

/** The part code whose characteristic has CHART_VALUES values. */
export const CHARTED_PART = 'CHARTED';
export const CHARTED_CHARACTERISTIC = 'Diameter';
export const CHART_VALUES = 100_000;
export const EXCEPTION_COUNT = 5000;
export const VALUE_COUNT = 2_000_000;

const PARTS = 200;
/** The number of measured pieces of each inspection. */
const PIECES_PER_SAMPLE = 5;
/** The number of characteristics of an inspection of another part. The charted part has one characteristic. */
const OTHER_CHARACTERISTICS = 10;
const CHARTED_INSPECTIONS = CHART_VALUES / PIECES_PER_SAMPLE;
const OTHER_INSPECTIONS = (VALUE_COUNT - CHART_VALUES) / (PIECES_PER_SAMPLE * OTHER_CHARACTERISTICS);

const FACTORY_SQL = `(select id from factory where code = '${BENCH_LOGIN.factoryCode}')`;

/** A random value around 20: the sum of three uniformly distributed random numbers. */
const MEASURED_SQL = `round((19.97 + 0.02 * (random() + random() + random()))::numeric, 4)`;

const FILL_SQL = [
  `with craft as (insert into craft (factory_id, code, name) values (${FACTORY_SQL}, 'K', 'Turning') returning id),
    classes as (insert into classification (factory_id, class_id, code, name)
      select ${FACTORY_SQL}, 'errorClass', 'E' || n, 'Error ' || n from generate_series(1, 20) n),
    orders as (insert into work_order (factory_id, code, name, quantity, state)
      select ${FACTORY_SQL}, 'Q-' || n, 'Order ' || n, 10000, 'inProgress' from generate_series(1, ${PARTS}) n
      returning id, factory_id, code),
    parts as (insert into part (factory_id, order_id, code, name, quantity)
      select factory_id, id, case code when 'Q-1' then '${CHARTED_PART}' else 'P-' || code end, 'Part of ' || code, 10000
      from orders returning id, factory_id)
  insert into process (factory_id, part_id, seq, craft_id, planned_quantity, arrived, received, machinable, hold)
  select p.factory_id, p.id, 10, craft.id, 10000, 10000, 10000, 5000, 5000 from parts p, craft`,
  `with plans as (insert into sip (factory_id, code, name, state, craft_id, part_code)
      select c.factory_id, 'S-' || p.code, 'Plan of ' || p.code, 'published', c.id, p.code from craft c, part p
      returning id, factory_id, part_code)
  insert into sip_characteristics (factory_id, owner_id, position, seq, name, kind, nominal, lower, upper, unit)
  select factory_id, id, n, n + 1, case n when 0 then '${CHARTED_CHARACTERISTIC}' else 'Width ' || n end, 'measured', 20, 19.97, 20.03, 'mm'
  from plans, generate_series(0, ${OTHER_CHARACTERISTICS - 1}) n where n = 0 or part_code <> '${CHARTED_PART}'`,
  `insert into inspection (factory_id, code, state, inspection_kind, process_id, part_code, sip_id, batch_quantity, sample_count,
    accept_number, sampling, made_quantity, raised_at, concluded_at)
  select t.factory_id, 'I-' || t.code || '-' || n, case n % 50 when 0 then 'inspectionFailed' else 'inspectionPassed' end,
    'inProcess', p.id, t.code, s.id, 100, ${PIECES_PER_SAMPLE}, 0, 'sampleFixed', 100, ends.at, ends.at
  from part t
    join process p on p.factory_id = t.factory_id and p.part_id = t.id
    join sip s on s.factory_id = t.factory_id and s.part_code = t.code
    cross join lateral generate_series(1, case t.code when '${CHARTED_PART}' then ${CHARTED_INSPECTIONS}
      else ${OTHER_INSPECTIONS} / ${PARTS - 1} + 1 end) n
    cross join lateral (select now() - n * case t.code when '${CHARTED_PART}' then interval '2 minutes' else interval '40 minutes' end as at) ends`,
  `insert into inspection_value (factory_id, inspection_id, seq, sample_number, part_code, characteristic, kind, value, is_ok, nominal,
    lower_limit, upper_limit, unit, process_id, craft_id, at)
  select i.factory_id, i.id, k.seq, n, i.part_code, k.name, 'measured', ${MEASURED_SQL}, true, 20, 19.97, 20.03, 'mm', i.process_id,
    (select id from craft), i.raised_at + n * interval '5 seconds'
  from inspection i join sip_characteristics k on k.factory_id = i.factory_id and k.owner_id = i.sip_id,
    generate_series(1, ${PIECES_PER_SAMPLE}) n`,
  `insert into quality_exception (factory_id, code, state, process_id, source, quantity, error_class_id, description,
    discovery_process_id, responsible_process_id, scrap, round, raised_at, posted_at, finished_at)
  select p.factory_id, 'QE-' || lpad(n::text, 6, '0'),
    case n % 10 when 0 then 'waitingForInitiation' when 1 then 'tracingCountersign' else 'finished' end, p.id, 'good', 1,
    (select min(id) from classification) + n % 20, 'Scratch ' || n, p.id, p.id, 1, case n % 10 when 0 then 0 else 1 end,
    now() - n * interval '2 hours', case n % 10 when 0 then null else now() - n * interval '1 hour' end,
    case when n % 10 < 2 then null else now() - n * interval '50 minutes' end
  from generate_series(1, ${EXCEPTION_COUNT}) n
    join (select *, row_number() over (order by id) as place from process) p on p.place = 1 + n % ${PARTS}`,
];

/** Fills a factory with EXCEPTION_COUNT exceptions and VALUE_COUNT measured values of many inspections. */
export async function fillQuality(database: Client): Promise<void> {
  // Foreign keys are not checked while the rows are inserted, because that would take most of the time.
  await database.query('set statement_timeout = 0; set session_replication_role = replica');
  for (const statement of FILL_SQL) await database.query(statement);
  await database.query('set session_replication_role = default');
  await database.query('vacuum analyze');
}
