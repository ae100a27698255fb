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

/**
 * Computes the daily figures from the original log file, line by line, without any code of the product. The log has no
 * rosters, so every line belongs to the calendar day on which it starts.
 * @param column whether to group by worker or by machine
 * @returns the figures; each key is the day, a space, and the worker or machine: 'YYYY-MM-DD label'
 */
export function computeDailyFigures(
  folder: string,
  column: 'Worker ID' | 'Resource',
): Map<string, DayFigures> {
  const figuresByKey = new Map<string, DayFigures>();
  for (const line of readLogCsv(folder, 'Production_Data.csv')) {
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
    const seconds = parseClockSeconds(line['Complete Timestamp']!) - parseClockSeconds(startTimestamp);
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
