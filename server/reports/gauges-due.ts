import { sql } from 'kysely';
import { choice, date, number, text } from '#shared/kernel/fields.ts';
import {
  findGaugeProblem,
  GAUGE_PROBLEMS,
  GAUGE_STATES,
  type GaugeProblem,
  type GaugeState,
} from '#shared/quality/gauge.ts';
import { addDays, countDaysBetween } from '#shared/rules/days.ts';
import { classificationRef } from '#shared/entities/classification-ref.ts';
import { getToday } from '../db/clock.ts';
import { defineReport } from './define-report.ts';
import { rowIdColumn } from './row-columns.ts';

interface Row {
  id: number;
  code: string;
  name: string;
  gaugeKindName: string;
  location: string | null;
  state: GaugeState;
  lastCalibratedOn: string | null;
  dueOn: string | null;
  /**
   * The days until the calibration is due; null if it is overdue. `daysOverdue` is the number of days since
   * the calibration was due; null if it is not overdue. Both are null if there is no due day.
   */
  daysLeft: number | null;
  daysOverdue: number | null;
  problem: GaugeProblem | null;
}

/**
 * The gauges whose calibration is overdue, or due within some days. Gauges without a due day come first,
 * then those that are overdue for the longest time. Scrapped gauges are left out.
 */
export const gaugesDue = defineReport<Row>()({
  name: 'gaugesDue',
  path: '/mes/form/gaugesDue',
  page: 'quality/gaugesDue',
  words: {
    gaugesDue: ['量具校准到期', 'Gauge calibrations due', '量具校正到期', '測定具の校正期限'],
    calibrationDaysLeft: ['剩余', 'Left', '剩餘', '残り'],
    calibrationDaysOverdue: ['逾期', 'Overdue', '逾期', '超過'],
    gaugeProblem: ['不可用原因', 'Not fit because', '不可用原因', '使用不可の理由'],
  },
  parameters: {
    withinDays: number({ min: 0, max: 3660, decimals: 0, initial: 30, unit: 'days' }),
    gaugeKindId: classificationRef('gaugeKind'),
  },
  columns: {
    id: rowIdColumn,
    code: { field: text({ required: true }), label: 'gaugeCode' },
    name: { field: text({ required: true }), label: 'name' },
    gaugeKindName: { field: text({ required: true }), label: 'gaugeKind' },
    location: { field: text(), label: 'gaugeLocation' },
    state: { field: choice(GAUGE_STATES, { required: true }), label: 'gaugeState' },
    lastCalibratedOn: { field: date(), label: 'lastCalibratedOn' },
    dueOn: { field: date(), label: 'calibrationDueOn' },
    daysLeft: { field: number({ unit: 'days', decimals: 0 }), label: 'calibrationDaysLeft' },
    daysOverdue: { field: number({ unit: 'days', decimals: 0 }), label: 'calibrationDaysOverdue' },
    problem: { field: choice(GAUGE_PROBLEMS), label: 'gaugeProblem' },
  },
  rowKey: ['id'],
  rowPage: { path: '/quality/gauge/edit', column: 'id' },
  watches: ['gauge', 'classification'],
  clock: 'day',
  chart: { label: 'code', bars: ['daysOverdue', 'daysLeft'] },
  run: async (db, { factoryId, zone }, { withinDays, gaugeKindId }) => {
    const today = getToday(db, zone);
    const { rows } = await sql<Omit<Row, 'daysLeft' | 'daysOverdue' | 'problem'>>`
      select g.id, g.code, g.name, k.name as gauge_kind_name, g.location, g.state, g.last_calibrated_on, g.due_on
      from gauge g join classification k on k.factory_id = g.factory_id and k.id = g.gauge_kind_id
      where g.factory_id = ${factoryId} and g.deleted_at is null and g.state <> 'gaugeScrapped'
        and (g.due_on is null or g.due_on <= ${addDays(today, withinDays)}::date)
        and (${gaugeKindId}::bigint is null or g.gauge_kind_id = ${gaugeKindId})
      order by g.due_on nulls first, g.code`.execute(db);
    return rows.map((row) => {
      const daysUntilDue = row.dueOn === null ? null : countDaysBetween(today, row.dueOn);
      return {
        ...row,
        daysLeft: daysUntilDue !== null && daysUntilDue >= 0 ? daysUntilDue : null,
        daysOverdue: daysUntilDue !== null && daysUntilDue < 0 ? -daysUntilDue : null,
        problem: findGaugeProblem(row, today),
      };
    });
  },
});
