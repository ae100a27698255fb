import type { PageAnswer } from '#shared/kernel/wire.ts';
import type { WireClient } from '#server/demo/wire-client.ts';

interface ProcessProgress {
  processId: number;
  orderCode: string;
  craftCode: string;
  good: number;
  scrap: number;
  hold: number;
  received: number;
  excess: number;
  plannedQuantity: number;
}
/** A report, as the list of reports returns it. */
export interface WorkReportRow {
  processId: number;
  phase: 'preparation' | 'run' | 'stop';
  startedAt: string;
  endedAt: string;
  seconds: number;
  good: number;
  scrap: number;
  hold: number;
  excess: number;
  people: { employeeId: number }[];
  labels: { deviceId?: string };
}
interface OrderRow {
  id: number;
  code: string;
  startedAt: string | null;
  quantity: number;
}

/** Creates a formatter for the local time of the factory: 'YYYY-MM-DD HH:mm:ss'. */
function createTimeFormatter(zone: string): (instant: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (instant) => format.format(new Date(instant));
}

async function readAllRows<R>(admin: WireClient, path: string): Promise<R[]> {
  const rows: R[] = [];
  for (;;) {
    const page = await admin.call<PageAnswer<R>>(`${path}/page`, {
      sort: 'id',
      offset: rows.length,
      limit: 500,
    });
    rows.push(...page.rows);
    if (rows.length >= page.total) return rows;
  }
}

/**
 * The figures of a factory, read through the public API. `formatLocalTime` formats an instant
 * in the factory's time zone.
 */
export interface FactoryFigures {
  orders: OrderRow[];
  progressByOrderCode: Map<string, ProcessProgress[]>;
  reports: WorkReportRow[];
  craftCodeByProcessId: Map<number, string>;
  orderCodeByProcessId: Map<number, string>;
  formatLocalTime: (instant: string) => string;
}

export async function readFactoryFigures(admin: WireClient): Promise<FactoryFigures> {
  const orders = await readAllRows<OrderRow>(admin, '/mes/order');
  const progressByOrderCode = new Map<string, ProcessProgress[]>();
  const craftCodeByProcessId = new Map<number, string>();
  const orderCodeByProcessId = new Map<number, string>();
  for (const order of orders) {
    const rows = await admin.call<ProcessProgress[]>('/mes/process/progress', { orderId: order.id });
    progressByOrderCode.set(order.code, rows);
    for (const row of rows) {
      craftCodeByProcessId.set(row.processId, row.craftCode);
      orderCodeByProcessId.set(row.processId, row.orderCode);
    }
  }
  const { zone } = await admin.call<{ zone: string }>('/mes/login/current', {});
  return {
    orders,
    progressByOrderCode,
    craftCodeByProcessId,
    orderCodeByProcessId,
    reports: await readAllRows<WorkReportRow>(admin, '/mes/report'),
    formatLocalTime: createTimeFormatter(zone),
  };
}
