import { sql } from 'kysely';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { choice, number, ref, text } from '#shared/kernel/fields.ts';
import { CHART_PERIODS, type ChartPeriod } from './chart-period.ts';
import { defineReport } from './define-report.ts';
import { buildGroupCondition, GROUP_SCOPE_ENTITIES, loadGroupScope } from './group-scope.ts';
import { buildShiftSql } from './shift-window.ts';
import { makePercentColumn, makeSecondsColumn } from './work-columns.ts';

interface EffectivenessRow {
  /** The id of the device; 'total' for all devices together. */
  deviceKey: string;
  deviceCode: string | null;
  deviceName: string | null;
  /** In percent, like the next three values. Each is null if its divisor is 0 or unknown. */
  availability: number | null;
  effectiveness: number | null;
  qualityRatio: number | null;
  oee: number | null;
  runSeconds: number;
  /** How long the device should have worked by now; null if no shift of the device has begun. */
  plannedSeconds: number | null;
  produced: number;
  good: number;
}

/** The number of days before the current work day that each period includes. */
const EXTRA_DAYS_BY_PERIOD: Readonly<Record<ChartPeriod, number>> = {
  today: 0,
  currentShift: 0,
  lastSevenDays: 6,
};

/** Builds SQL for the total length of the ranges of a multirange, in seconds. */
const buildSecondsSumSql = (multirange: string) =>
  sql`(select coalesce(sum(extract(epoch from upper(r) - lower(r))), 0) from unnest(${sql.raw(multirange)}) r)`;

/**
 * The overall equipment effectiveness (ISO 22400-2) of each device, and of all devices together.
 *
 * - availability = run time ÷ planned time, both up to now. The planned time is the net shift time, but at most the
 * normal capacity per day, minus planned downtimes, plus work outside of shifts.
 * - effectiveness = standard time of the produced pieces ÷ run time. Only reports with a standard time count.
 * - quality = good pieces ÷ produced pieces.
 * - OEE = availability × standard time of the good pieces ÷ run time. Only reports with a standard time count.
 *
 * A report belongs to the work day and the shift in which it starts. A report that starts up to 60 minutes before a
 * shift belongs to this shift, unless it belongs to another shift. The period is the current work day, the current
 * shift, or the last seven work days. If no shift is running, the last shift is the current one.
 */
