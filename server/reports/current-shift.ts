import { sql } from 'kysely';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { date, flag, moment, number, quantity, text } from '#shared/kernel/fields.ts';
import { buildDayPlanSql, DAY_PLAN_ENTITIES, PLANNED_QUANTITY_SUM_SQL } from './day-plan.ts';
import { defineReport } from './define-report.ts';
import { buildProcessCondition, loadGroupScope } from './group-scope.ts';
import { buildShiftSql, SHIFT_DAY_SQL } from './shift-window.ts';

interface CurrentShiftRow {
  /**
   * The name of the shift; null if the calendar day is the shift, because the factory and its groups have no
   * roster.
   */
  shiftName: string | null;
  workDay: string;
  startsAt: string;
  endsAt: string;
  /** Whether the shift has begun; false if no shift is running, so that the row shows the next shift. */
  hasBegun: boolean;
  planned: number;
  /** The part of the planned quantity that is due by now. */
  plannedNow: number;
  actual: number;
  difference: number;
  scrap: number;
  /** The scrap in percent of the good and scrapped pieces of the shift; null if there are none. */
  scrapRate: number | null;
  /** The average time per good piece with which the shift reaches its plan, in seconds; null without a plan. */
  taktSeconds: number | null;
  /** The average time per good piece so far, in seconds; null before the first good piece. */
  actualTaktSeconds: number | null;
}

/**
 * The current shift, or the next shift of the coming eight days if none is running. Without any roster, the
 * calendar day is the shift.
 *
 * The shifts come from the roster of the factory, otherwise from the rosters of the work groups. The plan of the
 * work day (day-plan.ts) is divided among its shifts by their length. The quantity planned by now is in proportion
 * to the time of the shift that has passed. The actual quantity counts the good pieces in the reports that ended in
 * the shift.
 */
export const currentShift = defineReport<CurrentShiftRow>()({
  name: 'currentShift',
  path: '/mes/form/currentShift',
  page: 'current/shift',
  icon: 'shift',
  words: {
    workDay: ['工作日', 'Work day', '工作日', '勤務日'],
    hasBegun: ['已开始', 'Has begun', '已開始', '開始済み'],
    taktSeconds: ['计划节拍', 'Planned takt', '計劃節拍', '計画タクト'],
    actualTaktSeconds: ['实际节拍', 'Actual takt', '實際節拍', '実績タクト'],
  },
  parameters: GROUP_SCOPE_FIELDS,
  columns: {
    shiftName: { field: text(), label: 'shiftName' },
    workDay: { field: date({ required: true }), label: 'workDay' },
    startsAt: { field: moment({ required: true }), label: 'startedAt' },
    endsAt: { field: moment({ required: true }), label: 'endedAt' },
    hasBegun: { field: flag(), label: 'hasBegun' },
    planned: { field: quantity({ required: true }), label: 'plannedQuantity' },
    plannedNow: { field: quantity({ required: true }), label: 'plannedNow' },
    actual: { field: quantity({ required: true }), label: 'actual' },
    difference: { field: number({ required: true, min: -9_999_999_999 }), label: 'difference' },
    scrap: { field: quantity({ required: true }), label: 'scrap' },
    scrapRate: { field: number({ unit: 'percent', decimals: 1, min: 0 }), label: 'scrapRate' },
    taktSeconds: { field: number({ unit: 'seconds', decimals: 1, min: 0 }), label: 'taktSeconds' },
    actualTaktSeconds: {
      field: number({ unit: 'seconds', decimals: 1, min: 0 }),
      label: 'actualTaktSeconds',
    },
  },
  rowKey: ['startsAt'],
  watches: DAY_PLAN_ENTITIES,
  clock: 'shift',
  run: async (db, user, params) => {
    const scope = await loadGroupScope(db, user.factoryId, params);
    const { rows } = await sql<CurrentShiftRow>`
      with ${buildShiftSql(user.factoryId, user.zone, 'next')}, ${SHIFT_DAY_SQL},
      ${buildDayPlanSql(user.factoryId, scope)}, plan as (
        select ${PLANNED_QUANTITY_SUM_SQL} as planned from counted
      ), done as (
        select coalesce(sum(r.good), 0) as good, coalesce(sum(r.scrap), 0) as scrap
        from shift s
        join work_report r on r.factory_id = ${user.factoryId} and r.process_id is not null
          and r.ended_at >= s.starts_at and r.ended_at < s.ends_at
          and r.reversed_at is null and r.reverses_id is null
          and ${buildProcessCondition(user.factoryId, 'r.process_id', scope)}
      ), counts as (
        select s.*, extract(epoch from s.ends_at - s.starts_at) as length, day.worked, plan.planned, done.good, done.scrap,
               greatest(extract(epoch from least(now(), s.ends_at) - s.starts_at), 0) as passed
        from shift s cross join day cross join plan cross join done
      )
      select shift_name, day as work_day, starts_at, ends_at, has_begun, round(planned * length / worked, 0) as planned,
             round(planned * passed / worked, 0) as planned_now, good as actual,
             good - round(planned * passed / worked, 0) as difference, scrap,
             round(100.0 * scrap / nullif(good + scrap, 0), 1) as scrap_rate,
             round((worked / nullif(planned, 0))::numeric, 1) as takt_seconds,
             round((passed / nullif(good, 0))::numeric, 1) as actual_takt_seconds
      from counts`.execute(db);
    return rows;
  },
});
