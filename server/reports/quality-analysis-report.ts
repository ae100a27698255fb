import { sql } from 'kysely';
import { choice, date, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import { classificationRef } from '#shared/entities/classification-ref.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { getToday } from '../db/clock.ts';
import { DAY_PARAMETERS, resolveReportDays } from './days-of.ts';
import { defineReport } from './define-report.ts';
import { buildParetoSql, PARETO_GROUPINGS } from './pareto-values.ts';
import { QUALITY_PERIOD_LIMITS } from './quality-columns.ts';
import { makePercentColumn } from './work-columns.ts';

interface SummedRow {
  valueKey: string;
  valueCode: string | null;
  /** Null in the row of the pieces whose value is not known. */
  valueName: string | null;
  exceptionCount: number;
  /** The bad pieces of reports, without the pieces that exceptions hold. */
  reportedPieces: number;
  exceptionPieces: number;
  badPieces: number;
  /**
   * The bad pieces of this value in percent of all bad pieces. `cumulatedShare` is the sum of the shares of
   * this value and of all values before it.
   */
  share: number | null;
  cumulatedShare: number | null;
  /** The lost material and manufacturing cost; null if no exception of the value has a loss yet. */
  lostCost: number | null;
  /** The number of error classes directly below the value; 0 if the value is not a group of error classes. */
  classesBelow: number;
}

/** A row with the parameters of the link to its exceptions. */
interface Row extends SummedRow {
  from: string;
  to: string;
  errorClassId: number | null;
  errorClassGroupId: number | null;
  craftId: number | null;
  partCode: string | null;
  deviceId: number | null;
  responsibleId: number | null;
  /** The name of a responsible person who is no employee. */
  responsibleName: string | null;
  customerId: number | null;
  supplierId: number | null;
}

/**
 * Bad pieces by error class, group of error classes, operation type, part, machine, person, customer or
 * supplier. The value with the most bad pieces comes first. Only users who may decide about penalties see
 * persons.
 */
export const qualityAnalysisReport = defineReport<Row>()({
  name: 'qualityAnalysisReport',
  path: '/mes/form/qualityAnalysisReport',
  page: 'quality/analysis/Report',
  hasMoney: true,
  words: {
    qualityAnalysisReport: ['质量分析报表', 'Quality analysis report', '品質分析報表', '品質分析帳票'],
    reportedPieces: ['报工不良', 'Reported bad', '報工不良', '実績の不良'],
    exceptionPieces: ['异常数量', 'Under exceptions', '異常數量', '異常の数量'],
    paretoShare: ['占比', 'Share', '占比', '構成比'],
    cumulatedShare: ['累计占比', 'Cumulative', '累計占比', '累積比'],
  },
  parameters: {
    ...DAY_PARAMETERS,
    by: choice(PARETO_GROUPINGS, { initial: 'errorClass', label: 'paretoGrouping' }),
    /** For groups of error classes: the class whose lower classes are shown. */
    underClassId: classificationRef('errorClass'),
  },
  period: QUALITY_PERIOD_LIMITS,
  columns: {
    valueKey: { field: text({ required: true }), label: 'rowNumber', hidden: true },
    valueCode: { field: text({ max: 40 }), label: 'code' },
    valueName: { field: text(), label: 'name' },
    exceptionCount: { field: number({ required: true, decimals: 0 }), label: 'exceptionCount' },
    reportedPieces: { field: quantity({ required: true }), label: 'reportedPieces', total: true },
    exceptionPieces: { field: quantity({ required: true }), label: 'exceptionPieces', total: true },
    badPieces: { field: quantity({ required: true }), label: 'badPieces', total: true },
    share: makePercentColumn('paretoShare'),
    cumulatedShare: makePercentColumn('cumulatedShare'),
    lostCost: { field: number(), label: 'lostCost', total: true },
    from: { field: date({ required: true }), label: 'rangeFrom', hidden: true },
    to: { field: date({ required: true }), label: 'rangeTo', hidden: true },
    classesBelow: { field: number({ required: true, decimals: 0 }), label: 'errorClassGroup', hidden: true },
    errorClassId: { field: classificationRef('errorClass'), label: 'errorClass', hidden: true },
    errorClassGroupId: { field: classificationRef('errorClass'), label: 'errorClassGroup', hidden: true },
    craftId: { field: ref('craft'), label: 'craft', hidden: true },
    partCode: { field: text(), label: 'partCode', hidden: true },
    deviceId: { field: ref('device'), label: 'device', hidden: true },
    responsibleId: { field: ref('employee'), label: 'responsiblePeople', hidden: true },
    responsibleName: { field: text(), label: 'personName', hidden: true },
    customerId: { field: ref('customer'), label: 'customer', hidden: true },
    supplierId: { field: ref('supplier'), label: 'supplier', hidden: true },
  },
  rowKey: ['valueKey'],
  watches: [
    'qualityException',
    'workReport',
    'classification',
    'craft',
    'part',
    'device',
    'employee',
    'customer',
    'supplier',
  ],
  clock: 'day',
  chart: { label: 'valueName', bars: ['reportedPieces', 'exceptionPieces'], stacked: true },
  details: {
    page: 'quality/report/form',
    parameters: {
      from: 'from',
      to: 'to',
      errorClassId: 'errorClassId',
      errorClassGroupId: 'errorClassGroupId',
      craftId: 'craftId',
      partCode: 'partCode',
      deviceId: 'deviceId',
      responsibleId: 'responsibleId',
      responsibleName: 'responsibleName',
      customerId: 'customerId',
      supplierId: 'supplierId',
    },
    narrowed: { exceptionCount: {}, exceptionPieces: {}, lostCost: {} },
  },
  run: async (db, user, { by, underClassId, ...requestedDays }) => {
    const grouping = by ?? 'errorClass';
    if (grouping === 'responsiblePeople' && !hasPermission(user, 'QUALITY_PUNISH'))
      throw makeError('noPermission');
    const period = resolveReportDays(getToday(db, user.zone), requestedDays, QUALITY_PERIOD_LIMITS);
    const { rows } = await sql<SummedRow>`/* never prepared */
      with ${buildParetoSql(user.factoryId, user.zone, period, grouping, underClassId)}
      select coalesce(key, '') as value_key, code as value_code, name as value_name, exception_count,
        round(reported, 4) as reported_pieces, round(held, 4) as exception_pieces, round(bad, 4) as bad_pieces,
        round(100.0 * bad / nullif(sum(bad) over (), 0), 1) as share,
        round(100.0 * sum(bad) over (order by bad desc, code, key rows unbounded preceding)
          / nullif(sum(bad) over (), 0), 1) as cumulated_share,
        round(loss, 2) as lost_cost,
        case when ${grouping === 'errorClassGroup'}::boolean and key is distinct from ${underClassId}::bigint::text then (
          select count(*)::integer from classification c
          where c.factory_id = ${user.factoryId} and c.parent_id = pareto.key::bigint and c.deleted_at is null) else 0 end as classes_below
      from pareto where bad > 0 or exception_count > 0
      order by bad desc, code, key`.execute(db);
    const getId = (shownGrouping: (typeof PARETO_GROUPINGS)[number], valueKey: string) =>
      grouping === shownGrouping && /^\d+$/.test(valueKey) ? Number(valueKey) : null;
    /**
     * Whether a row is the row of the class whose lower classes are shown. Its pieces belong directly to this
     * class, and to no lower class.
     */
    const isRowOfClassAbove = ({ valueKey }: SummedRow) => valueKey === String(underClassId);
    return rows.map((row) => ({
      ...row,
      ...period,
      errorClassId: isRowOfClassAbove(row)
        ? getId('errorClassGroup', row.valueKey)
        : getId('errorClass', row.valueKey),
      errorClassGroupId: isRowOfClassAbove(row) ? null : getId('errorClassGroup', row.valueKey),
      craftId: getId('craft', row.valueKey),
      partCode: grouping === 'part' ? row.valueKey : null,
      deviceId: getId('device', row.valueKey),
      responsibleId: getId('responsiblePeople', row.valueKey),
      responsibleName:
        grouping === 'responsiblePeople' && getId('responsiblePeople', row.valueKey) === null
          ? row.valueName
          : null,
      customerId: getId('customer', row.valueKey),
      supplierId: getId('supplier', row.valueKey),
    }));
  },
});
