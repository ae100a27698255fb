import { sql } from 'kysely';
import { moment, number, text } from '#shared/kernel/fields.ts';
import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { NAMED_PROCESS_TABLES } from '../ledger/named-process-sql.ts';
import { defineReport } from './define-report.ts';

interface Row {
  complaintKey: string;
  complainedAt: string | null;
  /** The days from the last complaint to today; null if there never was a complaint. */
  days: number | null;
  exceptionCode: string | null;
  partName: string | null;
  customerName: string | null;
}

/** The last customer complaint that was not cancelled, and how many days ago it was raised. */
export const lastComplaint = defineReport<Row>()({
  name: 'lastComplaint',
  path: '/mes/form/lastComplaint',
  permission: PRODUCTION_PERMISSION,
  words: {
    lastComplaint: ['最近客诉', 'Last complaint', '最近客訴', '直近のクレーム'],
    complainedAt: ['客诉时间', 'Complained at', '客訴時間', 'クレーム日時'],
    complaintAge: ['距上次客诉', 'Since the last complaint', '距上次客訴', '前回クレームから'],
  },
  parameters: {},
  columns: {
    complaintKey: { field: text({ required: true }), label: 'rowNumber', hidden: true },
    complainedAt: { field: moment(), label: 'complainedAt' },
    days: { field: number({ unit: 'days', decimals: 0 }), label: 'complaintAge' },
    exceptionCode: { field: text(), label: 'exceptionCode' },
    partName: { field: text(), label: 'part' },
    customerName: { field: text(), label: 'customer' },
  },
  rowKey: ['complaintKey'],
  watches: ['qualityException', 'customer', 'part'],
  clock: 'day',
  run: async (db, { factoryId, zone }) => {
    const { rows } = await sql<Row>`
      select 'last' as complaint_key, x.raised_at as complained_at,
        (now() at time zone ${zone})::date - (x.raised_at at time zone ${zone})::date as days,
        x.code as exception_code, t.name as part_name, u.short_name as customer_name
      from (select 1) one left join (
        quality_exception x
        join process p on p.factory_id = x.factory_id and p.id = x.process_id
        ${NAMED_PROCESS_TABLES}
        left join customer u on u.factory_id = o.factory_id and u.id = o.customer_id
      ) on x.factory_id = ${factoryId} and x.deleted_at is null and x.customer_complaint and x.state <> 'cancelled'
      order by x.raised_at desc limit 1`.execute(db);
    return rows;
  },
});
