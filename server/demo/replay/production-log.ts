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
  const textsByName = new Map<string, string>();
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
    textsByName.set(name, await readFile(file, 'utf8'));
  }
  const parseRows = (name: string) => parseCsv(textsByName.get(name)!);
  const readColumn = (name: string, column: string) =>
    parseRows(name).map((row) => readCsvText(row, column, `${name}.csv`));

  const stepsByOrder = new Map<string, LogStep[]>();
  for (const row of parseRows('work_order_operations')) {
    const order = readCsvText(row, 'work_order', 'work_order_operations.csv');
    const orderSteps = stepsByOrder.get(order) ?? [];
    orderSteps.push({
      step: readCsvNumber(row, 'step', 'work_order_operations.csv'),
      process: readCsvText(row, 'process', 'work_order_operations.csv'),
    });
    stepsByOrder.set(order, orderSteps);
  }
  const reports = parseRows('reports').map((row): LogReport => {
    const readText = (name: string) => readCsvText(row, name, 'reports.csv');
    const readNumber = (name: string) => readCsvNumber(row, name, 'reports.csv');
    const phase = PHASES_BY_REPORT_TYPE[readText('type')];
    if (!phase) throw new Error(`reports.csv, line ${readText('line')}: type is "${readText('type')}"`);
    return {
      line: readNumber('line'),
      order: readText('work_order'),
      process: readText('process'),
      device: readText('device'),
      employee: readText('employee'),
      phase,
      startedAt: readText('start'),
      endedAt: readText('finish'),
      good: readNumber('qty_good'),
      scrap: readNumber('qty_scrap'),
      hold: readNumber('qty_mrb'),
      isRework: readText('rework') !== '',
    };
  });
  return {
    source: `replay-${createHash('sha256').update(textsByName.get('reports')!).digest('hex').slice(0, 16)}`,
    employees: readColumn('employees', 'employee_no'),
    devices: readColumn('devices', 'device_name'),
    crafts: readColumn('processes', 'process_name'),
    orders: parseRows('work_orders').map((row): LogOrder => {
      const code = readCsvText(row, 'work_order', 'work_orders.csv');
      const firstDayMatch = /^(\d{4})[/-](\d{2})[/-](\d{2})/.exec(row.first_start ?? '');
      return {
        code,
        part: readCsvText(row, 'part', 'work_orders.csv'),
        quantity: readCsvNumber(row, 'quantity', 'work_orders.csv'),
        firstDay: firstDayMatch ? firstDayMatch.slice(1, 4).join('-') : null,
        steps: (stepsByOrder.get(code) ?? []).sort((a, b) => a.step - b.step),
      };
    }),
    reports: reports.sort(compareByEndTime),
  };
}
