import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LogOrder, LogReport, ProductionLog } from '#server/demo/replay/production-log.ts';

/** Creates a pseudo-random number generator: the same seed always gives the same numbers. */
function createRandomGenerator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const PHASE_CHOICES: readonly LogReport['phase'][] = ['run', 'run', 'run', 'preparation', 'stop'];
const formatLocalLogTime = (minutes: number): string =>
  new Date(Date.UTC(2026, 0, 5) + minutes * 60_000).toISOString().slice(0, 19);

/**
 * Makes a production log with the irregularities of a real log: good pieces at a process that has received none,
 * overlapping work, and rework.
 */
export function makeProductionLog(orderCount: number, reportsPerOrder: number): ProductionLog {
  const random = createRandomGenerator(orderCount * 1000 + reportsPerOrder);
  const pickItem = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  // Labels that differ only in spaces or case are different crafts.
  const crafts = ['Saw', 'Turn  1', 'Turn 1', 'TURN 1'];
  const devices = ['M1', 'M2', 'M3'];
  const employees = ['W1', 'W2', 'W3', 'W4', 'W5'];
  const orders: LogOrder[] = Array.from({ length: orderCount }, (_, index) => ({
    code: `Case ${index}`,
    part: `Part ${index % 3}`,
    quantity: 10 + (index % 5),
    firstDay: '2026-01-05',
    steps: crafts.map((process, step) => ({ step: (step + 1) * 10, process })),
  }));
  const reports: LogReport[] = [];
  for (const order of orders) {
    for (let reportIndex = 0; reportIndex < reportsPerOrder; reportIndex++) {
      const start = Math.floor(random() * 20_000);
      const phase = pickItem(PHASE_CHOICES);
      reports.push({
        line: reports.length + 2,
        order: order.code,
        process: pickItem(crafts),
        device: pickItem(devices),
        employee: pickItem(employees),
        phase,
        startedAt: formatLocalLogTime(start),
        endedAt: formatLocalLogTime(start + Math.floor(random() * 600)),
        good: phase === 'run' ? Math.floor(random() * 4) : 0,
        scrap: random() < 0.1 ? 1 : 0,
        hold: random() < 0.05 ? 1 : 0,
        isRework: reports.length % 7 === 3,
      });
    }
  }
  reports.sort((a, b) => a.endedAt.localeCompare(b.endedAt) || a.line - b.line);
  return { source: 'made-log', employees, devices, crafts, orders, reports };
}

const formatCsv = (header: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [header, ...rows]
    .map((row) =>
      row
        .map((cell) => (/[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : cell))
        .join(','),
    )
    .join('\n');

const LOG_TYPE_BY_PHASE: Record<LogReport['phase'], string> = {
  run: 'production',
  preparation: 'setup',
  stop: 'breakdown',
};

/** Writes a log as the CSV files that the replay reads. */
export function writeProductionLog(log: ProductionLog, folder: string): void {
  const writeCsvFile = (
    name: string,
    header: readonly string[],
    rows: readonly (readonly (string | number)[])[],
  ) => writeFileSync(join(folder, `${name}.csv`), `${formatCsv(header, rows)}\n`);
  writeCsvFile(
    'employees',
    ['employee_no'],
    log.employees.map((employee) => [employee]),
  );
  writeCsvFile(
    'devices',
    ['device_name'],
    log.devices.map((device) => [device]),
  );
  writeCsvFile(
    'processes',
    ['process_name'],
    log.crafts.map((craft) => [craft]),
  );
  writeCsvFile(
    'work_orders',
    ['work_order', 'part', 'quantity', 'first_start'],
    log.orders.map((order) => [order.code, order.part, order.quantity, order.firstDay ?? '']),
  );
  writeCsvFile(
    'work_order_operations',
    ['work_order', 'step', 'process'],
    log.orders.flatMap((order) => order.steps.map(({ step, process }) => [order.code, step, process])),
  );
  writeCsvFile(
    'reports',
    [
      'line',
      'work_order',
      'process',
      'device',
      'employee',
      'type',
      'start',
      'finish',
      'qty_good',
      'qty_scrap',
      'qty_mrb',
      'rework',
    ],
    log.reports.map((report) => [
      report.line,
      report.order,
      report.process,
      report.device,
      report.employee,
      LOG_TYPE_BY_PHASE[report.phase],
      report.startedAt,
      report.endedAt,
      report.good,
      report.scrap,
      report.hold,
      report.isRework ? 'Y' : '',
    ]),
  );
}
