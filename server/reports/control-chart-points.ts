import { choice, moment, number, ref, text } from '#shared/kernel/fields.ts';
import { makeSpcCharts } from '#shared/quality/spc-charts.ts';
import { SPC_PERIOD_LIMITS } from '#shared/quality/spc.ts';
import { CONTROL_RULES, RULE_SETS, type ControlRule } from '#shared/spc/control-rules.ts';
import { getToday } from '../db/clock.ts';
import { resolveReportDays } from './days-of.ts';
import { defineReport } from './define-report.ts';
import { readSpcSeries } from './read-spc-series.ts';

interface Row {
  /** The position of the point in the chart, from 1. */
  pointNumber: number;
  at: string;
  value: number | null;
  center: number;
  lower: number;
  upper: number;
  brokenRule: ControlRule | null;
  cpk: number | null;
}

/** The maximum number of values from which the chart of a tile is made. */
const MAX_VALUES = 2000;
const DECIMALS = 4;
const round = (value: number): number => Number(value.toFixed(DECIMALS));

/**
 * The newest points of the control chart of a characteristic: values or means, their limits, and the first
 * rule that each point breaks. If the chart has frozen limits, it uses them. Otherwise the limits are
 * computed from the values.
 */
export const controlChartPoints = defineReport<Row>()({
  name: 'controlChartPoints',
  path: '/mes/form/controlChartPoints',
  words: {
    controlChartPoints: ['控制图数据点', 'Points of a control chart', '管制圖資料點', '管理図の点'],
    pointNumber: ['序号', 'No.', '序號', '番号'],
    pointValue: ['数值', 'Value', '數值', '値'],
    firstBrokenRule: ['违反的准则', 'Broken rule', '違反的準則', '該当ルール'],
  },
  parameters: {
    /** The code of the part. Without a part code and a characteristic there is no chart. */
    partCode: text({ max: 60 }),
    characteristic: text({ max: 100 }),
    craftId: ref('craft'),
    ruleSet: choice(RULE_SETS, { initial: 'westernElectricRules' }),
    shownPoints: number({ min: 5, max: 200, decimals: 0, initial: 30 }),
  },
  columns: {
    pointNumber: { field: number({ required: true, decimals: 0 }), label: 'pointNumber' },
    at: { field: moment({ required: true }), label: 'inspectionBegunAt' },
    value: { field: number({ min: -9_999_999_999 }), label: 'pointValue' },
    center: { field: number({ required: true, min: -9_999_999_999 }), label: 'centerLine' },
    lower: { field: number({ required: true, min: -9_999_999_999 }), label: 'lowerControlLimit' },
    upper: { field: number({ required: true, min: -9_999_999_999 }), label: 'upperControlLimit' },
    brokenRule: { field: choice(CONTROL_RULES), label: 'firstBrokenRule' },
    cpk: { field: number({ min: -9_999_999_999, decimals: 2 }), label: 'cpk' },
  },
  rowKey: ['pointNumber'],
  watches: ['inspection'],
  clock: 'day',
  run: async (db, user, { partCode, characteristic, craftId, ruleSet, shownPoints }) => {
    if (partCode === null || characteristic === null) return [];
    const period = resolveReportDays(getToday(db, user.zone), { from: null, to: null }, SPC_PERIOD_LIMITS);
    const subject = { partCode, characteristic, craftId, deviceId: null };
    const series = await readSpcSeries(db, user, subject, period, MAX_VALUES);
    if (series.samples.length === 0) return [];
    const { charts, capability } = makeSpcCharts(series, { wanted: null, ruleSet, isWhole: false });
    const chart = charts[0];
    if (!chart) return [];
    const cpk = capability?.cpk ? Number(capability.cpk.value.toFixed(2)) : null;
    return chart.points
      .map((point, index) => ({
        pointNumber: index + 1,
        at: chart.samples[index]!.at,
        value: point.value === null ? null : round(point.value),
        center: round(point.center),
        lower: round(point.lower),
        upper: round(point.upper),
        brokenRule: chart.violations[index]![0] ?? null,
        cpk,
      }))
      .slice(-shownPoints);
  },
});
