import { sql } from 'kysely';
import { date, number, text } from '#shared/kernel/fields.ts';
import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { defineReport } from './define-report.ts';
import { rowIdColumn } from './row-columns.ts';

interface Row {
  id: number;
  code: string;
  what: string;
  ownerName: string;
  errorClassName: string;
  dueOn: string;
  /** The days from the due day to today; at least 1. */
  measureDaysLate: number;
}

/** The overdue open measures of open corrective actions, the longest overdue first. Today is the day of the factory. */
export const lateMeasures = defineReport<Row>()({
  name: 'lateMeasures',
  path: '/mes/form/lateMeasures',
  permission: PRODUCTION_PERMISSION,
  words: {
    lateMeasures: ['逾期的改善措施', 'Late measures', '逾期的改善措施', '期限切れの対策'],
    measureDaysLate: ['已逾期', 'Overdue', '已逾期', '遅れ'],
  },
  parameters: {},
  columns: {
    id: rowIdColumn,
    code: { field: text({ required: true }), label: 'correctiveCode' },
    what: { field: text({ required: true }), label: 'correctiveMeasure' },
    ownerName: { field: text({ required: true }), label: 'measureOwner' },
    errorClassName: { field: text({ required: true }), label: 'errorClass' },
    dueOn: { field: date({ required: true }), label: 'measureDueOn' },
    measureDaysLate: {
      field: number({ required: true, unit: 'days', decimals: 0 }),
      label: 'measureDaysLate',
    },
  },
  rowKey: ['id'],
  watches: ['correctiveMeasure', 'correctiveAction', 'employee', 'classification'],
  clock: 'day',
  run: async (db, { factoryId, zone }) => {
    const { rows } = await sql<Row>`
      select m.id, a.code, m.what, e.name as owner_name, k.name as error_class_name, m.due_on,
        (now() at time zone ${zone})::date - m.due_on as measure_days_late
      from corrective_measure m
        join corrective_action a on a.factory_id = m.factory_id and a.id = m.corrective_id
        join employee e on e.factory_id = m.factory_id and e.id = m.owner_id
        join classification k on k.factory_id = a.factory_id and k.id = a.error_class_id
      where m.factory_id = ${factoryId} and m.deleted_at is null and m.state = 'measureOpen'
        and m.due_on < (now() at time zone ${zone})::date and a.deleted_at is null and a.state = 'correctiveOpen'
      order by m.due_on, m.id`.execute(db);
    return rows;
  },
});