export const equipmentEffectiveness = defineReport<EffectivenessRow>()({
  name: 'equipmentEffectiveness',
  path: '/mes/form/equipmentEffectiveness',
  words: {
    deviceKey: ['设备标识', 'Device key', '設備識別', '設備キー'],
    plannedSeconds: ['计划工时', 'Planned time', '計劃工時', '計画時間'],
  },
  parameters: {
    period: choice(CHART_PERIODS, { initial: 'currentShift' }),
    deviceId: ref('device'),
    ...GROUP_SCOPE_FIELDS,
    limit: number({ min: 1, max: 500, decimals: 0, initial: 100, label: 'mostRows' }),
  },
  columns: {
    deviceKey: { field: text({ required: true }), label: 'deviceKey', hidden: true },
    deviceCode: { field: text(), label: 'code' },
    deviceName: { field: text(), label: 'device' },
    availability: makePercentColumn('availability'),
    effectiveness: makePercentColumn('effectiveness'),
    qualityRatio: makePercentColumn('qualityRatio'),
    oee: makePercentColumn('equipmentEffectiveness'),
    runSeconds: makeSecondsColumn('runTime'),
    plannedSeconds: { field: number({ unit: 'seconds', decimals: 0, min: 0 }), label: 'plannedSeconds' },
    produced: { field: number({ required: true, min: 0 }), label: 'producedPieces' },
    good: { field: number({ required: true, min: 0 }), label: 'good' },
  },
  rowKey: ['deviceKey'],
  watches: [
    'workReport',
    'process',
    'device',
    ...GROUP_SCOPE_ENTITIES,
    'roster',
    'classTable',
    'holiday',
    'factory',
  ],
  clock: 'minute',
  totalRow: 'total',
  run: async (db, { factoryId, zone }, { period, deviceId, limit, ...otherParams }) => {
    const scope = await loadGroupScope(db, factoryId, otherParams);
    const [chosenPeriod, extraDays] = [
      period ?? 'currentShift',
      EXTRA_DAYS_BY_PERIOD[period ?? 'currentShift'],
    ];
    const { rows } = await sql<EffectivenessRow>`/* never prepared */
      with ${buildShiftSql(factoryId, zone, 'last')}, bounds as materialized (
        select day - ${extraDays}::integer as from_day, day as to_day, shift_name,
               case when ${chosenPeriod} = 'currentShift' then starts_at end as shift_starts,
               case when ${chosenPeriod} = 'currentShift' then ends_at end as shift_ends
        from shift
      ), shop as materialized (
        select id, code, name, work_group_id, normal_capacity from device
        where factory_id = ${factoryId} and deleted_at is null and status <> 'scrapped'
          and (${deviceId}::bigint is null or id = ${deviceId}::bigint)
          and ${buildGroupCondition('device.work_group_id', scope)}
      ), device_windows as materialized (
        select s.id, w.level, w.day, w.starts_at, w.ends_at, w.class_table_id,
               min(w.level) over (partition by s.id, w.day) as day_level
        from bounds cross join shift_windows(${factoryId}::bigint, ${zone}::text, from_day, to_day) w
        join shop s on w.device_id = s.id or w.work_group_id = s.work_group_id or w.level = 3
        where w.employee_id is null
      ), rostered as materialized (
        select w.id, w.day, range_agg(tstzrange(w.starts_at, w.ends_at)) as times,
               range_agg(tstzrange(w.starts_at, w.ends_at) * tstzrange(shift_starts, least(now(), shift_ends))) -
               coalesce((
                 select range_agg(tstzrange(b.starts_at, greatest(b.starts_at, b.ends_at)))
                 from device_windows o
                 cross join lateral shift_breaks(
                   ${factoryId}::bigint, ${zone}::text, o.class_table_id, o.day, o.starts_at, o.ends_at) b
                 where o.id = w.id and o.day = w.day and o.level = o.day_level
               ), '{}'::tstzmultirange) as net
        from device_windows w cross join bounds
        where w.level = w.day_level and w.starts_at < now()
          and (shift_starts is null or (w.starts_at < shift_ends and w.ends_at > shift_starts))
        group by w.id, w.day
      ), downtimes as (
        select t.owner_id as id, range_agg(tstzrange(t.down_from, t.down_until)) as times
        from device_downtimes t join shop s on s.id = t.owner_id
        where t.factory_id = ${factoryId} and t.down_from < t.down_until group by t.owner_id
      ), planned as (
        select r.id, range_agg(r.times) as times, sum(greatest(0, least(
                 ${buildSecondsSumSql('r.net')}, round(s.normal_capacity * 3600)
               ) - ${buildSecondsSumSql(`(r.net * coalesce(d.times, '{}'::tstzmultirange))`)})) as seconds,
               sum(${buildSecondsSumSql('r.net')}) as net_seconds
        from rostered r join shop s on s.id = r.id left join downtimes d on d.id = r.id
        group by r.id
      ), work as materialized (
        select w.device_id as id, w.phase, w.seconds::numeric as seconds, w.started_at, w.ended_at,
               w.good, w.good + w.scrap + w.rework + w.hold as produced, w.earned_seconds, w.standard_seconds,
               (w.good + w.scrap + w.rework + w.hold) * w.device_minutes * 60 as produced_seconds
        from bounds cross join device_work(${factoryId}::bigint, ${zone}::text, from_day, to_day) w
        join shop s on s.id = w.device_id
        where shift_starts is null or (w.started_at >= shift_starts and w.started_at < shift_ends)
          or (w.day = to_day and w.shift_name = bounds.shift_name and w.started_at < shift_starts
              and w.started_at >= shift_starts - interval '60 minutes')
        union all
        select r.device_id, r.phase, greatest(0, extract(epoch from now() - r.started_at)
                 - break_seconds(${factoryId}::bigint, ${zone}::text, null, r.device_id, r.started_at, now())),
               r.started_at, now(), 0, 0, null, null, null
        from bounds join work_report r on r.factory_id = ${factoryId} and r.device_id is not null
          and r.ended_at is null and r.kind <> 'receive' and r.reversed_at is null and r.reverses_id is null
          and r.deleted_at is null and r.started_at < now()
          and r.started_at >= coalesce(shift_starts, from_day::timestamp at time zone ${zone}) - interval '60 minutes'
        join shop s on s.id = r.device_id
      ), worked as (
        select w.id, sum(w.seconds) filter (where w.phase = 'run') as run_seconds,
               sum(extract(epoch from w.ended_at - w.started_at) - ${buildSecondsSumSql(
                 `(tstzmultirange(tstzrange(w.started_at, greatest(w.started_at, w.ended_at))) * coalesce(p.times, '{}'::tstzmultirange))`,
               )}) filter (where w.phase <> 'stop') as outside_seconds,
               sum(w.good) as good, sum(w.produced) as produced, sum(w.earned_seconds) as earned_seconds,
               sum(w.produced_seconds) as produced_seconds, sum(w.standard_seconds) as standard_seconds
        from work w left join planned p on p.id = w.id
        group by w.id
      ), counted as (
        select s.id, s.code, s.name, coalesce(w.run_seconds, 0) as run_seconds, w.earned_seconds, w.produced_seconds,
               w.standard_seconds, coalesce(w.good, 0) as good, coalesce(w.produced, 0) as produced,
               case when p.net_seconds > 0 then p.seconds + coalesce(w.outside_seconds, 0) end as planned_seconds
        from shop s left join planned p on p.id = s.id left join worked w on w.id = s.id
      ), summed as (
        select id, code, name, grouping(id) as is_total, coalesce(sum(run_seconds), 0) as run_seconds,
               sum(run_seconds) filter (where planned_seconds is not null) as planned_run_seconds,
               sum(planned_seconds) as planned_seconds, sum(earned_seconds) as earned_seconds,
               sum(produced_seconds) as produced_seconds,
               sum(standard_seconds) as standard_seconds, coalesce(sum(good), 0) as good,
               coalesce(sum(produced), 0) as produced
        from counted group by grouping sets ((id, code, name), ())
      )
      select case when is_total = 1 then 'total' else id::text end as device_key, code as device_code,
             name as device_name,
             round(100.0 * planned_run_seconds / nullif(planned_seconds, 0), 1) as availability,
             round(100.0 * produced_seconds / nullif(standard_seconds, 0), 1) as effectiveness,
             round(100.0 * good / nullif(produced, 0), 1) as quality_ratio,
             round(100.0 * planned_run_seconds / nullif(planned_seconds, 0)
               * earned_seconds / nullif(standard_seconds, 0), 1) as oee,
             round(run_seconds)::integer as run_seconds, round(planned_seconds)::integer as planned_seconds,
             produced, good
      from summed
      order by is_total desc, code, id
      limit ${(limit ?? 100) + 1}`.execute(db);
    return rows;
  },
});
