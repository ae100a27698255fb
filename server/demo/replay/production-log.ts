import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

/** An operation of an order's routing. */
interface LogStep {
  step: number;
  process: string;
}

/** An order of the log, with its routing sorted by step. */
export interface LogOrder {
  code: string;
  part: string;
  quantity: number;
  /** The calendar day on which the order first started: YYYY-MM-DD; null if the log does not contain it. */
  firstDay: string | null;
  steps: LogStep[];
}

/** A report of the log. Its times are local times of the shop and contain no time zone. */
export interface LogReport {
  line: number;
  order: string;
  process: string;
  device: string;
  employee: string;
  phase: 'preparation' | 'run' | 'stop';
  startedAt: string;
  endedAt: string;
  good: number;
  scrap: number;
  hold: number;
  isRework: boolean;
}

/** The production log of a shop: employees, devices, crafts, orders and reports. */
export interface ProductionLog {
  /**
   * The source name under which the server records imported reports. It contains a hash of the reports file, so a
   * copy of the log has the same name.
   */
  source: string;
  employees: string[];
  devices: string[];
  crafts: string[];
  orders: LogOrder[];
  /** The reports, sorted by end time. */
  reports: LogReport[];
}

type CsvRow = Record<string, string>;

const PHASES_BY_REPORT_TYPE: Record<string, LogReport['phase']> = {
  setup: 'preparation',
  production: 'run',
  breakdown: 'stop',
};

/**
 * Parses a CSV file and trims the values. Upper case and inner spaces are kept, because some labels differ
 * only in them.
 */
const parseCsv = (text: string): CsvRow[] =>
  parse(text, { bom: true, columns: true, skip_empty_lines: true, trim: true });

function readCsvText(row: CsvRow, name: string, file: string): string {
  const value = row[name];
  if (value === undefined) throw new Error(`${file} has no column ${name}`);
  return value;
}

function readCsvNumber(row: CsvRow, name: string, file: string): number {
  const text = readCsvText(row, name, file);
  const value = text === '' ? 0 : Number(text);
  if (!Number.isFinite(value) || value < 0) throw new Error(`${file}: ${name} is "${text}"`);
  return value;
}

const compareByEndTime = (a: LogReport, b: LogReport): number =>
  a.endedAt.localeCompare(b.endedAt) || a.startedAt.localeCompare(b.startedAt) || a.line - b.line;

/**
 * Reads a production log.
 * @param path a folder of CSV files, or a folder whose `import` folder contains them
 * @throws Error if a file or a column is missing, or a value is invalid
 */
export async function readProductionLog(path: string): Promise<ProductionLog> {
  const folder = existsSync(join(path, 'import', 'reports.csv')) ? join(path, 'import') : path;
  const texts = new Map<string, string>();
  for (const name of [
    'employees',
    'devices',
    'processes',
    'work_orders',
    'work_order_operations',
    'reports',
  ]) {
    const file = join(folder, `${name}.csv`);
    if (!existsSync(file)) throw new Error(`There is no production log in ${path}: ${name}.csv is missing`);
    texts.set(name, await readFile(file, 'utf8'));
  }
  const rows = (name: string) => parseCsv(texts.get(name)!);
  const names = (name: string, column: string) =>
    rows(name).map((row) => readCsvText(row, column, `${name}.csv`));

  const steps = new Map<string, LogStep[]>();
  for (const row of rows('work_order_operations')) {
    const order = readCsvText(row, 'work_order', 'work_order_operations.csv');
    const orderSteps = steps.get(order) ?? [];
    orderSteps.push({
      step: readCsvNumber(row, 'step', 'work_order_operations.csv'),
      process: readCsvText(row, 'process', 'work_order_operations.csv'),
    });
    steps.set(order, orderSteps);
  }
  const reports = rows('reports').map((row): LogReport => {
    const of = (name: string) => readCsvText(row, name, 'reports.csv');
    const amount = (name: string) => readCsvNumber(row, name, 'reports.csv');
    const phase = PHASES_BY_REPORT_TYPE[of('type')];
    if (!phase) throw new Error(`reports.csv, line ${of('line')}: type is "${of('type')}"`);
    return {
      line: amount('line'),
      order: of('work_order'),
      process: of('process'),
      device: of('device'),
      employee: of('employee'),
      phase,
      startedAt: of('start'),
      endedAt: of('finish'),
      good: amount('qty_good'),
      scrap: amount('qty_scrap'),
      hold: amount('qty_mrb'),
      isRework: of('rework') !== '',
    };
  });
  return {
    source: `replay-${createHash('sha256').update(texts.get('reports')!).digest('hex').slice(0, 16)}`,
    employees: names('employees', 'employee_no'),
    devices: names('devices', 'device_name'),
    crafts: names('processes', 'process_name'),
    orders: rows('work_orders').map((row): LogOrder => {
      const code = readCsvText(row, 'work_order', 'work_orders.csv');
      const firstDayMatch = /^(\d{4})[/-](\d{2})[/-](\d{2})/.exec(row.first_start ?? '');
      return {
        code,
        part: readCsvText(row, 'part', 'work_orders.csv'),
        quantity: readCsvNumber(row, 'quantity', 'work_orders.csv'),
        firstDay: firstDayMatch ? firstDayMatch.slice(1, 4).join('-') : null,
        steps: (steps.get(code) ?? []).sort((a, b) => a.step - b.step),
      };
    }),
    reports: reports.sort(compareByEndTime),
  };
}
