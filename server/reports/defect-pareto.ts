import { sql } from 'kysely';
import { choice, number, quantity, text } from '#shared/kernel/fields.ts';
import { addDays } from '#shared/rules/days.ts';
import { getToday } from '../db/clock.ts';
import { defineReport } from './define-report.ts';
import { buildParetoSql, PARETO_GROUPINGS_OF_WALLS } from './pareto-values.ts';

interface Row {
  valueKey: string;
  /** Null in the row of the pieces whose value is not known, for example without an error class. */
  valueName: string | null;
  exceptionCount: number;
  badPieces: number;
}

/**
 * The values with the most bad pieces of the last days, for boards that everybody can see. The report names
 * no money and no people.
 */
export const defectPareto = defineReport<Row>()({
  name: 'defectPareto',
  path: '/mes/form/defectPareto',
  parameters: {
    days: number({ min: 1, max: 366, decimals: 0, initial: 30, label: 'daysBack' }),
    by: choice(PARETO_GROUPINGS_OF_WALLS, { initial: 'errorClass', label: 'paretoGrouping' }),
    limit: number({ min: 1, max: 200, decimals: 0, initial: 50, label: 'mostRows' }),
  },
  columns: {
    valueKey: { field: text({ required: true }), label: 'rowNumber', hidden: true },
    valueName: { field: text(), label: 'name' },
    exceptionCount: { field: number({ required: true, decimals: 0 }), label: 'exceptionCount', total: true },
    badPieces: { field: quantity({ required: true }), label: 'badPieces', total: true },
  },
  rowKey: ['valueKey'],
  // The report does not watch `workReport`: one more report hardly changes the figures of many days. It is
  // recomputed every minute instead.
  watches: ['qualityException', 'classification', 'craft', 'part', 'device'],
  clock: 'minute',
  run: async (db, { factoryId, zone }, { days, by, limit }) => {
    const to = getToday(db, zone);
    const period = { from: addDays(to, 1 - (days ?? 30)), to };
    const { rows } = await sql<Row>`/* never prepared */
      with ${buildParetoSql(factoryId, zone, period, by ?? 'errorClass')}
      select coalesce(key, '') as value_key, name as value_name, exception_count, round(bad, 4) as bad_pieces
      from pareto where bad > 0
      order by bad desc, code, key limit ${limit ?? 50}`.execute(db);
    return rows;
  },
});
