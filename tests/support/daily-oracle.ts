import { readLogCsv } from './find-production-log.ts';

/** The figures of one person or machine on one day. */
export interface DayFigures {
  reportCount: number;
  seconds: number;
  preparationSeconds: number;
  runSeconds: number;
  stopSeconds: number;
  good: number;
  scrap: number;
  hold: number;
}

const SECONDS_FIELD_BY_PHASE: Record<string, 'preparationSeconds' | 'runSeconds' | 'stopSeconds'> = {
  S: 'preparationSeconds',
  D: 'runSeconds',
  B: 'stopSeconds',
};
const TIME_PATTERN = /^(\d{4})\/(\d{2})\/(\d{2}) (\d{2}):(\d{2}):(\d{2})\.(\d{3})$/;

/** Converts a log time to epoch seconds as if it were UTC, because the log has no time zone. */
function parseClockSeconds(text: string): number {
  const match = TIME_PATTERN.exec(text);
  if (!match) throw new Error(`"${text}" is no time of the log`);
  const [year, month, day, hours, minutes, seconds] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return Date.UTC(year, month - 1, day, hours, minutes, seconds) / 1000;
}

const readLogLines = (folder: string, orderCodes: ReadonlySet<string>): Record<string, string>[] =>
  readLogCsv(folder, 'Production_Data.csv').filter((line) => orderCodes.has(line['Case ID']!.trim()));

const readSeconds = (line: Record<string, string>): number =>
  parseClockSeconds(line['Complete Timestamp']!) - parseClockSeconds(line['Start Timestamp']!);

/**
 * Computes the rows of `oracle/activity.csv` for some orders from the original log file, without any code of the
 * product.
 */
export function computeActivityRows(
  folder: string,
  orderCodes: ReadonlySet<string>,
): Record<string, string>[] {
  const linesByActivity = new Map<string, Record<string, string>[]>();
  for (const line of readLogLines(folder, orderCodes)) {
    const activity = line['Activity']!.trim();
    linesByActivity.set(activity, [...(linesByActivity.get(activity) ?? []), line]);
  }
  return [...linesByActivity].map(([activity, lines]) => {
    const listDistinct = (column: string) => [...new Set(lines.map((line) => line[column]!.trim()))];
    const formatHours = (type?: string) => {
      const counted = lines.filter((line) => type === undefined || line['Report Type'] === type);
      return (counted.reduce((sum, line) => sum + readSeconds(line), 0) / 3600).toFixed(4);
    };
    const sum = (column: string) => String(lines.reduce((total, line) => total + Number(line[column]), 0));
    return {
      activity,
      events: String(lines.length),
      work_orders: String(listDistinct('Case ID').length),
      workers: String(listDistinct('Worker ID').length),
      machines: listDistinct('Resource').join('|'),
      total_hours: formatHours(),
      setup_hours: formatHours('S'),
      production_hours: formatHours('D'),
      breakdown_hours: formatHours('B'),
      qty_completed: sum('Qty Completed'),
      qty_rejected: sum('Qty Rejected'),
      qty_mrb: sum('Qty for MRB'),
    };
  });
}

/**
 * Computes the daily figures from the original log file, line by line, without any code of the product. The log has no
 * rosters, so every line belongs to the calendar day on which it starts.
 * @param column whether to group by worker or by machine
 * @param orderCodes the orders whose lines count
 * @returns the figures; each key is the day, a space, and the worker or machine: 'YYYY-MM-DD label'
 */
export function computeDailyFigures(
  folder: string,
  column: 'Worker ID' | 'Resource',
  orderCodes: ReadonlySet<string>,
): Map<string, DayFigures> {
  const figuresByKey = new Map<string, DayFigures>();
  for (const line of readLogLines(folder, orderCodes)) {
    const startTimestamp = line['Start Timestamp']!;
    const key = `${startTimestamp.slice(0, 10).replaceAll('/', '-')} ${line[column]!.trim()}`;
    const figures = figuresByKey.get(key) ?? {
      reportCount: 0,
      seconds: 0,
      preparationSeconds: 0,
      runSeconds: 0,
      stopSeconds: 0,
      good: 0,
      scrap: 0,
      hold: 0,
    };
    const seconds = readSeconds(line);
    const secondsField = SECONDS_FIELD_BY_PHASE[line['Report Type']!];
    if (!secondsField) throw new Error(`"${line['Report Type']}" is no report type of the log`);
    figures.reportCount += 1;
    figures.seconds += seconds;
    figures[secondsField] += seconds;
    figures.good += Number(line['Qty Completed']);
    figures.scrap += Number(line['Qty Rejected']);
    figures.hold += Number(line['Qty for MRB']);
    figuresByKey.set(key, figures);
  }
  return figuresByKey;
}
