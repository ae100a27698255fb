import { runInParallel } from './run-in-parallel.ts';
import { MAX_CONCURRENT_CALLS, readAllRows, type ReplayMasterDataIds } from './make-masters.ts';
import type { RetryingCaller } from './retrying-caller.ts';
import type { LogOrder, ProductionLog } from './production-log.ts';
import type { ProgressBar } from './progress-bar.ts';

/** The ids of the log's processes, by the code of the order and the label of the process. */
export type ProcessIds = Map<string, number>;
export const makeProcessKey = (order: string, process: string): string => `${order}\n${process}`;

interface OrderRow {
  id: number;
  code: string;
  version: number;
  state: string;
}
interface PartRow {
  id: number;
  orderId: number;
  code: string;
}
interface ProcessRow {
  id: number;
  partId: number;
  seq: number;
  craftId: number;
}

/**
 * The orders, parts and processes that already exist. An earlier replay may have created only some
 * of them.
 */
interface ExistingRows {
  orders: Map<string, OrderRow>;
  parts: Map<string, PartRow>;
  processes: Map<string, ProcessRow>;
}

const MAX_FILTER_VALUES = 500;

async function readRowsByIds<R>(
  caller: RetryingCaller,
  path: string,
  field: string,
  ids: readonly number[],
): Promise<R[]> {
  const foundRows: R[] = [];
  for (let start = 0; start < ids.length; start += MAX_FILTER_VALUES)
    foundRows.push(
      ...(await readAllRows<R>(caller, path, { [field]: ids.slice(start, start + MAX_FILTER_VALUES) })),
    );
  return foundRows;
}

async function readExistingRows(caller: RetryingCaller, log: ProductionLog): Promise<ExistingRows> {
  const codes = new Set(log.orders.map((order) => order.code));
  const orders = (await readAllRows<OrderRow>(caller, '/mes/order')).filter((row) => codes.has(row.code));
  const parts = await readRowsByIds<PartRow>(
    caller,
    '/mes/order/part',
    'orderId',
    orders.map((row) => row.id),
  );
  const processes = await readRowsByIds<ProcessRow>(
    caller,
    '/mes/process',
    'partId',
    parts.map((row) => row.id),
  );
  return {
    orders: new Map(orders.map((row) => [row.code, row])),
    parts: new Map(parts.map((row) => [`${row.orderId} ${row.code}`, row])),
    processes: new Map(processes.map((row) => [`${row.partId} ${row.seq}`, row])),
  };
}

/**
 * Creates the rows of an order that do not exist yet: the order, its part and its processes. It
 * releases the order if it is a draft.
 */
async function completeAndReleaseOrder(
  caller: RetryingCaller,
  masterDataIds: ReplayMasterDataIds,
  existingRows: ExistingRows,
  order: LogOrder,
  ids: ProcessIds,
): Promise<void> {
  const orderRow =
    existingRows.orders.get(order.code) ??
    (await caller.write<OrderRow>('/mes/order/save', {
      code: order.code,
      name: order.part,
      quantity: order.quantity,
      plannedStart: order.firstDay,
    }));
  const part =
    existingRows.parts.get(`${orderRow.id} ${order.part}`) ??
    (await caller.write<PartRow>('/mes/order/part/save', {
      orderId: orderRow.id,
      code: order.part,
      name: order.part,
      quantity: order.quantity,
    }));
  for (const { step, process } of order.steps) {
    const craftId = masterDataIds.crafts.get(process);
    if (craftId === undefined)
      throw new Error(`Order ${order.code} names an operation that the log does not list: ${process}`);
    const existingProcess = existingRows.processes.get(`${part.id} ${step}`);
    if (existingProcess && existingProcess.craftId !== craftId)
      throw new Error(`Order ${order.code} is there already, with another routing`);
    const processRow =
      existingProcess ??
      (await caller.write<ProcessRow>('/mes/process/save', { partId: part.id, seq: step, craftId }));
    ids.set(makeProcessKey(order.code, process), processRow.id);
  }
  if (orderRow.state === 'draft')
    await caller.write('/mes/order/release', { id: orderRow.id, version: orderRow.version });
}

/**
 * Creates the missing orders of the log, with their parts and processes, and releases all its orders that are
 * still drafts.
 * @returns the ids of the processes of all orders of the log
 */
export async function createAndReleaseMissingOrders(
  caller: RetryingCaller,
  log: ProductionLog,
  masterDataIds: ReplayMasterDataIds,
  bar: ProgressBar,
): Promise<ProcessIds> {
  const existingRows = await readExistingRows(caller, log);
  const ids: ProcessIds = new Map();
  bar.begin('Orders', log.orders.length);
  const wasReleased = (order: LogOrder) => {
    const orderRow = existingRows.orders.get(order.code);
    return orderRow !== undefined && orderRow.state !== 'draft';
  };
  await runInParallel(log.orders, MAX_CONCURRENT_CALLS, async (order) => {
    await completeAndReleaseOrder(caller, masterDataIds, existingRows, order, ids);
    bar.advance(1, !wasReleased(order));
  });
  return ids;
}
