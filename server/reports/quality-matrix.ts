import { sql } from 'kysely';
import { date, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import { classificationRef } from '#shared/entities/classification-ref.ts';
import { getToday } from '../db/clock.ts';
import { buildBadPiecesSql } from './bad-pieces-sql.ts';
import { DAY_PARAMETERS, resolveReportDays } from './days-of.ts';
import { defineReport } from './define-report.ts';
import { QUALITY_PERIOD_LIMITS } from './quality-columns.ts';

interface Row {
  cellKey: string;
  craftId: number;
  craftName: string;
  errorClassId: number | null;
  /** Null for the pieces whose error class is not known. */
  errorClassName: string | null;
  exceptionCount: number;
  badPieces: number;
  from: string;
  to: string;
}

/**
 * Shows which errors happen at which operation types: a row for each error class and operation type, with
 * their bad pieces. The row with the most pieces comes first.
 */
export const qualityMatrix = defineReport<Row>()({
  name: 'qualityMatrix',
  path: '/mes/form/qualityMatrix',
  page: 'quality/analysis/matrix',
  words: {
    qualityMatrix: ['工艺×不良原因', 'Operation types × defects', '製程×不良原因', '工種×不良区分'],
  },
  parameters: DAY_PARAMETERS,
  period: QUALITY_PERIOD_LIMITS,
  columns: {
    cellKey: { field: text({ required: true }), label: 'rowNumber', hidden: true },
    craftId: { field: ref('craft', { required: true }), label: 'craft', hidden: true },
    craftName: { field: text({ required: true }), label: 'craft' },
    errorClassId: { field: classificationRef('errorClass'), label: 'errorClass', hidden: true },
    errorClassName: { field: text(), label: 'errorClass' },
    exceptionCount: { field: number({ required: true, decimals: 0 }), label: 'exceptionCount', total: true },
    badPieces: { field: quantity({ required: true }), label: 'badPieces', total: true },
    from: { field: date({ required: true }), label: 'rangeFrom', hidden: true },
    to: { field: date({ required: true }), label: 'rangeTo', hidden: true },
  },
  rowKey: ['cellKey'],
  watches: ['qualityException', 'workReport', 'classification', 'craft', 'process'],
  clock: 'day',
  chart: { label: 'craftName', bars: ['badPieces'] },
  details: {
    page: 'quality/report/form',
    parameters: { from: 'from', to: 'to', craftId: 'craftId', errorClassId: 'errorClassId' },
    narrowed: { exceptionCount: {} },
  },
  run: async (db, user, requestedDays) => {
    const period = resolveReportDays(getToday(db, user.zone), requestedDays, QUALITY_PERIOD_LIMITS);
    const { rows } = await sql<Omit<Row, 'from' | 'to'>>`/* never prepared */
      with ${buildBadPiecesSql(user.factoryId, user.zone, period)}
      select c.id || ' ' || coalesce(e.id::text, '') as cell_key, c.id as craft_id, c.name as craft_name,
        e.id as error_class_id, e.name as error_class_name,
        count(distinct b.exception_id)::integer as exception_count, sum(b.reported + b.held) as bad_pieces
      from bad_pieces b
        join process p on p.factory_id = ${user.factoryId} and p.id = b.process_id
        join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
        left join classification e on e.factory_id = p.factory_id and e.id = b.error_class_id
      group by c.id, c.name, c.code, e.id, e.name, e.code
      having sum(b.reported + b.held) > 0 or count(b.exception_id) > 0
      order by bad_pieces desc, c.code, e.code, c.id, e.id`.execute(db);
    return rows.map((row) => ({ ...row, ...period }));
  },
});
