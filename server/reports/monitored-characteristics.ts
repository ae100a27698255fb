import { sql } from 'kysely';
import { choice, moment, number, ref, text } from '#shared/kernel/fields.ts';
import { makeSpcCharts } from '#shared/quality/spc-charts.ts';
import { SPC_PERIOD_LIMITS, type SpcSubject } from '#shared/quality/spc.ts';
import { CHART_KINDS, type ChartKind } from '#shared/spc/control-chart.ts';
import { CONTROL_RULES, type ControlRule } from '#shared/spc/control-rules.ts';
import { getToday } from '../db/clock.ts';
import type { Db } from '../db/database.ts';
import { resolveReportDays } from './days-of.ts';
import { defineReport } from './define-report.ts';
import { readSpcSeries } from './read-spc-series.ts';

interface Row {
  limitId: number;
  partCode: string;
  craftId: number | null;
  craftName: string | null;
  characteristic: string | null;
  deviceName: string | null;
  chart: ChartKind;
  lastAt: string | null;
  sampleCount: number;
  /** The number of rules that the newest point breaks. `brokenRule` is the first of these rules. */
  brokenRuleCount: number;
  brokenRule: ControlRule | null;
  cpk: number | null;
}

/** A chart whose limits are frozen. */
interface FrozenChart extends SpcSubject {
  limitId: number;
  chart: ChartKind;
  craftName: string | null;
  deviceName: string | null;
}

/**
 * The maximum number of monitored charts. If there are more, the charts that were frozen last are
 * monitored.
 */
const MAX_CHARTS = 200;
/** The maximum number of values that are read for each chart, to judge its newest point and its capability. */
const MAX_VALUES = 500;

/** Lists the charts with frozen limits. */
async function listFrozenCharts(db: Db, factoryId: number): Promise<FrozenChart[]> {
  const { rows } = await sql<FrozenChart>`
    select l.id as limit_id, l.chart, l.part_code, l.craft_id, l.characteristic, l.device_id, c.name as craft_name,
      d.name as device_name
    from control_limit l
      left join craft c on c.factory_id = l.factory_id and c.id = l.craft_id
      left join device d on d.factory_id = l.factory_id and d.id = l.device_id
    where l.factory_id = ${factoryId} and l.released_at is null
    order by l.id desc limit ${MAX_CHARTS}`.execute(db);
  return rows;
}

/**
 * The monitored characteristics, which are the characteristics with frozen control limits. For each, the
 * report tells whether its newest point breaks a rule, and its Cpk in the default period of a chart. Those
 * that break rules come first.
 */
export const monitoredCharacteristics = defineReport<Row>()({
  name: 'monitoredCharacteristics',
  path: '/mes/form/monitoredCharacteristics',
  page: 'quality/monitored',
  words: {
    monitoredCharacteristics: ['受控特性', 'Monitored characteristics', '受控特性', '監視中の特性'],
    newestMeasuredAt: ['最新测量', 'Newest value', '最新測量', '最新の測定'],
    brokenRuleCount: ['违反准则数', 'Broken rules', '違反準則數', '該当ルール数'],
    brokenRule: ['违反的准则', 'Broken rule', '違反的準則', '該当ルール'],
  },
  parameters: {},
  columns: {
    limitId: { field: number({ required: true, decimals: 0 }), label: 'controlLimit', hidden: true },
    partCode: { field: text({ required: true }), label: 'partCode' },
    craftId: { field: ref('craft'), label: 'craft', hidden: true },
    craftName: { field: text(), label: 'craft' },
    characteristic: { field: text(), label: 'characteristic' },
    deviceName: { field: text(), label: 'device' },
    chart: { field: choice(CHART_KINDS, { required: true }), label: 'controlChart' },
    lastAt: { field: moment(), label: 'newestMeasuredAt' },
    sampleCount: { field: number({ required: true, decimals: 0 }), label: 'sampleCount' },
    brokenRuleCount: { field: number({ required: true, decimals: 0 }), label: 'brokenRuleCount' },
    brokenRule: { field: choice(CONTROL_RULES), label: 'brokenRule' },
    cpk: { field: number({ min: -9_999_999_999, decimals: 2 }), label: 'cpk' },
  },
  rowKey: ['limitId'],
  watches: ['inspection', 'craft', 'device'],
  clock: 'minute',
  run: async (db, user) => {
    const period = resolveReportDays(getToday(db, user.zone), { from: null, to: null }, SPC_PERIOD_LIMITS);
    const rows: Row[] = [];
    for (const { limitId, chart, craftName, deviceName, ...subject } of await listFrozenCharts(
      db,
      user.factoryId,
    )) {
      const series = await readSpcSeries(db, user, subject, period, MAX_VALUES);
      const { charts, capability } = makeSpcCharts(series, {
        wanted: chart,
        ruleSet: 'westernElectricRules',
        isWhole: subject.characteristic === null,
      });
      const brokenRules = charts.flatMap(({ violations }) => violations.at(-1) ?? []);
      const { partCode, craftId, characteristic } = subject;
      rows.push({
        limitId,
        partCode,
        craftId,
        craftName,
        characteristic,
        deviceName,
        chart,
        lastAt: series.samples.at(-1)?.at ?? null,
        sampleCount: series.samples.length,
        brokenRuleCount: new Set(brokenRules).size,
        brokenRule: brokenRules[0] ?? null,
        cpk: capability?.cpk ? Number(capability.cpk.value.toFixed(2)) : null,
      });
    }
    return rows.sort((a, b) => b.brokenRuleCount - a.brokenRuleCount);
  },
});
