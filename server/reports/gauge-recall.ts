import { sql } from 'kysely';
import { choice, date, moment, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import { INSPECTION_STATES, type InspectionState } from '#shared/machines/inspection.ts';
import { CALIBRATION_RESULTS, type CalibrationResult } from '#shared/quality/gauge.ts';
import { defineReport } from './define-report.ts';

interface Row {
  calibrationId: number;
  gaugeCode: string;
  calibratedOn: string;
  calibrationResult: CalibrationResult;
  /** The day of the latest earlier calibration after which the gauge was fit; null if there is none. */
  fitOn: string | null;
  inspectionId: number;
  inspectionCode: string;
  inspectionState: InspectionState;
  orderCode: string;
  partCode: string;
  processName: string;
  batchQuantity: number;
  valueCount: number;
  firstAt: string;
  lastAt: string;
}

/** The maximum number of listed inspections. */
const MAX_ROWS = 1000;

/**
 * The inspections whose values are in doubt because a calibration has found a gauge out of tolerance. They contain
 * values that this gauge has measured since `fitOn`, or at any time if `fitOn` is null. The newest values come first.
 */
export const gaugeRecall = defineReport<Row>()({
  name: 'gaugeRecall',
  path: '/mes/form/gaugeRecall',
  page: 'quality/gaugeRecall',
  words: {
    gaugeRecall: ['超差量具追溯', 'Out-of-tolerance gauges', '超差量具追溯', '公差外測定具の遡及'],
    fitOn: ['上次合格校准', 'Last found fit', '上次合格校正', '前回合格の校正'],
    recalledValues: ['测量值', 'Values', '測量值', '測定値'],
    firstMeasuredAt: ['最早测量', 'First measured', '最早測量', '最初の測定'],
    lastMeasuredAt: ['最晚测量', 'Last measured', '最晚測量', '最後の測定'],
  },
  parameters: { gaugeId: ref('gauge') },
  columns: {
    calibrationId: {
      field: number({ required: true, decimals: 0 }),
      label: 'gaugeCalibration',
      hidden: true,
    },
    gaugeCode: { field: text({ required: true }), label: 'gaugeCode' },
    calibratedOn: { field: date({ required: true }), label: 'calibratedOn' },
    calibrationResult: {
      field: choice(CALIBRATION_RESULTS, { required: true }),
      label: 'calibrationResult',
    },
    fitOn: { field: date(), label: 'fitOn' },
    inspectionId: { field: ref('inspection', { required: true }), label: 'inspection', hidden: true },
    inspectionCode: { field: text({ required: true }), label: 'inspectionCode' },
    inspectionState: { field: choice(INSPECTION_STATES, { required: true }), label: 'inspectionState' },
    orderCode: { field: text({ required: true }), label: 'workOrder' },
    partCode: { field: text({ required: true }), label: 'partCode' },
    processName: { field: text({ required: true }), label: 'process' },
    batchQuantity: { field: quantity({ required: true }), label: 'sampleBatch' },
    valueCount: { field: number({ required: true, decimals: 0 }), label: 'recalledValues', total: true },
    firstAt: { field: moment({ required: true }), label: 'firstMeasuredAt' },
    lastAt: { field: moment({ required: true }), label: 'lastMeasuredAt' },
  },
  rowKey: ['calibrationId', 'inspectionId'],
  rowPage: { path: '/quality/testing', column: 'inspectionId' },
  watches: ['gauge', 'gaugeCalibration', 'inspection', 'part', 'process', 'workOrder'],
  run: async (db, { factoryId, zone }, { gaugeId }) => {
    const { rows } = await sql<Row>`
      with doubtful as (
        select c.id, g.id as gauge_id, g.code, c.calibrated_on, c.calibration_result,
          (select max(b.calibrated_on) from gauge_calibration b
            where b.factory_id = c.factory_id and b.gauge_id = c.gauge_id and b.id < c.id
              and b.calibration_result <> 'calibrationFailed') as fit_on
        from gauge_calibration c join gauge g on g.factory_id = c.factory_id and g.id = c.gauge_id
        where c.factory_id = ${factoryId} and c.calibration_result <> 'calibrationPassed'
          and (${gaugeId}::bigint is null or c.gauge_id = ${gaugeId})
      )
      select d.id as calibration_id, d.code as gauge_code, d.calibrated_on, d.calibration_result, d.fit_on,
        i.id as inspection_id, i.code as inspection_code, i.state as inspection_state, o.code as order_code, i.part_code,
        coalesce(p.name, k.name) as process_name, i.batch_quantity, v.value_count, v.first_at, v.last_at
      from doubtful d
        cross join lateral (
          select m.inspection_id, count(*)::integer as value_count, min(m.at) as first_at, max(m.at) as last_at
          from inspection_value m
          where m.factory_id = ${factoryId} and m.gauge_id = d.gauge_id
            and m.at < (d.calibrated_on + 1)::timestamp at time zone ${zone}
            and (d.fit_on is null or m.at >= d.fit_on::timestamp at time zone ${zone})
          group by m.inspection_id) v
        join inspection i on i.factory_id = ${factoryId} and i.id = v.inspection_id and i.deleted_at is null
          and i.state <> 'inspectionCancelled'
        join process p on p.factory_id = i.factory_id and p.id = i.process_id
        join craft k on k.factory_id = p.factory_id and k.id = p.craft_id
        join part t on t.factory_id = p.factory_id and t.id = p.part_id
        join work_order o on o.factory_id = t.factory_id and o.id = t.order_id
      order by v.last_at desc, d.id desc, i.id desc limit ${MAX_ROWS}`.execute(db);
    return rows;
  },
});
